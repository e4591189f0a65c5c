import { fieldOfInner } from './composed.ts';
import { FILE_MB_MAX, FILES_MAX, PICTURE_MB_MAX } from './file-fields.ts';
import { SHARED_TABLE } from './own-resource.ts';
import {
  isComposed,
  isFiles,
  isSeveral,
  type EntitySchema,
  type FieldKind,
  type FieldSchema,
  type FieldType,
} from './types.ts';

type Report = (path: readonly string[], reason: string, fix: string) => void;

/** The type that a kind of value has. */
const TYPE_OF: Partial<Readonly<Record<FieldKind, FieldType>>> = {
  choices: 'array',
  rows: 'array',
  'time-range': 'string',
  'date-time-range': 'string',
  rating: 'integer',
  mobile: 'string',
  'identity-number': 'string',
  address: 'string',
  group: 'array',
  'rich-text': 'object',
  file: 'array',
  picture: 'array',
};
/** Kinds of texts whose content says how long they are. */
const FIXED_LENGTH: ReadonlySet<FieldKind | undefined> = new Set([
  'time-range',
  'date-time-range',
  'mobile',
  'identity-number',
]);
/** Whether the value of a text field cannot be of any length. */
export const hasFixedLength = (field: FieldSchema): boolean => FIXED_LENGTH.has(field['x-kind']);

const NOT_FOR_SEVERAL = ['items', 'uniqueItems', 'x-mask', 'x-sealed', 'x-confidential', 'default', 'x-enum'] as const;
const NOT_BESIDE_KIND = ['format', 'pattern', 'enum', 'minLength', 'maxLength'] as const;

/** Checks the kinds of values that a tenant's fields may have, their units and their digits. */
export function checkKind(field: FieldSchema, schema: EntitySchema, report: Report): void {
  const kind = field['x-kind'];
  const type = kind && TYPE_OF[kind];
  if (type !== undefined && field.type !== type)
    report(['type'], `x-kind 为 ${kind ?? ''} 的字段，type 应为 ${type}`, `改为 "type": "${type}"，或者换一个 x-kind`);
  if (hasFixedLength(field)) {
    const stray = NOT_BESIDE_KIND.find((key) => field[key] !== undefined);
    if (stray !== undefined) report([stray], `x-kind 为 ${kind ?? ''} 的值自有规定，不能再写 ${stray}`, '删去这一项');
  }
  if (kind === 'rating' && !((field.maximum ?? 0) >= 3 && (field.maximum ?? 0) <= 10))
    report(['maximum'], '评分没有写明最高几分，或者不在 3 到 10 之间', '加上 "maximum"，例如 "maximum": 5');
  checkAmount(field, report);
  if (isSeveral(field)) checkSeveral(field, schema, report);
  if (isComposed(field)) checkComposed(field, schema, report);
  if (field.type === 'object' && field.maxLength !== undefined && kind !== 'rich-text')
    report(['maxLength'], '字数只用于文字', '删去这一项');
  const strayLimit = (['x-formats', 'x-max-mb'] as const).find((key) => field[key] !== undefined && !isFiles(field));
  if (strayLimit !== undefined)
    report([strayLimit], `${strayLimit} 只用于 x-kind 为 file 或 picture 的字段`, '删去这一项');
  if (field['x-fields'] && kind !== 'group')
    report(['x-fields'], 'x-fields 只用于 x-kind 为 group 的字段', '删去这一项');
}

function checkAmount(field: FieldSchema, report: Report): void {
  const isNumber = (field.type === 'integer' || field.type === 'number') && !field.enum;
  for (const key of ['x-unit', 'x-decimals'] as const)
    if (field[key] !== undefined && (!isNumber || field['x-kind'] === 'rating'))
      report([key], `${key} 只用于数字字段`, '删去这一项');
  if (field.type === 'integer' && field['x-decimals'] !== undefined)
    report(['x-decimals'], '整数没有小数', '删去 x-decimals，或者把 type 改为 number');
}

function checkSeveral(field: FieldSchema, { 'x-resource': { table } }: EntitySchema, report: Report): void {
  if (!field['x-tenant'] && table !== SHARED_TABLE)
    report(['x-kind'], '核心实体自己的字段不能是 choices 或 rows：它们要有自己的列', '改为 list，或者放进单位的补丁');
  const stray = NOT_FOR_SEVERAL.find((key) => field[key] !== undefined);
  if (stray !== undefined) report([stray], `有几个值的字段不能有 ${stray}`, '删去这一项');
  if (field['x-list']?.sorter) report(['x-list', 'sorter'], '有几个值的字段不能排序', '删去 sorter');
  if (field['x-kind'] === 'choices' && !field.enum)
    report(['enum'], '可多选的字段没有选项', '用 enum 和 x-labels 写出选项');
  if (field['x-kind'] === 'rows' && field.enum)
    report(['enum'], '指向几行的字段没有自己的选项', '删去 enum 和 x-labels');
  if ((field.minItems ?? 0) > (field.maxItems ?? Infinity))
    report(['minItems'], '最少几项大于最多几项', '改小 minItems');
}

const NOT_FOR_COMPOSED = [
  'items',
  'uniqueItems',
  'x-mask',
  'x-sealed',
  'default',
  'x-enum',
  'enum',
  'x-filter',
  'properties',
  'additionalProperties',
  'maxProperties',
] as const;

/** Checks repeating groups, formatted text and files: values with parts, which no mask, filter or order can be for. */
function checkComposed(field: FieldSchema, { 'x-resource': { table } }: EntitySchema, report: Report): void {
  if (!field['x-tenant'] && table !== SHARED_TABLE)
    report(['x-kind'], `核心实体自己的字段不能是 ${field['x-kind'] ?? ''}：它们要有自己的列`, '放进单位的补丁');
  const stray = NOT_FOR_COMPOSED.find((key) => field[key] !== undefined);
  if (stray !== undefined) report([stray], `x-kind 为 ${field['x-kind'] ?? ''} 的字段不能有 ${stray}`, '删去这一项');
  if (field['x-list']?.sorter) report(['x-list', 'sorter'], '由几部分组成的值不能排序', '删去 sorter');
  if (field['x-kind'] === 'rich-text') {
    if (field.maxLength === undefined) report([], '富文本没有限制字数', '加上 "maxLength"，例如 "maxLength": 2000');
    return;
  }
  if (isFiles(field)) {
    checkFiles(field, report);
    return;
  }
  if (field['x-sheet']?.import) report(['x-sheet', 'import'], '有几行的字段不能导入', '删去 import');
  if (field.maxItems === undefined || field.maxItems > LINES_MAX)
    report(['maxItems'], `没有写明最多几行，或者超过 ${LINES_MAX} 行`, `加上 "maxItems"，例如 "maxItems": 10`);
  if ((field.minItems ?? 0) > (field.maxItems ?? Infinity))
    report(['minItems'], '最少几行大于最多几行', '改小 minItems');
  checkInner(field, report);
}

/** Checks how many files a field holds, of which size and format. */
function checkFiles(field: FieldSchema, report: Report): void {
  const isPicture = field['x-kind'] === 'picture';
  if (field['x-sheet']?.import) report(['x-sheet', 'import'], '文件和图片不能从表格导入', '删去 import');
  if (field.maxItems === undefined || field.maxItems > FILES_MAX)
    report(['maxItems'], `没有写明最多几个文件，或者超过 ${FILES_MAX} 个`, `加上 "maxItems"，例如 "maxItems": 3`);
  if ((field.minItems ?? 0) > (field.maxItems ?? Infinity))
    report(['minItems'], '最少几个文件大于最多几个', '改小 minItems');
  if (isPicture && field['x-formats'])
    report(['x-formats'], '图片的格式总是 png 和 jpeg', '删去 x-formats，或者把 x-kind 改为 file');
  const max = isPicture ? PICTURE_MB_MAX : FILE_MB_MAX;
  if ((field['x-max-mb'] ?? 0) > max) report(['x-max-mb'], `每个文件最多 ${max} MB`, '改小 x-max-mb');
}

/** At most this many lines in one group. */
const LINES_MAX = 50;

function checkInner({ 'x-fields': fields = [] }: FieldSchema, report: Report): void {
  if (fields.length === 0) report(['x-fields'], '没有写明每一行有哪些字段', '加上 x-fields');
  const names = fields.map(({ name }) => name);
  for (const [i, inner] of fields.entries()) {
    const at = (path: readonly string[], reason: string, fix: string) =>
      report(['x-fields', String(i), ...path], reason, fix);
    const field = fieldOfInner(inner);
    if (names.indexOf(inner.name) < i) at(['name'], `有两个字段都叫 ${inner.name}`, '换一个名字');
    const isFree = field.type === 'string' && !field.enum && !field.format && !hasFixedLength(field);
    if (isFree && field.maxLength === undefined) at([], '文字没有限制长度', '加上 "maxLength"，例如 "maxLength": 50');
    if (inner['x-kind'] !== undefined && inner.type !== 'string')
      at(['type'], '这种值的 type 应为 string', '改为 string');
    const nameless = field.enum?.find((value) => field['x-labels']?.[String(value)] === undefined);
    if (nameless !== undefined)
      at(['x-labels'], `可选值 ${JSON.stringify(nameless)} 没有中文名称`, `在 x-labels 中加上 "${nameless}": "…"`);
    if (field.enum && field.type !== 'string') at(['type'], '有可选值的字段 type 应为 string', '改为 string');
    if ((field.minimum ?? -Infinity) > (field.maximum ?? Infinity)) at(['minimum'], '下限大于上限', '改小 minimum');
    checkAmount(field, at);
  }
}
