import { useTranslation } from 'react-i18next';
import { display } from '../../../schema/columns.ts';
import type { FilterField } from '../../../schema/filters.ts';
import type { FieldSchema } from '../../../schema/types.ts';
import { DateRangeControl, NumberControl, TimeRangeControl } from '../../../ui/web/fields/lazy-controls.ts';
import { controlOf, isChoiceField } from '../../../ui/web/fields/registry.tsx';
import { SelectControl } from '../../../ui/web/fields/SelectControl.tsx';
import { TextControl } from '../../../ui/web/fields/TextControl.tsx';
import styles from './list.module.css';

interface Props {
  id: string;
  filter: FilterField;
  field: FieldSchema | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One filter with its label. */
export function FilterControl({ id, filter, field, value, onChange }: Props) {
  if (field === undefined) return null;
  return (
    <div className={styles.filter}>
      <label htmlFor={id} title={field.title}>
        {field.title}
      </label>
      <div className={styles.filterInput}>
        <Input id={id} filter={filter} field={field} value={value} onChange={onChange} />
      </div>
    </div>
  );
}

function Input({
  id,
  filter: { match, options, default: unasked },
  field,
  value: asked,
  onChange,
}: Omit<Props, 'field'> & { field: FieldSchema }) {
  const { t } = useTranslation();
  // Shows the default filter while none is set.
  const value = asked ?? unasked;
  if (match === 'range') {
    if (field.format === 'time' || field['x-kind'] === 'time-range')
      return <TimeRangeControl id={id} field={field} value={value} onChange={onChange} />;
    if (field.format !== undefined || field['x-kind'] === 'date-time-range')
      return <DateRangeControl id={id} field={field} value={value} onChange={onChange} />;
    return <NumberRange id={id} field={field} value={value} onChange={onChange} />;
  }
  const chosen = match !== 'contains' && (isChoiceField(field) || field.type === 'boolean');
  const common = { id, field, value, onChange, placeholder: t(chosen ? 'crud.all' : 'crud.enter') };
  if (match === 'contains') return <TextControl {...common} clearable />;
  // A switch cannot express "any", so a boolean filter is a select.
  if (field.type === 'boolean')
    return (
      <SelectControl
        {...common}
        options={[true, false].map((each) => ({ value: String(each), label: display(field, each) }))}
        value={value === undefined ? undefined : String(value)}
      />
    );
  if (options !== undefined && field['x-kind'] === undefined)
    return <SelectControl {...common} multiple={match === 'in'} />;
  const Control = controlOf(field);
  return <Control {...common} multiple={match === 'in'} />;
}

const isPair = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function NumberRange({
  id,
  field,
  value,
  onChange,
}: {
  id: string;
  field: FieldSchema;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { t } = useTranslation();
  const [from, to]: readonly unknown[] = isPair(value) ? value : [];
  const set = (pair: unknown[]) => onChange(pair.every((each) => each === undefined) ? undefined : pair);
  return (
    <div className={styles.range}>
      <NumberControl
        id={id}
        field={field}
        value={from}
        onChange={(next) => set([next, to])}
        placeholder={t('crud.from')}
      />
      <span aria-hidden="true">–</span>
      <NumberControl
        id={`${id}_to`}
        field={field}
        value={to}
        onChange={(next) => set([from, next])}
        placeholder={t('crud.to')}
        label={t('crud.rangeTo', { title: field.title })}
      />
    </div>
  );
}
