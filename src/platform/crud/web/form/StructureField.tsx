import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { FieldWidget } from './FieldWidget.tsx';
import type { FormContext } from './form-context.ts';

/** Renders a structure with the one input of its kind; the engine would render an input for each part. */
export function StructureField({
  fieldPathId: { $id: id, path },
  name,
  schema,
  formData,
  onChange,
  onBlur,
  disabled,
  readonly,
  required,
  rawErrors,
  registry,
}: FieldProps<unknown, RJSFSchema, FormContext>) {
  return (
    <FieldWidget
      id={id}
      name={name}
      schema={schema}
      value={formData}
      onChange={(value: unknown) => onChange(value, path, undefined, id)}
      onBlur={onBlur}
      disabled={disabled}
      readonly={readonly}
      required={required}
      rawErrors={rawErrors}
      registry={registry}
    />
  );
}
