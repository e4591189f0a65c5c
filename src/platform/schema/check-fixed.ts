import { FIXABLE_PARTS, type Fixable, type FixablePart } from './fixable.ts';
import { pointer, sameValue } from './json.ts';
import type { Finding } from './problem.ts';
import type { Base, EntitySchema, FieldSchema } from './types.ts';

const NAMES: Readonly<Record<Fixable, string>> = {
  title: '名称',
  description: '说明',
  required: '是否必填',
  enum: '选项',
  'x-labels': '选项的名称',
  default: '默认值',
  minLength: '最少字数',
  maxLength: '最多字数',
  minimum: '最小值',
  maximum: '最大值',
  'x-list': '在列表中的位置',
  'x-filter': '筛选',
  'x-form': '在表单中的位置',
  'x-sheet': '导入导出',
  'x-hidden': '是否使用',
  'x-seen-by': '可见范围',
  'x-written-by': '填写权限',
};
const PARTS: Readonly<Record<FixablePart, string>> = {
  layout: '页签与分栏',
  states: '状态与操作',
  views: '视图',
  prints: '打印模板',
  automations: '自动化',
  rules: '校验规则',
};
const nameOf = (key: string): string => NAMES[key as Fixable] ?? key;

/** The keywords of a field that what is below may not change. */
const fixedKeys = (before: FieldSchema, after: FieldSchema): string[] => {
  const fixed = before['x-fixed'];
  if (fixed === undefined) return [];
  const all = fixed === true ? [...new Set([...Object.keys(before), ...Object.keys(after)])] : [...fixed];
  return [...all.filter((key) => key !== 'x-fixed' && key !== 'required'), 'x-fixed'];
};

const isRequiredFixed = ({ 'x-fixed': fixed }: FieldSchema): boolean =>
  fixed === true || (fixed?.includes('required') ?? false);

/** What a schema changes of the parts of its resource that the level above has fixed. */
function findChangedParts(above: Base, merged: EntitySchema): Finding[] {
  const [before, after] = [above['x-resource'], merged['x-resource']];
  return (before.fixed ?? []).flatMap((part): Finding[] => {
    const reason = `${PARTS[part]}由上级固定，不能改变`;
    const refuse = (...path: string[]) => [{ pointer: pointer(...path), reason, fix: '删去这一项，保持上级的设置' }];
    const changed = FIXABLE_PARTS[part].find((key) => !sameValue(before[key], after[key]));
    if (changed !== undefined) return refuse('x-resource', changed);
    if (part === 'rules' && !sameValue(above['x-rules'], merged['x-rules'])) return refuse('x-rules');
    return after.fixed?.includes(part) ? [] : refuse('x-resource', 'fixed');
  });
}

/** What a schema changes of what the level above has fixed: fields (`x-fixed`), and parts of the resource. */
export function findUnfixed(above: Base, merged: EntitySchema): Finding[] {
  const findings: Finding[] = findChangedParts(above, merged);
  for (const [name, before] of Object.entries(above.properties)) {
    const after = merged.properties[name];
    if (!after || before['x-fixed'] === undefined) continue;
    const value = (field: FieldSchema, key: string) => field[key as keyof FieldSchema];
    for (const key of fixedKeys(before, after))
      if (!sameValue(value(before, key), value(after, key)))
        findings.push({
          pointer: pointer('properties', name, key),
          reason: `“${before.title}”的${key === 'x-fixed' ? '固定' : nameOf(key)}由上级固定，不能改变`,
          fix: '删去这一项，保持上级的设置',
        });
    if (isRequiredFixed(before) && above.required.includes(name) !== merged.required.includes(name))
      findings.push({
        pointer: '/required',
        reason: `“${before.title}”是否必填由上级固定，不能改变`,
        fix: above.required.includes(name) ? `在 required 中写上 ${name}` : `从 required 中删去 ${name}`,
      });
  }
  return findings;
}
