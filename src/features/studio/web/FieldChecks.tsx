import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { isWide } from '../../../platform/schema/arrange.ts';
import type { FieldSchema } from '../../../platform/schema/types.ts';
import { kindOf, maskChange, maskOf, matchOf, UNSORTED } from './field-kinds.ts';
import styles from './studio.module.css';

/** Order number of a filter whose field is neither in the list nor in the form. */
const LAST_ORDER = 99;

const withoutWide = ({ wide: _, ...form }: NonNullable<FieldSchema['x-form']>) => form;

interface Props {
  field: FieldSchema;
  /** The field without the overlay of the tenant; undefined for a field of the tenant. */
  base: FieldSchema | undefined;
  /** The field belongs to the tenant. */
  isOwn: boolean;
  required: boolean;
  /** The product requires the field, so the tenant cannot make it optional. */
  isNeeded: boolean;
  onRequired: (required: boolean) => void;
  onChange: (change: Partial<FieldSchema>) => void;
}

/** The settings of a field that are on or off: required, mask, filter, sorting and export. */
export function FieldChecks({ field, base, isOwn, required, isNeeded, onRequired, onChange }: Props) {
  const { t } = useTranslation();
  const kind = kindOf(field);
  const match = matchOf(kind);
  const form = field['x-form'];
  const order = form?.order ?? field['x-list']?.order ?? LAST_ORDER;
  return (
    <div className={styles.checks}>
      <Checkbox
        checked={required}
        disabled={isNeeded || field.readOnly || !form?.on.includes('create')}
        onChange={(event) => onRequired(event.target.checked)}
      >
        {t('studio.required')}
      </Checkbox>
      {isOwn && maskOf(kind) !== undefined && (
        <Checkbox
          checked={field['x-mask'] !== undefined}
          onChange={(event) => onChange(maskChange(field, event.target.checked))}
        >
          {t('studio.mask')}
        </Checkbox>
      )}
      {match !== undefined && !field['x-mask'] && (
        <Checkbox
          checked={field['x-filter'] !== undefined}
          onChange={(event) =>
            onChange({ 'x-filter': event.target.checked ? (base?.['x-filter'] ?? { match, order }) : undefined })
          }
        >
          {t('studio.filter')}
        </Checkbox>
      )}
      {field['x-list'] && !UNSORTED.has(kind) && !field['x-mask'] && (
        <Checkbox
          checked={field['x-list'].sorter === true}
          onChange={(event) => onChange({ 'x-list': { order: 0, ...field['x-list'], sorter: event.target.checked } })}
        >
          {t('studio.sorter')}
        </Checkbox>
      )}
      <Checkbox
        checked={field['x-sheet']?.export === true}
        onChange={(event) => onChange({ 'x-sheet': { ...field['x-sheet'], export: event.target.checked } })}
      >
        {t('crud.export')}
      </Checkbox>
      {form && !isWide({ ...field, 'x-form': withoutWide(form) }) && (
        <Checkbox
          checked={form.wide === true}
          onChange={(event) =>
            onChange({ 'x-form': event.target.checked ? { ...form, wide: true } : withoutWide(form) })
          }
        >
          {t('studio.wide')}
        </Checkbox>
      )}
    </div>
  );
}
