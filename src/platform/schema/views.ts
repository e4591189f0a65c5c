export const VIEW_KINDS = ['board', 'calendar', 'cards', 'gallery', 'tree'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

/** Another way to look at the rows of a list: by a state, by days, as cards, by their pictures, or below each other. */
export interface ResourceView {
  /** Identifies the view in the address and in saved views. */
  key: string;
  title: string;
  kind: ViewKind;
  /**
   * The field that divides the rows: of options for a board, of days or times for a calendar, of pictures for a
   * gallery, of the row above for a tree.
   */
  by?: string;
  /** The field that names a row in the view; the label of the resource where absent. */
  title_field?: string;
}

/** Kinds of views whose rows are the page of the list; the others load rows of their own. */
export const isPaged = ({ kind }: Pick<ResourceView, 'kind'>): boolean => kind === 'cards' || kind === 'gallery';

/** Rows that a tree holds at most. */
export const TREE_MAX = 1000;
/** Levels of a tree. */
export const TREE_LEVELS = 12;

/** Columns that a board has room for. */
export const BOARD_MAX = 12;
