import { Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldSchema } from '../../../platform/schema/types.ts';
import { kindOf } from './field-kinds.ts';
import { FieldRow } from './FieldRow.tsx';
import { FileLimits } from './FileLimits.tsx';
import styles from './studio.module.css';

type Limits = 'maxLength' | 'maxItems' | 'minimum' | 'maximum' | 'x-unit' | 'x-decimals' | 'x-max-mb' | 'x-formats';
interface Props {
  field: FieldSchema;
  onChange: (change: { [K in Limits]?: FieldSchema[K] | undefined }) => void;
}

const UNIT_MAX = 8;
const LINES_MAX = 50;
const DECIMALS_MAX = 4;
const RATINGS = { min: 3, max: 10 };

/** The length of a text, the range, unit and digits of a number, the best rating, lines, files; nothing for other kinds. */
export function FieldLimits({ field, onChange }: Props) {
  const kind = kindOf(field);
  if (kind === 'group') return <LinesRow field={field} onChange={onChange} />;
  if (kind === 'picture' || kind === 'file') return <FileLimits field={field} onChange={onChange} />;
  if (kind === 'text' || kind === 'lines' || kind === 'richText')
    return <LengthRow field={field} onChange={onChange} />;
  if (kind === 'rating') return <RatingRow field={field} onChange={onChange} />;
  if (kind !== 'integer' && kind !== 'number') return null;
  return (
    <>
      <BoundsRow field={field} onChange={onChange} />
      <UnitRow field={field} onChange={onChange} />
      {kind === 'number' && <DecimalsRow field={field} onChange={onChange} />}
    </>
  );
}

function LengthRow({ field, onChange }: Props) {
  const { t } = useTranslation();
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

function LinesRow({ field, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <FieldRow id="studio-lines" label={t('studio.maxLines')}>
      <InputNumber<number>
        id="studio-lines"
        min={1}
        max={LINES_MAX}
        value={field.maxItems ?? null}
        onChange={(value) => onChange({ maxItems: value ?? 1 })}
      />
    </FieldRow>
  );
}

function RatingRow({ field, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <FieldRow id="studio-best" label={t('studio.best')}>
      <InputNumber<number>
        id="studio-best"
        {...RATINGS}
        value={field.maximum ?? null}
        onChange={(value) => onChange({ maximum: value ?? RATINGS.min })}
      />
    </FieldRow>
  );
}

function BoundsRow({ field, onChange }: Props) {
  const { t } = useTranslation();
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

function UnitRow({ field, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <FieldRow id="studio-unit" label={t('studio.unit')} hint={t('studio.unitHint')}>
      <Input
        id="studio-unit"
        value={field['x-unit'] ?? ''}
        maxLength={UNIT_MAX}
        onChange={({ target }) => onChange({ 'x-unit': target.value.replaceAll(/\s/g, '') || undefined })}
      />
    </FieldRow>
  );
}

function DecimalsRow({ field, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <FieldRow id="studio-decimals" label={t('studio.decimals')}>
      <InputNumber<number>
        id="studio-decimals"
        min={0}
        max={DECIMALS_MAX}
        value={field['x-decimals'] ?? null}
        onChange={(value) => onChange({ 'x-decimals': value ?? undefined })}
      />
    </FieldRow>
  );
}
