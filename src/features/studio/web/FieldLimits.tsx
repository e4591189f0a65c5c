import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldSchema } from '../../../platform/schema/types.ts';
import { kindOf } from './draft.ts';
import { FieldRow } from './FieldRow.tsx';
import styles from './studio.module.css';

interface Props {
  field: FieldSchema;
  onChange: (change: {
    maxLength?: number | undefined;
    minimum?: number | undefined;
    maximum?: number | undefined;
  }) => void;
}

/** The length of a text, or the range of a number; nothing for other kinds. */
export function FieldLimits({ field, onChange }: Props) {
  const { t } = useTranslation();
  const kind = kindOf(field);
  if (kind === 'text' || kind === 'lines') {
    return (
      <FieldRow id="studio-length" label={t('studio.maxLength')}>
        <InputNumber<number>
          id="studio-length"
          min={1}
          max={5000}
          value={field.maxLength ?? null}
          onChange={(value) => onChange({ maxLength: value ?? undefined })}
        />
      </FieldRow>
    );
  }
  if (kind !== 'integer' && kind !== 'number') return null;
  return (
    <FieldRow id="studio-min" label={t('studio.bounds')}>
      <span className={styles.range}>
        <InputNumber<number>
          id="studio-min"
          placeholder={t('crud.from')}
          value={field.minimum ?? null}
          onChange={(value) => onChange({ minimum: value ?? undefined })}
        />
        <span aria-hidden="true">–</span>
        <InputNumber<number>
          placeholder={t('crud.to')}
          aria-label={t('crud.to')}
          value={field.maximum ?? null}
          onChange={(value) => onChange({ maximum: value ?? undefined })}
        />
      </span>
    </FieldRow>
  );
}
