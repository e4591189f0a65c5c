import { groupOf } from '../../../../platform/schema/arrange.ts';
import type { Columns, Layout, LayoutTab } from '../../../../platform/schema/layout.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { orderedNames } from '../draft.ts';

/** A tab that is edited; its key stays while the title changes. */
export interface DraftTab extends LayoutTab {
  key: number;
}

/** The groups of the form, in the order of their first field. */
export const groupsOf = (schema: EntitySchema): string[] => [
  ...new Set(
    orderedNames(schema, 'x-form')
      .map((name) => groupOf(schema.properties[name]))
      .filter((title) => title !== ''),
  ),
];

/** The tabs of a draft, without groups that no field has any more. */
export function tabsOf(schema: EntitySchema): DraftTab[] {
  const groups = groupsOf(schema);
  return (schema['x-resource'].layout?.tabs ?? []).map((tab, key) => ({
    key,
    title: tab.title,
    groups: tab.groups.filter((title) => groups.includes(title)),
  }));
}

/** The columns of each group. */
export function columnsOf(schema: EntitySchema): ReadonlyMap<string, Columns> {
  const columns = new Map(Object.entries(schema['x-resource'].layout?.columns ?? {}));
  return new Map(groupsOf(schema).map((title) => [title, columns.get(title) ?? 1]));
}

/** The schema with another layout; without tabs and columns it has none. */
export function withLayout(
  schema: EntitySchema,
  tabs: readonly LayoutTab[],
  columns: ReadonlyMap<string, Columns>,
): EntitySchema {
  const { layout: _, ...meta } = schema['x-resource'];
  const several = [...columns].filter(([, count]) => count > 1);
  const layout: Layout = {
    ...(tabs.length > 0 && { tabs: tabs.map(({ title, groups }) => ({ title: title.trim(), groups })) }),
    ...(several.length > 0 && { columns: Object.fromEntries(several) }),
  };
  return { ...schema, 'x-resource': { ...meta, ...(Object.keys(layout).length > 0 && { layout }) } };
}
