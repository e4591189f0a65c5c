import { Select } from 'antd';
import { ariaProps, type ControlProps } from '../../../feature/web/control.ts';
import { display } from '../../../schema/columns.ts';
import { optionsOf, type Option } from '../../../schema/filters.ts';
import { useClosedNote } from './use-closed-note.ts';

interface Props extends ControlProps {
  /** Options that are not in the schema. */
  options?: readonly Option[];
  loading?: boolean;
  /** The user may not see the options: only the chosen ones are offered, and why. */
  closed?: boolean;
}

const isChoice = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** A choice of several values. */
export const ChoicesControl = (props: ControlProps) => <SelectControl {...props} multiple />;

/** A searchable choice of one value, or of several. A value that is not offered still shows its name or label. */
export function SelectControl({ options, loading, closed = false, ...props }: Props) {
  const note = useClosedNote(closed);
  const offered = options ?? optionsOf(props.field) ?? [];
  const chosen = (Array.isArray(props.value) ? props.value : [props.value]).filter(isChoice);
  const gone = loading ? [] : chosen.filter((value) => !offered.some((option) => option.value === value));
  const names = [props.valueName].flat();
  const labelOf = (value: string | number) => names[chosen.indexOf(value)] ?? display(props.field, value);
  return (
    <Select<string | number | (string | number)[]>
      id={props.id}
      placeholder={props.placeholder}
      disabled={props.disabled}
      loading={loading}
      style={{ width: '100%' }}
      showSearch
      optionFilterProp="label"
      filterOption={closed ? false : undefined}
      allowClear={props.required !== true}
      maxTagCount="responsive"
      mode={props.multiple ? 'multiple' : undefined}
      options={[...offered, ...gone.map((value) => ({ value, label: labelOf(value) })), ...note]}
      value={props.multiple ? chosen : chosen[0]}
      onChange={(value) => props.onChange(Array.isArray(value) && value.length === 0 ? undefined : value)}
      onBlur={props.onBlur}
      {...ariaProps(props)}
    />
  );
}
