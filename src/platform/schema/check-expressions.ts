import { expressionProblem, MOMENTS, variablesOf, type VariableCheck } from './expressions/check-expression.ts';
import { SHARED_TABLE } from './own-resource.ts';
import { nearest } from './problem.ts';
import { baseOf, isRelated, relatedBy } from './relations.ts';
import { isStructured, type EntitySchema, type FieldSchema } from './types.ts';

type Report = (path: readonly string[], reason: string, fix: string) => void;

const KEYWORDS = ['x-computed', 'x-show', 'x-require', 'x-default'] as const;
/** Rules of one resource: each is evaluated at every write. */
const SECRET = ['x-mask', 'x-sealed', 'x-confidential', 'x-area'] as const;

const isTenants = (field: FieldSchema, { 'x-resource': { table } }: EntitySchema) =>
  field['x-tenant'] === true || table === SHARED_TABLE;

/** Whether an expression may use a field: values that everybody sees who sees the row, and that the row itself holds. */
export function isUsable(schema: EntitySchema, name: string): boolean {
  const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  return (
    field !== undefined &&
    field['x-hidden'] !== true &&
    !isStructured(field) &&
    SECRET.every((key) => field[key] === undefined) &&
    (field['x-form'] !== undefined || (isTenants(field, schema) && name !== schema['x-resource'].id)) &&
    name !== 'created_at' &&
    name !== 'updated_at'
  );
}

/** The variables that expressions of a schema may use. */
const variables =
  (schema: EntitySchema, fields: boolean, moments: readonly string[]): VariableCheck =>
  (name) => {
    if (moments.includes(name)) return undefined;
    const usable = fields ? Object.keys(schema.properties).filter((one) => isUsable(schema, one)) : [];
    if (usable.includes(name)) return undefined;
    const near = nearest(name, [...usable, ...moments]);
    const secret = Object.hasOwn(schema.properties, name);
    return {
      reason: secret ? `表达式里不能用字段 ${name}` : `没有字段 ${name}`,
      fix: near
        ? `是不是 ${near}？`
        : `可以用${[...usable, ...moments].slice(0, 20).join('、')}；脱敏、加密、隐藏和由别的功能给出的字段不能用`,
    };
  };

/** The variables of computed fields: those of the row, and fields of rows that it refers to (`check-relations.ts`). */
const inputs = (schema: EntitySchema): VariableCheck => {
  const own = variables(schema, true, []);
  return (name) => {
    if (!isRelated(name)) return own(name);
    const problem = own(baseOf(name));
    if (problem) return problem;
    return relatedBy(schema, name)
      ? undefined
      : { reason: `${baseOf(name)} 没有关联其他记录`, fix: '写关联字段的名字' };
  };
};

/** Checks the expressions of fields (`x-computed`, `x-show`, `x-require`, `x-default`) and of rows (`x-rules`). */
export function checkExpressions(schema: EntitySchema, report: Report): void {
  const all = variables(schema, true, MOMENTS);
  const check = (path: readonly string[], expression: unknown, variable: VariableCheck) => {
    const problem = expressionProblem(expression, variable);
    if (problem) report([...path, ...problem.path], problem.reason, problem.fix);
  };
  for (const [name, field] of Object.entries(schema.properties)) {
    const at = ['properties', name];
    const used = KEYWORDS.filter((key) => field[key] !== undefined);
    const [first] = used;
    if (first === undefined) continue;
    if (!isTenants(field, schema)) report([...at, first], `核心字段不能有 ${first}`, '删去这一项，或者另加一个字段');
    if (used.includes('x-computed')) checkComputed(schema, name, field, report);
    else checkFilled(schema, name, field, report);
    if (field['x-computed'] !== undefined) check([...at, 'x-computed'], field['x-computed'], inputs(schema));
    for (const key of ['x-show', 'x-require'] as const)
      if (field[key] !== undefined) check([...at, key], field[key], all);
    if (field['x-default'] !== undefined)
      check([...at, 'x-default'], field['x-default'], variables(schema, false, MOMENTS));
  }
  for (const [i, { when, fields }] of (schema['x-rules'] ?? []).entries()) {
    check(['x-rules', String(i), 'when'], when, all);
    const stray = fields.find((name) => !isUsable(schema, name) || !schema.properties[name]?.['x-form']);
    if (stray !== undefined)
      report(['x-rules', String(i), 'fields'], `${stray} 不是表单里的字段，提示没有地方显示`, '写表单里的字段名');
  }
}

function checkComputed(schema: EntitySchema, name: string, field: FieldSchema, report: Report): void {
  const at = ['properties', name];
  if (field.readOnly !== true)
    report([...at, 'readOnly'], '计算的字段只由系统写入', '加上 "readOnly": true，并删去 x-form');
  if (field.type === 'array' || field.type === 'object')
    report([...at, 'type'], '计算的结果是一个值', '改为 string、integer、number 或 boolean');
  const stray = [
    'default',
    'x-show',
    'x-require',
    'x-default',
    'x-sequence',
    'x-sealed',
    'x-confidential',
    'x-mask',
  ] as const;
  const found = stray.find((key) => field[key] !== undefined);
  if (found !== undefined) report([...at, found], `计算的字段不能有 ${found}`, '删去这一项');
  const reaches = (from: string, seen: ReadonlySet<string>): boolean =>
    variablesOf(schema.properties[from]?.['x-computed']).some(
      (one) => one === name || (!seen.has(one) && reaches(one, new Set([...seen, one]))),
    );
  if (variablesOf(field['x-computed']).some(isRelated) && isCompared(schema, name))
    report(
      [...at, 'x-computed'],
      `${name} 用来判断重复或重叠，不能由关联的记录计算`,
      '换一个字段判断，或者去掉关联的字段',
    );
  if (reaches(name, new Set([name]))) report([...at, 'x-computed'], `${name} 的计算绕回了它自己`, '去掉对它自己的引用');
}

/** Whether rows are compared by a field when they are written. */
const isCompared = ({ 'x-resource': { unique = [], no_overlap: apart } }: EntitySchema, name: string): boolean =>
  unique.some((fields) => fields.includes(name)) || apart?.within.includes(name) === true;

function checkFilled(schema: EntitySchema, name: string, field: FieldSchema, report: Report): void {
  const at = ['properties', name];
  if (!field['x-form']) report(at, '条件和默认值只用于表单里填写的字段', '加上 x-form，或者删去这些条件');
  if (field['x-show'] !== undefined && schema.required.includes(name))
    report([...at, 'x-show'], `${name} 必填，就不能有时没有`, '从 required 中删去它，需要时写 x-require');
  if (field['x-show'] !== undefined && [schema['x-resource'].id, schema['x-resource'].label].includes(name))
    report([...at, 'x-show'], `${name} 用来称呼一行，不能有时没有`, '删去 x-show');
  if (variablesOf(field['x-show']).includes(name))
    report([...at, 'x-show'], '字段是否出现不能看它自己的值', '改为看别的字段');
  if (field['x-default'] !== undefined && field.default !== undefined)
    report([...at, 'x-default'], 'default 和 x-default 只能写一个', '删去其中一个');
}
