import { checkAutomations } from './check-automations.ts';
import { checkExpressions } from './check-expressions.ts';
import { checkGroups } from './check-groups.ts';
import { checkKind, hasFixedLength } from './check-kinds.ts';
import { checkLayout } from './check-layout.ts';
import { checkPrints } from './check-prints.ts';
import { checkRights } from './check-rights.ts';
import { checkStates } from './check-states.ts';
import { checkViews } from './check-views.ts';
import { fits } from './fits.ts';
import { pointer } from './json.ts';
import type { Finding, Report } from './problem.ts';
import { isRange } from './ranges.ts';
import { referredEntity } from './references.ts';
import { RESERVED, RESERVED_FOR_CORE } from './reserved-names.ts';
import { checkSequences } from './sequence.ts';
import {
  isComposed,
  isSeveral,
  isStructured,
  keyOf,
  type EntitySchema,
  type FieldKind,
  type FieldSchema,
  type Match,
} from './types.ts';

/**
 * Checks what the vocabulary cannot express: contradicting values, colliding names, fields that cannot be filled in.
 * Empty where the schema is valid.
 */
export function checkEntity(schema: EntitySchema): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (path, reason, fix) => findings.push({ pointer: pointer(...path), reason, fix });
  checkRequired(schema, report);
  checkResource(schema, report);
  checkStates(schema, report);
  checkViews(schema, report);
  checkLayout(schema, report);
  checkAutomations(schema, report);
  checkPrints(schema, report);
  for (const [name, field] of Object.entries(schema.properties)) {
    const at = ['properties', name];
    checkName(name, field, schema, report);
    checkValues(field, (path, ...rest) => report([...at, ...path], ...rest));
    checkShape(field, (path, ...rest) => report([...at, ...path], ...rest));
    checkPlaces(field, (path, ...rest) => report([...at, ...path], ...rest));
    checkKind(field, schema, (path, ...rest) => report([...at, ...path], ...rest));
  }
  checkRights(schema, report);
  checkExpressions(schema, report);
  checkGroups(schema, report);
  checkSequences(schema, report);
  return findings;
}

function checkRequired(schema: EntitySchema, report: Report): void {
  for (const name of schema.required) {
    const field = schema.properties[name];
    if (!field) report(['required'], `必填的 ${name} 不是这个实体的字段`, '改正名字，或者从 required 中删去');
    else if (field.default !== undefined) continue;
    else if (field['x-hidden'])
      report(
        ['properties', name, 'x-hidden'],
        `${name} 必填，又没有默认值，隐藏后就无法新增`,
        '给它 default，或者不隐藏',
      );
    else if (!field['x-form']?.on.includes('create'))
      report(
        ['properties', name],
        `${name} 必填，新增表单里却没有它，也没有默认值`,
        '在 x-form.on 中加入 "create"，或者给它 default，或者从 required 中删去',
      );
  }
}

function checkResource(schema: EntitySchema, report: Report): void {
  const meta = schema['x-resource'];
  for (const key of ['id', 'label'] as const) {
    const field = schema.properties[meta[key]];
    if (field?.type !== 'string')
      report(['x-resource', key], `${meta[key]} 不是这个实体的文字字段`, '写一个 type 为 string 的字段名');
    else if (field['x-mask'])
      report(
        ['properties', meta[key], 'x-mask'],
        `${meta[key]} 用来${key === 'id' ? '标识' : '称呼'}一行，不能脱敏：操作日志里也有它`,
        '换一个字段来称呼，或者删去 x-mask',
      );
    else if (field['x-sealed'])
      report(
        ['properties', meta[key], 'x-sealed'],
        `${meta[key]} 用来${key === 'id' ? '标识' : '称呼'}一行，不能加密保存`,
        '换一个字段来称呼，或者删去 x-sealed',
      );
    else if (field['x-hidden'])
      report(
        ['properties', meta[key], 'x-hidden'],
        `${meta[key]} 用来${key === 'id' ? '标识' : '称呼'}一行，不能隐藏`,
        '删去 x-hidden',
      );
  }
  for (const key of ['id', 'label'] as const)
    if (schema.properties[meta[key]]?.['x-confidential'])
      report(
        ['properties', meta[key], 'x-confidential'],
        `${meta[key]} 用来${key === 'id' ? '标识' : '称呼'}一行，不能只在详情里给出`,
        '删去 x-confidential',
      );
  if (meta.owner !== undefined && schema.properties[meta.owner]?.type !== 'string')
    report(['x-resource', 'owner'], `${meta.owner} 不是这个实体的文字字段`, '写一个 type 为 string 的字段名');
  const imports =
    meta.acts.includes('import') && Object.values(schema.properties).some((field) => field['x-sheet']?.import);
  for (const name of imports ? keyOf(schema) : []) {
    const field = schema.properties[name];
    if (!field?.['x-sheet']?.import || field['x-hidden'])
      report(
        ['x-resource', 'key'],
        `导入时要凭 ${name} 认出同一行，它却不能导入`,
        `给 ${name} 写上 "x-sheet": { "import": true }，或者在 x-resource.key 中换一个字段，或者不开放导入`,
      );
    else if (field['x-sealed'])
      report(['x-resource', 'key'], `${name} 是加密保存的字段，不能凭它认出同一行`, '换一个字段');
    else if (field['x-mask'])
      report(['x-resource', 'key'], `${name} 是脱敏的字段，不能凭它认出同一行：可以一点点试出原值`, '换一个字段');
  }
  for (const key of meta.sort.split(',')) {
    const name = key.replace(/^-/, '');
    if (!schema.properties[name]) report(['x-resource', 'sort'], `排序字段 ${name} 不存在`, '写已有的字段名');
    else if (schema.properties[name]['x-confidential'])
      report(['x-resource', 'sort'], `${name} 只在详情里给出，不能排序`, '换一个字段');
    else if (schema.properties[name]['x-sealed'])
      report(['x-resource', 'sort'], `${name} 是加密保存的字段，不能排序`, '换一个字段');
    else if (schema.properties[name]['x-mask'])
      report(['x-resource', 'sort'], `${name} 是脱敏的字段，不能排序`, '换一个字段');
  }
}

function checkName(name: string, field: FieldSchema, schema: EntitySchema, report: Report): void {
  const rename = '换一个名字';
  if (RESERVED.includes(name) || (field['x-tenant'] && RESERVED_FOR_CORE.includes(name)))
    report(['properties', name], `${name} 是系统保留的名字`, rename);
  for (const suffix of ['_from', '_to']) {
    const ranged = name.endsWith(suffix) ? name.slice(0, -suffix.length) : '';
    if (schema.properties[ranged]?.['x-filter']?.match === 'range')
      report(['properties', name], `${name} 与 ${ranged} 的区间筛选参数同名`, rename);
  }
}

function checkValues(field: FieldSchema, report: Report): void {
  const { enum: values, 'x-enum': list, 'x-labels': labels = {} } = field;
  if ((field['x-kind'] === 'row' || field['x-kind'] === 'rows') !== (field['x-of'] !== undefined))
    report(['x-of'], 'x-of 和 "x-kind": "row"（或 "rows"）要一起写', '补上另一个，或者都删去');
  if (field['x-sealed'] && referredEntity(field) !== undefined)
    report(['x-sealed'], '指向另一行的字段不能加密保存：查询、导出和清除要凭它找到行', '删去 x-sealed');
  if (list !== undefined && !values)
    report(['x-enum'], `schemas/enums.json 中没有列表 ${list}`, '改正列表名，或者用 enum 和 x-labels 直接写出可选值');
  if (values) {
    const type = isSeveral(field) ? 'string' : field.type;
    const wrong = values.find((value) =>
      type === 'integer' ? typeof value !== 'number' : type !== 'string' || typeof value !== 'string',
    );
    if (wrong !== undefined)
      report(
        ['enum'],
        `可选值 ${JSON.stringify(wrong)} 与类型 ${field.type} 不符`,
        '文字字段用带引号的值，整数字段用整数',
      );
    const nameless = values.find((value) => labels[String(value)] === undefined);
    if (nameless !== undefined)
      report(['x-labels'], `可选值 ${JSON.stringify(nameless)} 没有中文名称`, `在 x-labels 中加上 "${nameless}": "…"`);
  }
  const named: readonly (string | number | boolean)[] = field.type === 'boolean' ? [true, false] : (values ?? []);
  const strayIn = (keyed: object) => Object.keys(keyed).find((key) => !named.some((value) => String(value) === key));
  const stray = list === undefined ? strayIn(labels) : undefined;
  if (stray !== undefined) report(['x-labels', stray], `${stray} 不是可选值`, '改正它，或者加进 enum');
  const undescribed = Object.keys(field['x-templates'] ?? {}).find((value) => labels[value] === undefined);
  if (undescribed !== undefined)
    report(
      ['x-templates', undescribed],
      `${undescribed} 不是可选值`,
      `改正它，或者把 "${undescribed}" 加进 enum 和 x-labels`,
    );
  const strayTone = strayIn(field['x-tone'] ?? {});
  if (strayTone !== undefined) report(['x-tone', strayTone], `${strayTone} 不是可选值`, '改正它，或者删去');
  if ((field.minLength ?? 0) > (field.maxLength ?? Infinity))
    report(['minLength'], '最少字数大于最多字数', '改小 minLength');
  if ((field.minimum ?? -Infinity) > (field.maximum ?? Infinity)) report(['minimum'], '下限大于上限', '改小 minimum');
  if (field.default !== undefined && !fits(field, field.default))
    report(
      ['default'],
      `默认值 ${JSON.stringify(field.default)} 不是这个字段允许的值`,
      '改为符合 type、enum、上下限的值',
    );
}

/** Kinds of lists and structures, by type. */
const SHAPED: Readonly<Record<string, readonly FieldKind[]>> = {
  array: ['list', 'scales', 'staff-list', 'schools', 'school-stages'],
  object: ['structure', 'norm-sets', 'exam-scope', 'exam-visibility', 'exam-reasons'],
};
const SHAPE = ['items', 'minItems', 'maxItems', 'uniqueItems', 'properties', 'propertyNames', 'maxProperties'] as const;
const UNSHAPED = ['x-list', 'x-filter', 'x-sheet', 'x-mask', 'x-sealed', 'x-confidential', 'enum', 'default'] as const;

/** A list or structure says completely what it may hold, and has no place that shows one value. */
function checkShape(field: FieldSchema, report: Report): void {
  if (isSeveral(field) || isComposed(field)) return;
  const allowed = SHAPED[field.type];
  const kind = field['x-kind'];
  const claimed = Object.values(SHAPED).some((kinds) => kinds.some((each) => each === kind));
  if (allowed ? !allowed.some((each) => each === kind) : claimed)
    report(
      ['x-kind'],
      `array 的 x-kind 是 choices、rows、${SHAPED['array']?.join('、')}，object 的是 ${SHAPED['object']?.join('、')}`,
      '改正 type 或 x-kind',
    );
  if (!isStructured(field)) {
    const stray = [...SHAPE, 'additionalProperties' as const].find((key) => field[key] !== undefined);
    if (stray !== undefined) report([stray], `${stray} 只用于 array 和 object`, '删去这一项');
    return;
  }
  if (field['x-tenant'])
    report(
      ['type'],
      '单位自己的字段不能是列表或结构',
      '改为其他类型，或者 "x-kind": "choices"、"rows"、"group"、"rich-text"、"file"、"picture"',
    );
  if (field.type === 'array' && (!field.items || field.maxItems === undefined))
    report([], 'array 没有写明每一项的形状和最多几项', '加上 items 和 maxItems');
  if (field.type === 'object' && field.additionalProperties === undefined)
    report([], 'object 没有写明是否接受没有列出的部分', '加上 "additionalProperties": false，或者它们的形状');
  const misplaced = UNSHAPED.find((key) => field[key] !== undefined);
  if (misplaced !== undefined) report([misplaced], `array 和 object 不能有 ${misplaced}`, '删去这一项');
}

function checkPlaces(field: FieldSchema, report: Report): void {
  const { 'x-form': form, 'x-sheet': sheet, 'x-filter': filter } = field;
  if (form && field.readOnly) report(['x-form'], '只由系统写入的字段不能放进表单', '删去 x-form 或 readOnly');
  if (field['x-sealed'] && !form) report(['x-sealed'], '只有人填写的字段能加密保存', '加上 x-form，或者删去 x-sealed');
  if (sheet?.import && !form?.on.includes('create'))
    report(['x-sheet', 'import'], '能导入的字段也要能在新增时填写', '删去 import，或者在 x-form.on 中加入 "create"');
  if (
    form &&
    field.type === 'string' &&
    !field.enum &&
    !field.format &&
    field.maxLength === undefined &&
    !hasFixedLength(field)
  )
    report([], '可以填写的文字没有限制长度', '加上 "maxLength"，例如 "maxLength": 50');
  if (!filter) return;
  if (!matches(field).includes(filter.match))
    report(['x-filter', 'match'], `这种字段不能用 ${filter.match} 筛选`, `改为 ${matches(field).join(' 或 ')}`);
  if (filter.index && (filter.match !== 'contains' || field['x-tenant']))
    report(['x-filter', 'index'], '只有按 contains 筛选的核心文字字段能用 grams 索引', '删去 index');
  if (
    filter.default !== undefined &&
    (filter.match === 'range' || filter.match === 'contains' || !fits(field, filter.default))
  )
    report(['x-filter', 'default'], '默认的筛选值不是这个字段允许的值', '只给 equals 和 in 设默认值，并且用允许的值');
}

/** Kinds whose values are ids. */
const CHOSEN: ReadonlySet<unknown> = new Set<FieldKind>([
  'class',
  'year',
  'row',
  'college',
  'major',
  'department',
  'staff',
]);

/** How a field of this type can be searched. */
function matches(field: FieldSchema): readonly Match[] {
  if (field.type === 'boolean') return ['equals'];
  if (isSeveral(field)) return ['in'];
  if (isComposed(field)) return [];
  if (isRange(field) || field.format === 'time') return ['range'];
  if (field.enum || CHOSEN.has(field['x-kind'])) return ['equals', 'in'];
  if (field.format === 'date' || field.format === 'date-time') return ['range'];
  if (field.type === 'string') return ['contains', 'equals'];
  return ['equals', 'range'];
}
