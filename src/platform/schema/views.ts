export const VIEW_KINDS = ['board', 'calendar', 'cards'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

/** Another way to look at the rows of a list: by a state, by days, or as cards. */
export interface ResourceView {
  /** Identifies the view in the address and in saved views. */
  key: string;
  title: string;
  kind: ViewKind;
  /** The field that divides the rows: of options for a board, of days or times for a calendar. */
  by?: string;
  /** The field that names a row in the view; the label of the resource where absent. */
  title_field?: string;
}

/** Columns that a board has room for. */
export const BOARD_MAX = 12;
