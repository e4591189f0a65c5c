import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../feature/web/control.ts';
import { fieldOfInner } from '../../../schema/composed.ts';
import { isObject, type JsonObject } from '../../../schema/json.ts';
import type { InnerField } from '../../../schema/types.ts';
import { controlOf, isChoiceField } from './registry.tsx';
import styles from './group-pick.module.css';

const linesOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The line with another value; an empty value leaves it. */
function withValue(line: JsonObject, name: string, value: unknown): JsonObject {
  const { [name]: _, ...rest } = line;
  return value === undefined || value === null ? rest : { ...rest, [name]: value };
}

/** Several lines of the same fields: each line with its own inputs and errors. */
export function GroupPick(props: ControlProps) {
  const { id, field, value, disabled = false, onChange, onTouch } = props;
  const { t } = useTranslation();
  const lines = linesOf(value);
  // Buffered inputs of one line may commit at once, before the next render.
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = linesOf(value);
  }, [value]);
  const [added, setAdded] = useState<string>();
  useEffect(() => {
    if (added !== undefined) document.getElementById(added)?.focus();
  }, [added]);
  const { 'x-fields': fields = [], maxItems = 0 } = field;
  const change = (next: readonly JsonObject[]) => {
    latest.current = next;
    onTouch?.();
    onChange(next.length === 0 ? undefined : next);
  };
  const set = (at: number, name: string, given: unknown) =>
    change(latest.current.map((line, i) => (i === at ? withValue(line, name, given) : line)));
  const add = () => {
    setAdded(`${id}_${lines.length}_${fields[0]?.name ?? ''}`);
    change([...latest.current, {}]);
  };
  return (
    <div
      id={id}
      className={styles.group}
      role="group"
      tabIndex={-1}
      aria-label={field.title}
      aria-describedby={props.describedBy}
    >
      {lines.map((line, i) => (
        <fieldset key={i} className={styles.line}>
          <legend className={styles.head}>
            {t('crud.line', { n: i + 1 })}
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              disabled={disabled}
              aria-label={t('crud.removeLine', { title: field.title, n: i + 1 })}
              onClick={() => change(latest.current.filter((_, k) => k !== i))}
            />
          </legend>
          <div className={styles.fields}>
            {fields.map((inner) => (
              <Inner
                key={inner.name}
                id={`${id}_${i}_${inner.name}`}
                inner={inner}
                value={line[inner.name]}
                disabled={disabled}
                problem={props.problems?.get(`${i}/${inner.name}`)}
                onChange={(given) => set(i, inner.name, given)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled || lines.length >= maxItems}
        onClick={add}
      >
        {lines.length >= maxItems
          ? t('crud.linesFull', { max: maxItems })
          : t('crud.addLine', { n: lines.length, max: maxItems })}
      </Button>
    </div>
  );
}

interface InnerProps {
  id: string;
  inner: InnerField;
  value: unknown;
  disabled: boolean;
  problem: string | undefined;
  onChange: (value: unknown) => void;
}

function Inner({ id, inner, value, disabled, problem, onChange }: InnerProps) {
  const { t } = useTranslation();
  const field = fieldOfInner(inner);
  const Control = controlOf(field);
  const isWide = inner['x-kind'] === 'text';
  return (
    <div className={isWide ? styles.wide : undefined}>
      <label htmlFor={id}>
        {inner.required && (
          <span className={styles.star} aria-hidden="true">
            *
          </span>
        )}
        {inner.title}
        {inner['x-unit'] !== undefined && <span className={styles.unit}>（{inner['x-unit']}）</span>}
      </label>
      <Control
        id={id}
        field={field}
        value={value}
        onChange={onChange}
        disabled={disabled}
        required={inner.required === true}
        invalid={problem !== undefined}
        describedBy={`${id}__problem`}
        placeholder={t(isChoiceField(field) ? 'crud.choose' : 'crud.enter')}
      />
      <span id={`${id}__problem`} role={problem === undefined ? undefined : 'alert'} className={styles.problem}>
        {problem}
      </span>
    </div>
  );
}
