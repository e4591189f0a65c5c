import { Form, Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { controlOf } from '../../../../platform/ui/web/fields/registry.tsx';
import {
  COMMON_LINE,
  COUNT_DEFAULT,
  COUNT_MAX,
  errorKey,
  NUMBER,
  type Errors,
  type Fields,
  type Naming,
  type Values,
} from './batch.ts';
import styles from './class-batch.module.css';

interface Props {
  formId: string;
  fields: Fields;
  values: Values;
  errors: Errors;
  naming: Naming;
  /** Number of lines; 0 before a grade is chosen. */
  count: number;
  onChange: (name: string, value: unknown) => void;
  onCount: (count: number) => void;
  onStart: (start: number) => void;
  onPattern: (pattern: string) => void;
}

interface ItemProps {
  id: string;
  label: string;
  required?: boolean;
  error?: string | undefined;
  help?: string;
  children: ReactNode;
}

const Item = ({ id, label, required = false, error, help, children }: ItemProps) => (
  <Form.Item
    layout="vertical"
    className={styles.item}
    label={label}
    htmlFor={id}
    required={required}
    validateStatus={error === undefined ? undefined : 'error'}
    help={
      (error ?? help) && (
        <span id={`${id}__note`} role={error === undefined ? undefined : 'alert'}>
          {error ?? help}
        </span>
      )
    }
  >
    {children}
  </Form.Item>
);

/** The fields that all classes of the batch share, and their naming and number. */
export function CommonFields({
  formId,
  fields: { input, common },
  values,
  errors,
  naming,
  count,
  onChange,
  onCount,
  onStart,
  onPattern,
}: Props) {
  const { t } = useTranslation();
  const hasLines = count > 0;
  const lacksNumber = hasLines && count > 1 && !naming.pattern.includes(NUMBER);
  const id = (name: string) => `${formId}${errorKey(COMMON_LINE, name)}`;
  return (
    <div className={styles.common}>
      {common.map((name) => {
        const field = input.properties[name];
        if (field === undefined) return null;
        const Control = controlOf(field);
        const error = errors.get(errorKey(COMMON_LINE, name));
        const required = input.required.includes(name);
        return (
          <Item
            key={name}
            id={id(name)}
            label={field.title}
            required={required}
            error={error}
            help={required ? undefined : field['x-form']?.help}
          >
            <Control
              id={id(name)}
              field={field}
              value={values[name]}
              onChange={(value) => onChange(name, value)}
              placeholder={t('crud.choose')}
              invalid={error !== undefined}
              required={required}
              describedBy={`${id(name)}__note`}
            />
          </Item>
        );
      })}
      <Item id={id(':count')} label={t('crud.classBatch.count')}>
        <InputNumber
          id={id(':count')}
          className={styles.number}
          min={1}
          max={COUNT_MAX}
          precision={0}
          changeOnWheel={false}
          disabled={!hasLines}
          value={hasLines ? count : COUNT_DEFAULT}
          onChange={(next) => next !== null && onCount(next)}
        />
      </Item>
      <Item id={id(':start')} label={t('crud.classBatch.start')}>
        <InputNumber
          id={id(':start')}
          className={styles.number}
          min={1}
          max={99}
          precision={0}
          changeOnWheel={false}
          disabled={!hasLines}
          value={naming.start}
          onChange={(next) => next !== null && onStart(next)}
        />
      </Item>
      <Item
        id={id(':pattern')}
        label={t('crud.classBatch.pattern')}
        error={lacksNumber ? t('crud.classBatch.patternNeedsNumber') : undefined}
        help={t('crud.classBatch.patternHelp')}
      >
        <Input
          id={id(':pattern')}
          value={naming.pattern}
          disabled={!hasLines}
          maxLength={40}
          onChange={(event) => onPattern(event.target.value)}
          aria-describedby={`${id(':pattern')}__note`}
        />
      </Item>
    </div>
  );
}
