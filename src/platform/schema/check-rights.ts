import { variablesOf } from './expressions/check-expression.ts';
import { within } from './field-rights.ts';
import type { Report } from './problem.ts';
import { referredEntity } from './references.ts';
import { baseOf } from './relations.ts';
import { KNOWN_ROLES, unknownRole } from './roles.ts';
import { keyOf, type EntitySchema, type FieldSchema } from './types.ts';

const RIGHTS = ['x-seen-by', 'x-written-by'] as const;
type Right = (typeof RIGHTS)[number];
const EXPRESSIONS = ['x-computed', 'x-show', 'x-require'] as const;

/** What a resource says by a field to everybody who may open it. */
function uses({ 'x-rules': rules = [], 'x-resource': meta }: EntitySchema): Map<string, string> {
  const { id, label, owner, settled, states, views = [], unique = [], no_overlap: apart, sort } = meta;
  const all: [purpose: string, names: readonly (string | undefined)[]][] = [
    ['认出同一行', meta.key ?? []],
    ['标识一行', [id]],
    ['作名称列', [label]],
    ['决定谁能修改', [owner]],
    ['表示状态', [settled?.field, states?.field]],
    ['排列各行', sort.split(',').map((key) => key.replace(/^-/, ''))],
    ['组成视图', views.flatMap(({ by, title_field: title }) => [by, title])],
    ['判断重复', unique.flat()],
    ['判断重叠', apart ? [apart.range, ...apart.within] : []],
    ['检查规则', rules.flatMap(({ when, fields }) => [...variablesOf(when), ...fields])],
  ];
  return new Map(all.flatMap(([purpose, names]) => names.flatMap((name) => (name ? [[name, purpose] as const] : []))));
}

/**
 * Checks who sees and who writes a field (`x-seen-by`, `x-written-by`): only the tenant's own fields, roles that exist,
 * and nothing from which another role could infer the value.
 */
export function checkRights(schema: EntitySchema, report: Report): void {
  const used = uses(schema);
  for (const [name, field] of Object.entries(schema.properties)) {
    const rights = RIGHTS.filter((key) => field[key] !== undefined);
    const refuse = (key: string, reason: string, fix: string) => report(['properties', name, key], reason, fix);
    for (const key of rights) checkRight(schema, name, field, key, refuse);
    const purpose = used.get(name);
    if (field['x-seen-by'] && purpose !== undefined)
      refuse('x-seen-by', `${name} 用来${purpose}，可查看这些记录的角色均须可见`, '删去 x-seen-by，或者换一个字段');
    checkInputs(schema, name, field, refuse);
  }
  checkTransitions(schema, report);
}

type Refuse = (key: string, reason: string, fix: string) => void;

function checkRight(schema: EntitySchema, name: string, field: FieldSchema, key: Right, refuse: Refuse): void {
  if (field['x-tenant'] !== true) {
    refuse(key, `${name} 不是本单位的字段，可见范围和填写权限由 policies/ 决定`, '删去这一项');
    return;
  }
  const role = unknownRole(field[key] ?? []);
  if (role !== undefined) refuse(key, `没有编号为 ${role} 的角色`, KNOWN_ROLES);
  if (schema.required.includes(name) && field.default === undefined)
    refuse(key, `${name} 必填，不能填写它的角色就无法新增`, '从 required 中删去它，或者给它 default');
  if (key === 'x-seen-by') {
    if (referredEntity(field) !== undefined)
      refuse(key, '关联的记录决定这一行的可见范围和能否删除，不能仅部分角色可见', '删去这一项');
    return;
  }
  if (!field['x-form']) refuse(key, '没有人填写这个字段', '删去这一项，或者加上 x-form');
  if (keyOf(schema).includes(name))
    refuse(key, `导入时要凭 ${name} 认出同一行，能导入的角色都要能填写它`, '删去这一项');
  if (!within(field[key], field['x-seen-by']))
    refuse(key, '不可见此字段的角色不能填写', `只写 ${JSON.stringify(field['x-seen-by'])} 中的角色`);
}

/** A value that follows from another one is seen by no more roles than that one. */
function checkInputs({ properties }: EntitySchema, name: string, field: FieldSchema, refuse: Refuse): void {
  for (const key of EXPRESSIONS)
    for (const input of variablesOf(field[key])) {
      const roles = Object.hasOwn(properties, baseOf(input)) ? properties[baseOf(input)]?.['x-seen-by'] : undefined;
      if (!within(field['x-seen-by'], roles))
        refuse(
          key,
          `${name} 由 ${input} 得出，可见范围却大于 ${input}`,
          `给 ${name} 写上 "x-seen-by": ${JSON.stringify(roles)} 或其中一部分，或者不用 ${input}`,
        );
    }
}

/** The roles of a transition must be able to fill in the fields that it requires. */
function checkTransitions({ properties, 'x-resource': { states } }: EntitySchema, report: Report): void {
  for (const [i, { require = [], roles }] of (states?.transitions ?? []).entries())
    for (const [j, name] of require.entries()) {
      const { 'x-seen-by': seers, 'x-written-by': writers } = properties[name] ?? {};
      if (!within(roles, seers) || !within(roles, writers))
        report(
          ['x-resource', 'states', 'transitions', String(i), 'require', String(j)],
          `有权进行此操作的角色不都能填写 ${name}`,
          `给这个操作写上 "roles": ${JSON.stringify(writers ?? seers)} 或其中一部分，或者不要求填写此字段`,
        );
    }
}
