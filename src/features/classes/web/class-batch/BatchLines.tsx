import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { controlOf } from '../../../../platform/ui/web/fields/registry.tsx';
import { TextControl } from '../../../../platform/ui/web/fields/TextControl.tsx';
import { errorKey, type Errors, type Fields, type Line } from './batch.ts';
import styles from './class-batch.module.css';

interface Shared {
  formId: string;
  fields: Fields;
  errors: Errors;
  onChange: (line: number, name: string, value: unknown) => void;
  onRemove: (line: number) => void;
}

/** The classes to create; each line can be edited. */
export function BatchLines({ lines, ...shared }: Shared & { lines: readonly Line[] }) {
  const { t } = useTranslation();
  const { input, own } = shared.fields;
  if (lines.length === 0) return <p className={styles.none}>{t('crud.classBatch.rowsEmpty')}</p>;
  return (
    <table className={styles.lines}>
      <caption>{t('crud.classBatch.rows')}</caption>
      <thead>
        <tr>
          {own.map((name) => (
            <th key={name} scope="col" className={input.required.includes(name) ? styles.required : undefined}>
              {input.properties[name]?.title}
            </th>
          ))}
          <td aria-hidden="true" />
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => {
          const hasErrors = [...shared.errors.keys()].some((key) => key.startsWith(`${index}/`));
          return (
            <LineRow
              key={line.key}
              {...shared}
              errors={hasErrors ? shared.errors : NO_ERRORS}
              line={line}
              index={index}
            />
          );
        })}
      </tbody>
    </table>
  );
}

// A shared empty map, so that a line without errors does not render again when other lines get errors.
const NO_ERRORS: Errors = new Map();

const LineRow = memo(function LineRow({
  formId,
  fields: { input, own },
  line,
  index,
  errors,
  onChange,
  onRemove,
}: Shared & { line: Line; index: number }) {
  const { t } = useTranslation();
  const remove = t('crud.classBatch.remove', { n: index + 1 });
  return (
    <tr>
      {own.map((name) => {
        const field = input.properties[name];
        if (field === undefined) return null;
        const key = errorKey(index, name);
        const error = errors.get(key);
        // A table line has no space for a multi-line input.
        const Control = field['x-kind'] === 'text' ? TextControl : controlOf(field);
        return (
          <td key={name} data-label={field.title}>
            <Control
              id={`${formId}${key}`}
              field={field}
              value={line.values[name]}
              onChange={(value) => onChange(index, name, value)}
              label={t('crud.classBatch.row', { n: index + 1, title: field.title })}
              invalid={error !== undefined}
              describedBy={error === undefined ? undefined : `${formId}${key}__error`}
            />
            {error !== undefined && (
              <span id={`${formId}${key}__error`} className={styles.error}>
                {error}
              </span>
            )}
          </td>
        );
      })}
      <td>
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={remove}
          title={remove}
          onClick={() => onRemove(index)}
        />
      </td>
    </tr>
  );
});
