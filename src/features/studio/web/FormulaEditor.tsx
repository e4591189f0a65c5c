import { useResourceParams } from '@refinedev/core';
import { InputNumber, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isSchemaMeta } from '../../../platform/refine/web/resources.tsx';
import type { Expression } from '../../../platform/schema/expressions/expression.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import {
  calculationsFor,
  draftOf,
  expressionOf,
  fitsCalculation,
  formulaOf,
  sourcesOf,
  UNARY,
  type Calculation,
  type Formula,
  type Operand,
} from './formula.ts';
import styles from './studio.module.css';

const NUMBER = ':number';

interface Props {
  schema: EntitySchema;
  /** The computed field; it cannot use itself. */
  name: string;
  field: FieldSchema;
  value: Expression;
  onChange: (value: Expression) => void;
}

/** The schemas of the resources that the user opens. */
function useSchemas(): Readonly<Record<string, EntitySchema>> {
  const { resources } = useResourceParams();
  return useMemo(
    () =>
      Object.fromEntries(
        resources.flatMap(({ name, meta }) => (isSchemaMeta(meta) ? [[name, meta.schema] as const] : [])),
      ),
    [resources],
  );
}

/** Composes a formula of one calculation over fields of the row and of rows that it refers to. */
export function FormulaEditor({ schema, name, field, value, onChange }: Props) {
  const { t } = useTranslation();
  const all = useSchemas();
  const formula = formulaOf(value) ?? draftOf(value);
  if (formula === undefined) return <p className={styles.hint}>{t('studio.formulaOfFile')}</p>;
  const { calculation, operands } = formula;
  const set = (next: Formula) => onChange(expressionOf(next));
  const setOperand = (i: number, operand: Operand) =>
    set({ calculation, operands: operands.map((one, at) => (at === i ? operand : one)) });
  const choices = sourcesOf(schema, name, all).filter((source) => fitsCalculation(source, calculation, field));
  const withNumber = ['+', '-', '*', '/'].includes(calculation);
  return (
    <div className={styles.conditions} role="group" aria-label={t('studio.formula')}>
      <Select<Calculation>
        value={calculation}
        aria-label={t('studio.calculation')}
        options={calculationsFor(field).map((one) => ({ value: one, label: t(`studio.calculations.${one}`) }))}
        onChange={(next) =>
          set({ calculation: next, operands: UNARY.has(next) ? [undefined] : [undefined, undefined] })
        }
      />
      {operands.map((operand, i) => (
        <span key={i} className={styles.condition}>
          <Select<string>
            value={typeof operand === 'number' ? NUMBER : operand || undefined}
            placeholder={t('studio.chooseField')}
            aria-label={t('studio.operand', { n: i + 1 })}
            options={[
              ...choices.map(({ value: source, label }) => ({ value: source, label })),
              ...(withNumber ? [{ value: NUMBER, label: t('studio.aNumber') }] : []),
            ]}
            onChange={(next) => setOperand(i, next === NUMBER ? 1 : next)}
          />
          {typeof operand === 'number' && (
            <InputNumber<number>
              value={operand}
              aria-label={t('studio.aNumber')}
              onChange={(next) => setOperand(i, next ?? 0)}
            />
          )}
        </span>
      ))}
    </div>
  );
}
