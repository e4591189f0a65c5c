import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Expression } from '../../../platform/schema/expressions/expression.ts';
import { isObject } from '../../../platform/schema/json.ts';
import { isRange } from '../../../platform/schema/ranges.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { usableFields } from './conditions.ts';
import styles from './studio.module.css';

const CALCULATIONS = ['+', '-', '*', '/', 'days', 'minutes', 'count'] as const;
type Calculation = (typeof CALCULATIONS)[number];
const UNARY: ReadonlySet<Calculation> = new Set<Calculation>(['minutes', 'count']);

type Operand = string | number;
interface Formula {
  calculation: Calculation;
  operands: readonly (Operand | undefined)[];
}

const NEW: Formula = { calculation: '*', operands: [undefined, undefined] };
const NUMBER = ':number';

const operandOf = (value: unknown): Operand | undefined => {
  if (typeof value === 'number') return value;
  return isObject(value) && typeof value['var'] === 'string' ? value['var'] : undefined;
};

/** A formula of one calculation; undefined where a file says more. */
export function formulaOf(expression: Expression): Formula | undefined {
  const [[name, given] = ['', undefined]] = isObject(expression) ? Object.entries(expression) : [];
  const calculation = CALCULATIONS.find((one) => one === name);
  const operands = (Array.isArray(given) ? (given as unknown[]) : [given]).map(operandOf);
  if (calculation === undefined || operands.some((one) => one === undefined)) return undefined;
  return operands.length === (UNARY.has(calculation) ? 1 : 2) ? { calculation, operands } : undefined;
}

const asExpression = (operand: Operand) => (typeof operand === 'number' ? operand : { var: operand });
const expressionOf = ({ calculation, operands }: Formula): Expression => ({
  [calculation]: operands.map((operand) => asExpression(operand ?? '')),
});

interface Props {
  schema: EntitySchema;
  /** The computed field; it cannot use itself. */
  name: string;
  value: Expression;
  onChange: (value: Expression) => void;
}

/** The fields that a calculation can take. */
function operandsFor(schema: EntitySchema, name: string, calculation: Calculation) {
  return usableFields(schema, name).filter(({ value }) => {
    const field = schema.properties[value];
    if (!field) return false;
    if (calculation === 'minutes') return isRange(field);
    if (calculation === 'count') return field.type === 'array';
    if (calculation === 'days') return field.format === 'date' || field.format === 'date-time';
    return (field.type === 'integer' || field.type === 'number') && !field.enum;
  });
}

/** Composes a formula of one calculation over other fields. */
export function FormulaEditor({ schema, name, value, onChange }: Props) {
  const { t } = useTranslation();
  const formula = formulaOf(value) ?? (isObject(value) && Object.keys(value).length > 0 ? parts(value) : NEW);
  if (formula === undefined) return <p className={styles.hint}>{t('studio.formulaOfFile')}</p>;
  const { calculation, operands } = formula;
  const set = (next: Formula) => onChange(expressionOf(next));
  const setOperand = (i: number, operand: Operand) =>
    set({ calculation, operands: operands.map((one, at) => (at === i ? operand : one)) });
  const choices = operandsFor(schema, name, calculation);
  const withNumber = ['+', '-', '*', '/'].includes(calculation);
  return (
    <div className={styles.conditions} role="group" aria-label={t('studio.formula')}>
      <Select<Calculation>
        value={calculation}
        aria-label={t('studio.calculation')}
        options={CALCULATIONS.map((one) => ({ value: one, label: t(`studio.calculations.${one}`) }))}
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
            options={[...choices, ...(withNumber ? [{ value: NUMBER, label: t('studio.aNumber') }] : [])]}
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

/** A formula that is being composed: fields that are not chosen yet are empty names. */
function parts(expression: Readonly<Record<string, unknown>>): Formula | undefined {
  const [[name, given] = ['', undefined]] = Object.entries(expression);
  const calculation = CALCULATIONS.find((one) => one === name);
  return calculation === undefined || !Array.isArray(given)
    ? undefined
    : { calculation, operands: given.map(operandOf) };
}
