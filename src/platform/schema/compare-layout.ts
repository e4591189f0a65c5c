import { sameValue } from './json.ts';
import type { EntitySchema } from './types.ts';

/** How the layouts of two schemas differ, as text for the person who decides on it. */
export function layoutDifferences(was: EntitySchema, is: EntitySchema): string[] {
  const [before = {}, after = {}] = [was['x-resource'].layout, is['x-resource'].layout];
  const [tabsBefore = [], tabsAfter = []] = [before.tabs, after.tabs];
  const names = (groups: readonly string[]) => `“${groups.join('、')}”`;
  const titlesIn = (tabs: typeof tabsBefore, others: typeof tabsBefore) =>
    tabs.map(({ title }) => title).filter((title) => others.some((one) => one.title === title));
  const columns = new Set([...Object.keys(before.columns ?? {}), ...Object.keys(after.columns ?? {})]);
  return [
    ...tabsBefore
      .filter(({ title }) => !tabsAfter.some((one) => one.title === title))
      .map(({ title }) => `删除页签“${title}”`),
    ...tabsAfter.flatMap(({ title, groups }) => {
      const old = tabsBefore.find((one) => one.title === title);
      if (!old) return [`新增页签“${title}”（${groups.join('、')}）`];
      return sameValue(old.groups, groups) ? [] : [`页签“${title}”的分组由${names(old.groups)}改为${names(groups)}`];
    }),
    ...(sameValue(titlesIn(tabsBefore, tabsAfter), titlesIn(tabsAfter, tabsBefore)) ? [] : ['页签的次序改变']),
    ...[...columns].flatMap((group) => {
      const [old = 1, now = 1] = [before.columns?.[group], after.columns?.[group]];
      return old === now ? [] : [`分组“${group}”由 ${old} 栏改为 ${now} 栏`];
    }),
  ];
}
