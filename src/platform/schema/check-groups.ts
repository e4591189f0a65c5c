import { isUsable } from './check-expressions.ts';
import { isRange } from './ranges.ts';
import { isFiles, isSeveral, type EntitySchema } from './types.ts';

type Report = (path: readonly string[], reason: string, fix: string) => void;

/** Checks groups of fields whose values must differ (`unique`), and ranges that must not overlap (`no_overlap`). */
export function checkGroups(schema: EntitySchema, report: Report): void {
  const { unique = [], no_overlap: apart } = schema['x-resource'];
  const refuse = (path: readonly string[], name: string) => {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!field) report(path, `没有字段 ${name}`, '写已有的字段名');
    else if (!isUsable(schema, name))
      report(path, `不能按 ${name} 比较：它脱敏、加密、隐藏，或者不由这一行保存`, '换一个字段');
    else if (isSeveral(field) || isFiles(field)) report(path, `${name} 有几个值，不能按它比较`, '换一个字段');
  };
  for (const [i, group] of unique.entries())
    for (const [j, name] of group.entries()) refuse(['x-resource', 'unique', String(i), String(j)], name);
  if (!apart) return;
  const range = schema.properties[apart.range];
  if (!range || !isRange(range) || !isUsable(schema, apart.range))
    report(
      ['x-resource', 'no_overlap', 'range'],
      `${apart.range} 不是时间段`,
      '写 x-kind 为 time-range 或 date-time-range 的字段',
    );
  for (const [j, name] of apart.within.entries()) refuse(['x-resource', 'no_overlap', 'within', String(j)], name);
}
