import {
  AUTOMATIONS_MAX,
  placeholdersOf,
  type Automation,
  type AutomationNotice,
  type AutomationTrigger,
} from './automations.ts';
import { checkMoves } from './check-moves.ts';
import { fits } from './fits.ts';
import { pointer } from './json.ts';
import { isOwn } from './own-resource.ts';
import type { Finding, Report } from './problem.ts';
import { namesStaff } from './references.ts';
import { KNOWN_ROLES, unknownRole } from './roles.ts';
import type { StateValue } from './states.ts';
import { isFiles, type EntitySchema, type FieldSchema } from './types.ts';

const PATH = ['x-resource', 'automations'] as const;

/** Whether texts and new rows may have the value of a field: never one that is encrypted or only in the details. */
export const isUsable = (field: FieldSchema | undefined): field is FieldSchema =>
  field !== undefined &&
  !field['x-hidden'] &&
  !field['x-sealed'] &&
  !field['x-confidential'] &&
  !field['x-area'] &&
  field.type !== 'object';

/** Whether a field says on which day something is. */
export const isDated = (field: FieldSchema): boolean =>
  field.format === 'date' || field.format === 'date-time' || field['x-kind'] === 'date-time-range';

/** Checks the automations of an entity as far as the entity itself tells. */
export function checkAutomations(schema: EntitySchema, report: Report): void {
  const { automations = [] } = schema['x-resource'];
  if (automations.length > 0 && !isOwn(schema)) report(PATH, '只有本校自己的资源能有自动化', '删去 automations');
  for (const [i, one] of automations.entries()) {
    const reportAt: Report = (path, ...rest) => report([...PATH, String(i), ...path], ...rest);
    if (automations.findIndex(({ key }) => key === one.key) < i)
      reportAt(['key'], `有两个自动化的标识都是 ${one.key}`, '换一个标识');
    if (!one.notify && !one.create && one.move === undefined && !one.webhook)
      reportAt([], `“${one.title}”没有写明要做什么`, '至少写一项：notify、create、move 或 webhook');
    checkTrigger(schema, one.when, reportAt);
    if (one.notify) checkNotice(schema, one.notify, reportAt);
    checkSources(schema, one, reportAt);
  }
  checkMoves(schema, automations, (path, ...rest) => report([...PATH, ...path], ...rest));
}

function checkTrigger({ properties, 'x-resource': { states } }: EntitySchema, when: AutomationTrigger, report: Report) {
  const known = (value: unknown) =>
    states !== undefined && properties[states.field]?.enum?.some((each) => each === value) === true;
  if ((when.on === 'state' || when.on === 'stay') && !known(when.state))
    report(['when', 'state'], `${when.state} 不是这个资源的状态`, '先设置状态，再写其中一个');
  if (when.on !== 'date') return;
  const field = properties[when.field];
  if (!isUsable(field) || !isDated(field) || field['x-mask'] || !field['x-tenant'])
    report(['when', 'field'], `${when.field} 不是这个资源的日期字段`, '写一个在用的日期、日期时间或日期时间段字段');
  const stray = when.states?.find((value) => !known(value));
  if (stray !== undefined) report(['when', 'states'], `${stray} 不是这个资源的状态`, '改正它，或者删去');
}

function checkNotice(
  { properties }: EntitySchema,
  { roles, field, creator, title, text = '' }: AutomationNotice,
  report: Report,
) {
  if (!roles && field === undefined && !creator)
    report(['notify'], '没有写明通知谁', '写上 roles、field 或 creator 中的至少一项');
  const role = unknownRole(roles ?? []);
  if (role !== undefined) report(['notify', 'roles'], `没有编号为 ${role} 的角色`, KNOWN_ROLES);
  if (field !== undefined && !namesStaff(properties[field]))
    report(['notify', 'field'], `${field} 不是教职工字段`, '写一个关联一名教职工的字段名，或者删去');
  for (const [key, words] of [
    ['title', title],
    ['text', text],
  ] as const)
    for (const name of placeholdersOf(words))
      if (!isUsable(properties[name]))
        report(['notify', key], `通知里不能用 {${name}}`, '只用在用的、不加密、不只在详情里给出的字段');
}

function checkSources(
  { properties, 'x-resource': { id } }: EntitySchema,
  { create }: Automation,
  report: Report,
): void {
  for (const [name, from] of Object.entries(create?.values ?? {}))
    if (
      'field' in from &&
      from.field !== id &&
      (!isUsable(properties[from.field]) || properties[from.field]?.['x-mask'])
    )
      report(['create', 'values', name], `不能取 ${from.field} 的值`, '换一个在用的、不加密也不脱敏的字段');
}

/** All schemas of a tenant, by entity. */
export type Schemas = Readonly<Record<string, EntitySchema>>;

/**
 * Checks the automations of one entity against the others of the tenant: targets, values, their number, and chains of
 * new rows that come back to their beginning.
 *
 * @param others The schemas of the tenant; that of the entity itself is replaced
 * @param alongside Resources that are created with it, whose schemas are not known yet
 */
export function findAutomations(schema: EntitySchema, others: Schemas, alongside: readonly string[] = []): Finding[] {
  const findings: Finding[] = [];
  const all: Schemas = { ...others, [schema.$id]: schema };
  const { automations = [] } = schema['x-resource'];
  if (automations.length === 0) return findings;
  for (const [i, one] of automations.entries()) {
    const report: Report = (path, reason, fix) =>
      findings.push({ pointer: pointer(...PATH, String(i), ...path), reason, fix });
    if (!alongside.includes(one.create?.entity ?? '')) checkTarget(schema, one, all, report);
    const circle = circleFrom(all, schema.$id, one);
    if (circle)
      report(
        ['create'],
        `“${one.title}”会循环：${circle.map((name) => all[name]?.title ?? name).join(' → ')}`,
        '去掉其中一步的新增，或者停用其中一个自动化',
      );
  }
  const count = Object.values(all).reduce((sum, { 'x-resource': meta }) => sum + (meta.automations?.length ?? 0), 0);
  if (count > AUTOMATIONS_MAX)
    findings.push({
      pointer: pointer(...PATH),
      reason: `本单位共有 ${count} 个自动化，最多 ${AUTOMATIONS_MAX} 个`,
      fix: '先删除不再需要的',
    });
  return findings;
}

/** Whether automations may create rows of an entity. */
export const isTarget = (schema: EntitySchema): boolean =>
  (isOwn(schema) || schema['x-resource'].automated === true) && schema['x-resource'].acts.includes('create');

function checkTarget(schema: EntitySchema, { create }: Automation, all: Schemas, report: Report): void {
  if (!create) return;
  const target = Object.hasOwn(all, create.entity) ? all[create.entity] : undefined;
  if (!target || !isTarget(target)) {
    report(
      ['create', 'entity'],
      `${create.entity} 不是自动化可以新增的资源`,
      '换一个本校自己的资源，或者 follow-up（随访）',
    );
    return;
  }
  if (create.as && 'field' in create.as && !namesStaff(schema.properties[create.as.field]))
    report(['create', 'as', 'field'], `${create.as.field} 不是教职工字段`, '写一个关联一名教职工的字段名，或者删去');
  for (const [name, from] of Object.entries(create.values)) {
    const field = Object.hasOwn(target.properties, name) ? target.properties[name] : undefined;
    const at = ['create', 'values', name];
    if (!field?.['x-form']?.on.includes('create') || field['x-hidden'])
      report(at, `${target.title}新增时不填写 ${name}`, '换一个新增表单里的字段，或者删去');
    else if (isFiles(field)) report(at, `${field.title}的文件只能由人上传`, '删去它的值');
    else if ('value' in from && !fits(field, from.value))
      report(at, `${String(from.value)} 不是${field.title}允许的值`, '改正它');
    else if ('days' in from && field.format !== 'date')
      report(at, `${field.title}不是日期`, '换一个日期字段，或者不按天数计算');
    else if ('field' in from && !isAssignable(schema, from.field, field))
      report(at, `${field.title}不能取 ${from.field} 的值`, '两个字段的类型要相同');
  }
  const missing = target.required.filter(
    (name) => !Object.hasOwn(create.values, name) && target.properties[name]?.default === undefined,
  );
  if (missing.length > 0)
    report(
      ['create', 'values'],
      `没有填写${target.title}必填的 ${missing.map((name) => target.properties[name]?.title ?? name).join('、')}`,
      '补上它们的值',
    );
}

/** Whether the value of a field of the first row has the form of the second field; any value can become free text. */
export function isAssignable(
  { $id, properties, 'x-resource': { id } }: EntitySchema,
  name: string,
  target: FieldSchema,
) {
  if (target['x-kind'] === 'row')
    return name === id ? target['x-of'] === $id : properties[name]?.['x-of'] === target['x-of'];
  if (name === id) return target.type === 'string' && target['x-kind'] === undefined && target.format === undefined;
  const source = properties[name];
  if (!source) return false;
  const isFree = target.type === 'string' && !target.enum && !target.format && (target['x-kind'] ?? 'text') === 'text';
  if (isFree) return true;
  return source.type === target.type && source.format === target.format && source['x-kind'] === target['x-kind'];
}

/** The automations that a new row of an entity starts, at once, at a date of it, or when it stays or is moved. */
const startedBy = (all: Schemas, entity: string): readonly Automation[] => {
  const { automations = [], states } = all[entity]?.['x-resource'] ?? {};
  const inUse = automations.filter(({ off }) => !off);
  const isMoved = inUse.some(({ move }) => move !== undefined);
  const isReached = (state: StateValue) => isMoved || state === states?.initial;
  return inUse.filter(({ when }) => (when.on !== 'state' && when.on !== 'stay') || isReached(when.state));
};

/** The entities of a chain of new rows that comes back to the automation it began with. */
function circleFrom(all: Schemas, entity: string, first: Automation): string[] | undefined {
  if (first.off || !first.create) return undefined;
  const walk = (target: string, path: readonly string[]): string[] | undefined => {
    for (const next of startedBy(all, target)) {
      if (!next.create) continue;
      if (target === entity && next.key === first.key) return [...path, target];
      if (path.includes(target)) continue;
      const found = walk(next.create.entity, [...path, target]);
      if (found) return found;
    }
    return undefined;
  };
  return walk(first.create.entity, [entity]);
}
