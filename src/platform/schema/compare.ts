import { automationDifferences } from './compare-automations.ts';
import { layoutDifferences } from './compare-layout.ts';
import { stateDifferences } from './compare-states.ts';
import { viewDifferences } from './compare-views.ts';
import { sameValue } from './json.ts';
import { labelOf } from './labels.ts';
import { fieldsIn, type EntitySchema, type FieldKind, type FieldSchema } from './types.ts';

/** A difference between two schemas of one entity, as text for the person who decides on it. */
export interface Difference {
  field: string;
  title: string;
  text: string;
}

const TYPES: Readonly<Record<FieldSchema['type'], string>> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: '是否',
  array: '列表',
  object: '结构',
};
const KINDS: Partial<Readonly<Record<FieldKind, string>>> = {
  text: '多行文字',
  choices: '多选',
  row: '关联一条记录',
  rows: '关联多条记录',
  'time-range': '时间段',
  group: '一组值',
  'rich-text': '富文本',
  file: '文件',
  picture: '图片',
  'date-time-range': '日期时间段',
  rating: '评分',
  mobile: '手机号',
  'identity-number': '身份证号',
  address: '地址',
};
const FORMATS: Partial<Readonly<Record<NonNullable<FieldSchema['format']>, string>>> = {
  date: '日期',
  time: '时间',
  'date-time': '日期时间',
};
/** The name of a field's type. */
export const kindOf = (field: FieldSchema): string => {
  const kind = KINDS[field['x-kind'] ?? 'text'];
  if (field['x-kind'] !== undefined && kind !== undefined) return kind;
  if (field.enum) return '选项';
  return FORMATS[field.format ?? 'uri'] ?? TYPES[field.type];
};

const LIMITS: readonly [keyof FieldSchema, string][] = [
  ['minLength', '最少字数'],
  ['maxLength', '最多字数'],
  ['minimum', '最小值'],
  ['maximum', '最大值'],
  ['pattern', '格式'],
  ['description', '说明'],
  ['default', '默认值'],
  ['x-unit', '单位'],
  ['x-decimals', '小数位数'],
  ['x-of', '关联的资源'],
  ['minItems', '最少几项'],
  ['maxItems', '最多几项'],
  ['x-sequence', '编号'],
  ['x-formats', '文件格式'],
  ['x-max-mb', '每个文件最多几 MB'],
];
const EXPRESSIONS: readonly [keyof FieldSchema, string][] = [
  ['x-computed', '计算方法'],
  ['x-show', '显示的条件'],
  ['x-require', '必填的条件'],
  ['x-default', '自动填写'],
];
const RIGHTS = [
  ['x-seen-by', '可见的角色'],
  ['x-written-by', '可填写的角色'],
] as const;
const rolesOf = (roles: readonly number[] | undefined) =>
  roles === undefined ? '不限' : `“${roles.map((role) => labelOf('role', role)).join('、')}”`;
const shown = (value: unknown) => (value === undefined ? '不限' : String(value));
const labels = ({ enum: values = [], 'x-labels': names = {} }: FieldSchema) =>
  values.map((value) => names[String(value)] ?? String(value));

function inField(was: FieldSchema, is: FieldSchema): string[] {
  const texts: string[] = [];
  for (const [key, name] of EXPRESSIONS)
    if (!sameValue(was[key], is[key])) texts.push(is[key] === undefined ? `去掉${name}` : `${name}改变`);
  if (was.title !== is.title) texts.push(`名称由“${was.title}”改为“${is.title}”`);
  if (kindOf(was) !== kindOf(is)) texts.push(`类型由${kindOf(was)}改为${kindOf(is)}`);
  if (!was['x-hidden'] && is['x-hidden']) texts.push('隐藏');
  if (was['x-hidden'] && !is['x-hidden']) texts.push('重新显示');
  if (!was.enum && is.enum) texts.push(`选项为“${labels(is).join('、')}”`);
  else if (was.enum && is.enum && !sameValue(labels(was), labels(is)))
    texts.push(`选项由“${labels(was).join('、')}”改为“${labels(is).join('、')}”`);
  else if (was.enum && is.enum && !sameValue(was.enum, is.enum)) texts.push('选项的代码改变');
  for (const [key, name] of LIMITS)
    if (!sameValue(was[key], is[key])) texts.push(`${name}由 ${shown(was[key])} 改为 ${shown(is[key])}`);
  for (const [key, name] of RIGHTS)
    if (!sameValue(was[key], is[key])) texts.push(`${name}由${rolesOf(was[key])}改为${rolesOf(is[key])}`);
  for (const [place, name] of [
    ['x-list', '列表'],
    ['x-form', '表单'],
    ['x-filter', '筛选'],
  ] as const) {
    if (!was[place] && is[place]) texts.push(`放进${name}`);
    else if (was[place] && !is[place]) texts.push(`移出${name}`);
    else if (!sameValue(was[place], is[place]) && was[place]?.order === is[place]?.order)
      texts.push(`${name}中的设置改变`);
  }
  return texts;
}

/** The fields that both schemas have in a place, in the order of each; names the fields that were moved. */
function moved(was: EntitySchema, is: EntitySchema, place: 'x-list' | 'x-form'): Set<string> {
  const names = (schema: EntitySchema) => fieldsIn(schema, place).map(({ name }) => name);
  const [before, after] = [names(was), names(is)];
  const kept = after.filter((name) => before.includes(name));
  const order = before.filter((name) => after.includes(name));
  return new Set(
    kept.filter(
      (name) =>
        !sameValue(was.properties[name]?.[place]?.order, is.properties[name]?.[place]?.order) &&
        kept.indexOf(name) !== order.indexOf(name),
    ),
  );
}

/** All differences, field by field; empty where the schemas are equivalent. */
export function differences(was: EntitySchema, is: EntitySchema): Difference[] {
  const found: Difference[] = [];
  const add = (field: string, title: string, text: string) => found.push({ field, title, text });
  if (was.title !== is.title) add('', is.title, `资源名称由“${was.title}”改为“${is.title}”`);
  if (was['x-resource'].help !== is['x-resource'].help) add('', is.title, '说明改变');
  const ofResource = [stateDifferences, viewDifferences, layoutDifferences, automationDifferences];
  for (const compared of ofResource) for (const text of compared(was, is)) add('', is.title, text);
  if (!sameValue(was['x-rules'], is['x-rules'])) add('', is.title, '字段之间的规则改变');
  if (!sameValue(was['x-resource'].unique, is['x-resource'].unique)) add('', is.title, '不能重复的字段改变');
  if (!sameValue(was['x-resource'].no_overlap, is['x-resource'].no_overlap)) add('', is.title, '不能重叠的时间段改变');
  const [inList, inForm] = [moved(was, is, 'x-list'), moved(was, is, 'x-form')];
  for (const name of new Set([...Object.keys(was.properties), ...Object.keys(is.properties)])) {
    const [before, after] = [was.properties[name], is.properties[name]];
    if (!before && after) {
      add(name, after.title, `新增字段（${kindOf(after)}）`);
      for (const [key, right] of RIGHTS) if (after[key]) add(name, after.title, `${right}为${rolesOf(after[key])}`);
    } else if (before && !after) add(name, before.title, '删除字段');
    else if (before && after) {
      for (const text of inField(before, after)) add(name, after.title, text);
      if (inList.has(name)) add(name, after.title, '在列表中移动');
      if (inForm.has(name)) add(name, after.title, '在表单中移动');
    }
    const [required, requires] = [was.required.includes(name), is.required.includes(name)];
    if (after && required !== requires) add(name, after.title, requires ? '改为必填' : '不再必填');
  }
  return found;
}
