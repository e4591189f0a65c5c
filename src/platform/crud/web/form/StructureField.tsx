import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { own } from '../../../schema/json.ts';
import { FieldWidget } from './FieldWidget.tsx';
import type { FormContext } from './form-context.ts';

/** The messages inside a value, by their paths: `0/dose`. */
function problemsIn(schema: object | undefined, at: readonly string[] = []): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, one] of Object.entries(schema ?? {})) {
    if (key === '__errors') continue;
    const [first] = (own(one, '__errors') ?? []) as string[];
    const path = [...at, key];
    if (first !== undefined) found.set(path.join('/'), first);
    for (const [inner, text] of problemsIn(one as object, path)) found.set(inner, text);
  }
  return found;
}

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
  errorSchema,
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
      problems={problemsIn(errorSchema)}
      registry={registry}
    />
  );
}
