import { descriptionId, errorId, type RJSFSchema, type WidgetProps } from '@rjsf/utils';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldSchema } from '../../../schema/types.ts';
import { controlOf, isChoiceField } from '../../../ui/web/fields/registry.tsx';
import { MaskedValue } from '../reveal/masked.ts';
import type { FormContext } from './form-context.ts';
import styles from './form.module.css';

type FieldWidgetProps = Pick<
  WidgetProps<unknown, RJSFSchema, FormContext>,
  'id' | 'name' | 'schema' | 'value' | 'onChange' | 'onBlur' | 'registry'
> & {
  disabled?: boolean | undefined;
  readonly?: boolean | undefined;
  required?: boolean | undefined;
  rawErrors?: string[] | undefined;
  problems?: ReadonlyMap<string, string>;
};

/** Renders a field of a form with the input of its schema. */
export function FieldWidget({
  id,
  name,
  schema,
  value,
  onChange,
  onBlur,
  disabled,
  readonly,
  required,
  rawErrors,
  problems,
  registry,
}: FieldWidgetProps) {
  const { t } = useTranslation();
  // The form's schema contains the entity's fields unchanged.
  const field = schema as unknown as FieldSchema;
  const Control = controlOf(field);
  const invalid = rawErrors !== undefined && rawErrors.length > 0;
  const { row } = registry.formContext;
  const control = (
    <Control
      id={id}
      field={field}
      value={value}
      valueName={registry.formContext.nameOf(name, value)}
      readable={registry.formContext.readableOf(name)}
      rowId={row?.id}
      onChange={onChange}
      onBlur={() => onBlur(id, value)}
      onTouch={registry.formContext.onTouch}
      disabled={disabled || readonly}
      required={required}
      invalid={invalid}
      problems={problems}
      describedBy={invalid ? errorId(id) : descriptionId(id)}
      placeholder={t(isChoiceField(field) ? 'crud.choose' : 'crud.enter')}
    />
  );
  // Only the unchanged masked value can be revealed, not typed input.
  if (!field['x-reveal'] || !row || typeof value !== 'string' || !value.includes('*')) return control;
  return (
    <div className={styles.masked}>
      {control}
      <Suspense>
        <MaskedValue place={{ ...row, field: name, title: field.title }} />
      </Suspense>
    </div>
  );
}
