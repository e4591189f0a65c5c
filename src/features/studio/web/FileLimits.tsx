import { Checkbox, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { FILE_MB_MAX, FILES_MAX, formatsOf, PICTURE_MB_MAX } from '../../../platform/schema/file-fields.ts';
import { FILE_FORMATS } from '../../../platform/schema/file-formats.ts';
import type { FieldSchema } from '../../../platform/schema/types.ts';
import { FieldRow } from './FieldRow.tsx';

interface Props {
  field: FieldSchema;
  onChange: (change: { [K in 'maxItems' | 'x-max-mb' | 'x-formats']?: FieldSchema[K] | undefined }) => void;
}

/** How many files a field holds, of which size and formats. */
export function FileLimits({ field, onChange }: Props) {
  const { t } = useTranslation();
  const isPicture = field['x-kind'] === 'picture';
  const chosen = formatsOf(field);
  return (
    <>
      <FieldRow id="studio-files" label={t('studio.maxFiles')}>
        <InputNumber<number>
          id="studio-files"
          min={1}
          max={FILES_MAX}
          value={field.maxItems ?? null}
          onChange={(value) => onChange({ maxItems: value ?? 1 })}
        />
      </FieldRow>
      <FieldRow id="studio-mb" label={t('studio.maxMb')} hint={t('studio.maxMbHint')}>
        <InputNumber<number>
          id="studio-mb"
          min={1}
          max={isPicture ? PICTURE_MB_MAX : FILE_MB_MAX}
          precision={0}
          value={field['x-max-mb'] ?? null}
          onChange={(value) => onChange({ 'x-max-mb': value ?? undefined })}
        />
      </FieldRow>
      {!isPicture && (
        <FieldRow id="studio-formats" label={t('studio.formats')} hint={t('studio.formatsHint')}>
          <Checkbox.Group
            value={[...chosen]}
            options={FILE_FORMATS.map((value) => ({
              value,
              label: value.toUpperCase(),
              disabled: chosen.length === 1 && chosen.includes(value),
            }))}
            onChange={(formats) =>
              onChange({
                'x-formats':
                  formats.length === FILE_FORMATS.length
                    ? undefined
                    : FILE_FORMATS.filter((format) => formats.includes(format)),
              })
            }
          />
        </FieldRow>
      )}
    </>
  );
}
