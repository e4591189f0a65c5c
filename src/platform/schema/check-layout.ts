import { groupOf } from './arrange.ts';
import type { Report } from './problem.ts';
import type { EntitySchema } from './types.ts';

/** Checks the layout of an entity: groups that fields name, each in one tab, and tabs that can be told apart. */
export function checkLayout(schema: EntitySchema, report: Report): void {
  const { tabs = [], columns = {} } = schema['x-resource'].layout ?? {};
  // A hidden field keeps its group, so that a school may hide all fields of a group.
  const groups = new Set(Object.values(schema.properties).map(groupOf).filter(Boolean));
  const reportUnknown = (path: readonly string[], title: string) =>
    report(
      ['x-resource', 'layout', ...path],
      `没有分组“${title}”`,
      groups.size > 0
        ? `改为 ${[...groups].map((one) => `“${one}”`).join('、')} 之一，或者在字段的 x-form.group 中写上它`
        : '在字段的 x-form.group 中写上它，或者删去这一项',
    );
  const tabOf = new Map<string, string>();
  for (const [i, tab] of tabs.entries()) {
    const at = ['tabs', String(i)];
    if (tabs.findIndex(({ title }) => title === tab.title) < i)
      report(['x-resource', 'layout', ...at, 'title'], `有两个页签都名为“${tab.title}”`, '换一个名称');
    for (const [j, group] of tab.groups.entries()) {
      const other = tabOf.get(group);
      if (!groups.has(group)) reportUnknown([...at, 'groups', String(j)], group);
      else if (other !== undefined)
        report(
          ['x-resource', 'layout', ...at, 'groups', String(j)],
          `分组“${group}”已在页签“${other}”中`,
          '只留在一个页签中',
        );
      tabOf.set(group, tab.title);
    }
  }
  for (const group of Object.keys(columns)) if (!groups.has(group)) reportUnknown(['columns', group], group);
}
