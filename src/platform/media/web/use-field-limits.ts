import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fileProblem, FILES_MAX, formatsOf } from '../../schema/file-fields.ts';
import type { FileFormat } from '../../schema/file-formats.ts';
import type { FieldSchema } from '../../schema/types.ts';
import { attachmentProblem, formatOfName, maxBytesOf } from '../attachments.ts';
import type { Limits } from './use-uploads.ts';

const MB = 1024 * 1024;
const ENDINGS: Readonly<Record<FileFormat, readonly string[]>> = {
  png: ['.png'],
  jpeg: ['.jpg', '.jpeg'],
  mp3: ['.mp3'],
  pdf: ['.pdf'],
};

/** Formats of a field by their largest size in MB. */
function formatsBySize(field: FieldSchema): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const format of formatsOf(field)) {
    const type = formatOfName(`.${format}`)?.type;
    if (type === undefined) continue;
    const size = Math.min(field['x-max-mb'] ?? Infinity, maxBytesOf(type) / MB);
    found.set(size, [...(found.get(size) ?? []), format.toUpperCase()]);
  }
  return found;
}

/** What a field of files takes, in words for the person who uploads. */
export function useFieldLimits(field: FieldSchema): Limits {
  const { t } = useTranslation();
  return useMemo(() => {
    const max = field.maxItems ?? FILES_MAX;
    const formats = [...formatsBySize(field)].map(([mb, names]) =>
      t('attachments.upTo', { formats: names.join(' / '), mb }),
    );
    const ofField = ({ name, size }: { name: string; size: number }) =>
      fileProblem(field, { mime: formatOfName(name)?.mime ?? '', size });
    return {
      max,
      accept: formatsOf(field)
        .flatMap((format) => ENDINGS[format])
        .join(','),
      add: t(field['x-kind'] === 'picture' ? 'attachments.addPicture' : 'attachments.addFile'),
      hint: formats.join(t('attachments.comma')),
      tooMany: t('attachments.tooMany', { title: field.title, max }),
      wrongFormat: t('attachments.wrongContent'),
      problemOf: (file) => ofField(file) ?? attachmentProblem(file, true),
    };
  }, [field, t]);
}
