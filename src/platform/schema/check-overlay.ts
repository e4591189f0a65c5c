import { checkEntity } from './check-entity.ts';
import { findUnfixed } from './check-fixed.ts';
import { describeVocabulary, type VocabularyFailure } from './describe-vocabulary.ts';
import { isObject, own, pointer, sameValue, type JsonObject } from './json.ts';
import { mergeOverlay, settle } from './merge.ts';
import type { Finding, Report } from './problem.ts';
import type { Base, EntitySchema, EnumLists, FieldSchema } from './types.ts';

/**
 * Validates a document against `schemas/vocabulary.json`. Passed as a parameter, because the browser has no compiling
 * validator.
 */
export type VocabularyCheck = (document: unknown) => readonly VocabularyFailure[];

/** `merged` is the base for another overlay; `schema` is the result in force. */
export type OverlayVerdict =
  | { ok: true; schema: EntitySchema; merged: EntitySchema }
  | { ok: false; findings: Finding[] };

/** Keywords of a core field that code and stored data rely on. */
const FIXED = [
  'type',
  'format',
  'x-unit',
  'x-decimals',
  'readOnly',
  'x-kind',
  'x-of',
  'x-enum',
  'x-edu-levels',
  'x-area',
  'x-sealed',
  'x-confidential',
  'x-open',
  'x-fields',
  'x-formats',
  'x-max-mb',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'propertyNames',
  'additionalProperties',
  'maxProperties',
] as const;
/** Codes that a tenant adds, as they travel and are stored. */
const CODE = /^[a-z][a-z0-9_]{0,39}$/;
/** Restrictions that an overlay may add to a field but not replace. */
const KEPT = ['pattern', 'x-mask', 'x-sealed', 'x-confidential'] as const;
const FIXED_OF_RESOURCE = [
  'path',
  'paths',
  'detail',
  'table',
  'area',
  'id',
  'label',
  'key',
  'owner',
  'versions',
  'attachments',
  'automated',
] as const;
/** What an overlay may not set where the core does not. */
const NEVER_SET: ReadonlySet<string> = new Set(['paths', 'detail', 'automated']);
/** What an overlay may set where the core does not: a file of the tenant sets it, and the studio changes it. */
const FIXED_OF_CORE = ['settled', 'states'] as const;

/**
 * Merges an overlay into a schema (enums expanded) and validates the result: an overlay may add fields, retitle,
 * reorder, hide, require, and narrow an enum, a length or a range; it may not remove or widen what the core relies on.
 *
 * @param under The base of the overlay: the core itself, or the core with the tenant's other overlay, whose address,
 *   rights and masks apply too
 */
export function checkOverlay(
  core: Base,
  overlay: unknown,
  enums: EnumLists,
  vocabulary: VocabularyCheck,
  under: Base = core,
): OverlayVerdict {
  if (!isObject(overlay))
    return { ok: false, findings: [{ pointer: '', reason: '补丁不是 JSON 对象', fix: '写成 {"properties": {…}}' }] };
  const merged = mergeOverlay(under, overlay, enums);
  const removed = findRemoved(core, merged);
  const failed = describeVocabulary(vocabulary(merged));
  if (removed.length > 0 || failed.length > 0) return { ok: false, findings: [...removed, ...failed] };
  const schema = merged as unknown as EntitySchema; // the vocabulary has just accepted it
  const findings = [...findUnfixed(core, schema), ...findWidened(core, under, schema, overlay), ...checkEntity(schema)];
  return findings.length > 0 ? { ok: false, findings } : { ok: true, schema: settle(schema), merged: schema };
}

/** Who declares a field that is below: the product, or a layer of the organisation above. */
const ownerOf = (field: FieldSchema | undefined): string => (field?.['x-tenant'] ? '上级' : '核心');

function findRemoved(core: Base, merged: JsonObject): Finding[] {
  return Object.keys(core.properties)
    .filter((name) => own(merged['properties'], name) === undefined)
    .map((name) => ({
      pointer: pointer('properties', name),
      reason: `删去了${ownerOf(core.properties[name])}字段 ${name}`,
      fix: '不能删去；不想用它就写 {"x-hidden": true}，已存的值会保留',
    }));
}

function findWidened(core: Base, under: Base, merged: EntitySchema, overlay: JsonObject): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (path, reason, fix) => findings.push({ pointer: pointer(...path), reason, fix });
  checkResourceKept(core, under, merged, report);
  for (const [name, field] of Object.entries(merged.properties)) {
    if (own(own(overlay['properties'], name), 'x-tenant') !== undefined)
      report(['properties', name, 'x-tenant'], 'x-tenant 由系统写入', '删去这一项');
    const below = under.properties[name];
    if (below) checkRestrictionsKept(name, below, field, report);
    const before = core.properties[name];
    if (!before) continue;
    checkLimits(name, before, field, report);
    checkOptions(name, before, field, report);
    checkOccasions(name, before, field, report);
  }
  return findings;
}

/** Keywords of the resource, its acts and its required fields must be those of the core. */
function checkResourceKept(core: Base, under: Base, merged: EntitySchema, report: Report): void {
  for (const key of ['$id', 'type'] as const)
    if (merged[key] !== core[key]) report([key], `不能改变 ${key}`, '删去这一项');
  const fixed = FIXED_OF_RESOURCE.filter((key) => NEVER_SET.has(key) || under['x-resource'][key] !== undefined);
  for (const key of fixed)
    if (!sameValue(merged['x-resource'][key], under['x-resource'][key]))
      report(['x-resource', key], `不能改变资源的 ${key}`, '删去这一项');
  for (const key of FIXED_OF_CORE)
    if (core['x-resource'][key] && !sameValue(merged['x-resource'][key], core['x-resource'][key]))
      report(['x-resource', key], `不能改变资源的 ${key}`, '删去这一项');
  checkRulesKept(core, merged, report);
  const extraAct = merged['x-resource'].acts.find((act) => !under['x-resource'].acts.includes(act));
  if (extraAct) report(['x-resource', 'acts'], `核心没有操作 ${extraAct}`, '只保留核心已有的操作');
  const dropped = core.required.filter((name) => !merged.required.includes(name));
  const required = [...core.required, ...merged.required.filter((name) => !core.required.includes(name))];
  if (dropped.length > 0)
    report(
      ['required'],
      `核心要求必填的 ${dropped.join('、')} 不见了`,
      `required 会整个替换，要写全：${JSON.stringify(required)}`,
    );
}

/** What the core demands of its rows stays; a tenant adds to it. */
function checkRulesKept(core: Base, merged: EntitySchema, report: Report): void {
  const has = (all: readonly unknown[] | undefined, one: unknown) => all?.some((each) => sameValue(each, one)) === true;
  if (core['x-rules']?.some((rule) => !has(merged['x-rules'], rule)))
    report(['x-rules'], '核心的规则不见了', 'x-rules 会整个替换，要把核心的规则也写上');
  const { unique, no_overlap: apart } = core['x-resource'];
  if (unique?.some((group) => !has(merged['x-resource'].unique, group)))
    report(['x-resource', 'unique'], '核心不能重复的字段不见了', 'unique 会整个替换，要把核心的也写上');
  if (apart && !sameValue(apart, merged['x-resource'].no_overlap))
    report(['x-resource', 'no_overlap'], '不能改变核心的 no_overlap', '删去这一项');
}

/** Masks and other restrictions of an existing field stay. */
function checkRestrictionsKept(name: string, below: FieldSchema, field: FieldSchema, report: Report): void {
  const at = ['properties', name];
  for (const key of KEPT)
    if (below[key] !== undefined && field[key] !== below[key])
      report([...at, key], `不能改变已有字段的 ${key}`, '删去这一项');
  for (const key of ['x-seen-by', 'x-written-by'] as const) {
    const roles = below[key];
    if (roles && !(field[key] !== undefined && field[key].every((role) => roles.includes(role))))
      report([...at, key], `不能放宽已有字段的 ${key}`, `只能写 ${JSON.stringify(roles)} 或其中一部分`);
  }
  if (below['x-filter']?.personal && field['x-filter'] && !field['x-filter'].personal)
    report([...at, 'x-filter', 'personal'], '这个字段的值能认出一个人，不能写进地址栏', '删去这一项');
}

/** Fixed keywords of a core field stay, and its limits may only become narrower. */
function checkLimits(name: string, before: FieldSchema, field: FieldSchema, report: Report): void {
  const at = ['properties', name];
  for (const key of FIXED)
    if (!sameValue(field[key], before[key]))
      report([...at, key], `不能改变${ownerOf(before)}字段的 ${key}`, '删去这一项；需要别的类型就另加一个字段');
  for (const [key, title, word, looser] of [
    ['minLength', '最少字数', '小', -1],
    ['minimum', '最小值', '小', -1],
    ['maxLength', '最多字数', '大', 1],
    ['maximum', '最大值', '大', 1],
  ] as const) {
    const limit = before[key];
    if (limit !== undefined && (field[key] === undefined || (field[key] - limit) * looser > 0))
      report([...at, key], `${title}比${ownerOf(before)}的 ${limit} 更宽`, `不能比 ${limit} 更${word}`);
  }
}

/** Options of a core field may be removed; only an open field gets new ones, with valid codes. */
function checkOptions(name: string, before: FieldSchema, field: FieldSchema, report: Report): void {
  const at = ['properties', name, 'enum'];
  const extra = before.enum && (field.enum ? field.enum.filter((value) => !before.enum?.includes(value)) : before.enum);
  if (before['x-open'] && field.enum) {
    const wrong = extra?.find((value) => !CODE.test(String(value)));
    if (wrong !== undefined)
      report(
        at,
        `新的可选值 ${JSON.stringify(wrong)} 不合规定`,
        '用小写字母、数字和下划线，以字母开头，不超过 40 个字符；名称写在 x-labels 里',
      );
  } else if (extra && extra.length > 0)
    report(
      at,
      `${ownerOf(before)}没有可选值 ${extra.map((value) => JSON.stringify(value)).join('、')}`,
      `只能从 ${JSON.stringify(before.enum)} 中挑选；需要更多的值就另加一个字段`,
    );
}

/** A core field is filled in only on the occasions of the core. */
function checkOccasions(name: string, before: FieldSchema, field: FieldSchema, report: Report): void {
  const occasion = field['x-form']?.on.find((on) => !before['x-form']?.on.includes(on));
  if (occasion)
    report(
      ['properties', name, 'x-form', 'on'],
      `${ownerOf(before)}不接受在这个场合（${occasion}）填写 ${name}`,
      before['x-form'] ? `只能写 ${JSON.stringify(before['x-form'].on)} 或其中一部分` : '删去 x-form',
    );
}
