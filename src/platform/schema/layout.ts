/** Numbers of columns that the fields of a group can stand in. */
export const COLUMNS = [1, 2, 3] as const;
export type Columns = (typeof COLUMNS)[number];

export interface LayoutTab {
  title: string;
  /** Titles of groups (`x-form.group`), in this order. */
  groups: readonly string[];
}

/** How forms and details arrange the groups of their fields. */
export interface Layout {
  tabs?: readonly LayoutTab[];
  /** Title of a group → its columns; one column where absent. */
  columns?: Readonly<Record<string, Columns>>;
}

/** Title of the group of fields that name none. */
export const OTHER_GROUP = '其他';
