import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../feature/web/control.ts';
import { fileIdsIn, NOT_THERE } from '../../schema/file-fields.ts';
import { sameValue } from '../../schema/json.ts';
import { useStable } from '../../ui/web/use-stable.ts';
import { Attachments } from './Attachments.tsx';
import { filesAnswered } from './files-answered.ts';
import { useFieldLimits } from './use-field-limits.ts';
import { useUploads, type Item } from './use-uploads.ts';
import styles from './attachments.module.css';

/** The value of a form: ids in their order, and one mark for all files that are not there, which the form refuses. */
const valueOf = (items: readonly Item[]): string[] => [...new Set(items.map(({ fileId }) => fileId ?? NOT_THERE))];

/** The input of files and pictures. Files are uploaded at once and belong to the row when it is saved. */
export function FilesControl({ id, field, value, readable, invalid, describedBy, disabled, ...props }: ControlProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const limits = useFieldLimits(field);
  const [initial] = useState(() => {
    const ids = fileIdsIn(value);
    return filesAnswered(readable).filter(({ file_id }) => ids.includes(file_id));
  });
  const uploads = useUploads(initial, setProblem, limits);
  const { items } = uploads;
  const given = useRef<readonly string[]>(fileIdsIn(value));
  const report = useStable((next: readonly string[]) => {
    if (sameValue(next, given.current)) return;
    given.current = next;
    props.onTouch?.();
    props.onChange(next.length === 0 ? undefined : next);
  });
  useEffect(() => report(valueOf(items)), [items, report]);
  return (
    <>
      <Attachments
        uploads={{
          ...uploads,
          add: (files) => {
            setProblem(undefined);
            uploads.add(files);
          },
        }}
        field={{ id, label: field.title, invalid: invalid === true, disabled: disabled === true, describedBy }}
      />
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {t('attachments.notAdded', { problem })}
        </p>
      )}
    </>
  );
}
