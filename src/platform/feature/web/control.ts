import type { FieldSchema } from '../../schema/types.ts';

/** What every input of a field takes, whether it stands in a form, in a query bar or in a table cell. */
export interface ControlProps {
  id: string;
  field: FieldSchema;
  value: unknown;
  /** `undefined` means: left empty. */
  onChange: (value: unknown) => void;
  onBlur?: () => void;
  /** Told at the first key, before a buffered value is handed over. */
  onTouch?: () => void;
  /** Several values may be chosen; the value is then an array. */
  multiple?: boolean;
  /** Offers to empty it at one touch. */
  clearable?: boolean;
  disabled?: boolean;
  required?: boolean;
  invalid?: boolean;
  placeholder?: string;
  describedBy?: string;
  /** Names the input where no label element does. */
  label?: string;
}

/** The attributes that tie an input to its label, help and error for readers. */
export const described = ({ invalid, required, describedBy, label }: ControlProps) => ({
  status: invalid ? ('error' as const) : undefined,
  'aria-invalid': invalid ? true : undefined,
  'aria-required': required ? true : undefined,
  'aria-describedby': describedBy,
  'aria-label': label,
});
