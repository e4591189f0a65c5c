import { descriptionId, errorId, type FieldTemplateProps, type RJSFSchema } from '@rjsf/utils';
import { Form } from 'antd';
import type { FieldSchema } from '../../../schema/types.ts';
import type { FormContext } from './form-context.ts';
import styles from './form.module.css';

const helpOf = (schema: RJSFSchema): string | undefined =>
  (schema as Partial<FieldSchema>)['x-form']?.help ?? schema.description;

/** A field: label (above on phones and in forms with columns, beside elsewhere), input, and below it help or error. */
export function FieldTemplate({
  id,
  label,
  displayLabel,
  required,
  rawErrors,
  children,
  registry,
  hidden,
  schema,
}: FieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  if (hidden) return null;
  // The engine shows no label of an object; a structure of a field is one input with a label.
  const isStructure = (schema as Partial<FieldSchema>)['x-kind'] !== undefined;
  if (!displayLabel && !isStructure) return children;
  const { stacked } = registry.formContext;
  const [error] = rawErrors ?? [];
  // An error replaces the help, so that nothing moves.
  const text = error ?? helpOf(schema);
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      required={required}
      colon={false}
      className={styles.field}
      layout={stacked ? 'vertical' : 'horizontal'}
      labelCol={stacked ? undefined : { flex: '104px' }}
      wrapperCol={stacked ? undefined : { flex: 1 }}
      validateStatus={error === undefined ? undefined : 'error'}
      help={
        text === undefined ? undefined : (
          <span
            id={error === undefined ? descriptionId(id) : errorId(id)}
            role={error === undefined ? undefined : 'alert'}
          >
            {text}
          </span>
        )
      }
    >
      {children}
    </Form.Item>
  );
}
