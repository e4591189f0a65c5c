import { isObject } from '../json.ts';

/** Operators and how many operands each has. */
const OPERATORS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  var: [1, 1],
  '==': [2, 2],
  '!=': [2, 2],
  '<': [2, 2],
  '<=': [2, 2],
  '>': [2, 2],
  '>=': [2, 2],
  '!': [1, 1],
  '!!': [1, 1],
  and: [1, 20],
  or: [1, 20],
  if: [2, 20],
  in: [2, 2],
  '+': [1, 20],
  '-': [1, 2],
  '*': [1, 20],
  '/': [2, 2],
  '%': [2, 2],
  min: [1, 20],
  max: [1, 20],
  round: [1, 1],
  cat: [1, 20],
  count: [1, 1],
  sum: [1, 1],
  days: [2, 2],
  minutes: [1, 1],
};
/** Depth, number of parts, and length of a text: what one expression may cost. */
const DEPTH_MAX = 8;
const PARTS_MAX = 100;
const TEXT_MAX = 100;
const LIST_MAX = 50;

export const MOMENTS: readonly string[] = ['$today', '$now', '$me', '$my_class'];

/** What is wrong with an expression, and how to mend it. */
export interface ExpressionProblem {
  path: readonly string[];
  reason: string;
  fix: string;
}

/** @returns The problem of a variable; undefined where the expression may use it */
export type VariableCheck = (name: string) => Pick<ExpressionProblem, 'reason' | 'fix'> | undefined;

/** The first problem of an expression: an unknown operator or variable, or a limit that it exceeds. */
export function expressionProblem(expression: unknown, check: VariableCheck): ExpressionProblem | undefined {
  let parts = 0;
  const visit = (value: unknown, path: readonly string[], isList: boolean): ExpressionProblem | undefined => {
    parts += 1;
    if (parts > PARTS_MAX)
      return { path, reason: `表达式超过 ${PARTS_MAX} 个部分`, fix: '拆成几个字段，或者写得简单些' };
    if (path.length > DEPTH_MAX * 2)
      return { path, reason: `表达式超过 ${DEPTH_MAX} 层`, fix: '拆成几个字段，或者写得简单些' };
    if (typeof value === 'number' || typeof value === 'boolean') return undefined;
    if (typeof value === 'string')
      return value.length <= TEXT_MAX
        ? undefined
        : { path, reason: `表达式里的文字超过 ${TEXT_MAX} 个字`, fix: '写得短些' };
    if (Array.isArray(value))
      return isList ? constants(value, path) : { path, reason: '这里不能写列表', fix: '列表只能是 in 的第二项' };
    if (!isObject(value)) return { path, reason: '表达式里不能有空值', fix: '写字段、文字、数字、是或否' };
    return operation(value, path);
  };
  const constants = (list: readonly unknown[], path: readonly string[]): ExpressionProblem | undefined => {
    parts += list.length;
    const isConstant = (one: unknown) => typeof one === 'number' || (typeof one === 'string' && one.length <= TEXT_MAX);
    return list.length <= LIST_MAX && list.every(isConstant)
      ? undefined
      : { path, reason: '列表里只能有文字和数字，不超过 50 个', fix: '删去其他内容' };
  };
  const operation = (
    value: Readonly<Record<string, unknown>>,
    path: readonly string[],
  ): ExpressionProblem | undefined => {
    const [name = '', ...others] = Object.keys(value);
    if (name === '' || others.length > 0)
      return { path, reason: '表达式的一层只能有一个运算', fix: '写成 {"运算": [内容, 内容]}' };
    const count = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    const at = [...path, name];
    if (!count) return { path: at, reason: `没有运算 ${name}`, fix: `可以用：${Object.keys(OPERATORS).join('、')}` };
    const given: unknown = value[name];
    if (name === 'var') return variable(given, at);
    const operands: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (operands.length < count[0] || operands.length > count[1])
      return {
        path: at,
        reason: `${name} 要有 ${count[0] === count[1] ? count[0] : count.join(' 到 ')} 项`,
        fix: '补上或删去几项',
      };
    for (const [i, operand] of operands.entries()) {
      const problem = visit(operand, [...at, String(i)], name === 'in' && i === 1);
      if (problem) return problem;
    }
    return undefined;
  };
  const variable = (name: unknown, path: readonly string[]): ExpressionProblem | undefined => {
    if (typeof name !== 'string') return { path, reason: 'var 后面要写字段名', fix: '例如 {"var": "amount"}' };
    const problem = check(name);
    return problem && { path, ...problem };
  };
  return visit(expression, [], false);
}

/** The variables of an expression. */
export function variablesOf(expression: unknown): string[] {
  if (Array.isArray(expression)) return expression.flatMap(variablesOf);
  if (!isObject(expression)) return [];
  return Object.entries(expression).flatMap(([name, value]) =>
    name === 'var' && typeof value === 'string' ? [value] : variablesOf(value),
  );
}
