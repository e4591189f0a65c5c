import type { FieldSchema } from '../../schema/types.ts';

/** Props of the input of a field, in forms, query bars and table cells. */
export interface ControlProps {
  id: string;
  field: FieldSchema;
  value: unknown;
  /** Name of the value, where the value is an id and its name is known; of several, the names that are known. */
  valueName?: string | readonly (string | undefined)[] | undefined;
  /** What the edited row answers for people beside the stored value: names, or files. */
  readable?: unknown;
  /** Id of the edited row; absent for new rows and filters. */
  rowId?: string | undefined;
  /** `undefined` means empty. */
  onChange: (value: unknown) => void;
  onBlur?: () => void;
  /** Called on the first key, before the buffered value is committed. */
  onTouch?: () => void;
  /** Several values may be chosen; the value is then an array. */
  multiple?: boolean;
  /** Shows a button that clears the value. */
  clearable?: boolean;
  disabled?: boolean;
  required?: boolean;
  invalid?: boolean;
  /** Messages for parts of the value, by their paths: `0/dose`. */
  problems?: ReadonlyMap<string, string> | undefined;
  placeholder?: string;
  describedBy?: string;
  /** Accessible name without a label element. */
  label?: string;
}

/** Attributes that connect an input with its label, help and error for screen readers. */
export const ariaProps = ({ invalid, required, describedBy, label }: ControlProps) => ({
  status: invalid ? ('error' as const) : undefined,
  'aria-invalid': invalid ? true : undefined,
  'aria-required': required ? true : undefined,
  'aria-describedby': describedBy,
  'aria-label': label,
});
