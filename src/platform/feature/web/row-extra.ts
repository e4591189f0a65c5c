import type { ComponentType, ReactNode } from 'react';
import type { Entity } from '../../resources/contract/entity.ts';
import type { Row } from '../../resources/contract/resource.ts';

interface Common {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Comes before all other acts of the row. */
  leading?: boolean;
  /** Title of the submenu that holds it behind 更多; absent for an act of its own. */
  group?: string;
  /** Act of the permission table, in `area` or the area of the resource; absent if everyone who sees the row may do it. */
  act?: string;
  area?: string;
  /** Whether it applies to this row; absent if it applies to all. */
  appliesTo?: (row: Row) => boolean;
}

export interface RowsDialogProps {
  entity: Entity;
  /** Rows of the act; the dialog is open while defined. */
  rows: readonly Row[] | undefined;
  onClose: () => void;
  /** Called with the ids of the changed rows. */
  onDone: (ids: readonly string[]) => void;
}

/** Act on rows of the list; with `batch` also on a selection. */
export interface RowsExtra extends Common {
  batch?: boolean;
  Dialog: ComponentType<RowsDialogProps>;
}

export interface RowDialogProps {
  entity: Entity;
  /** Id of the row; the dialog is open while defined. */
  id: string | undefined;
  onClose: () => void;
}

/** Act on one row in a dialog that the URL names: reload restores it, Back closes it. */
export interface LinkedExtra extends Common {
  linked: true;
  Dialog: ComponentType<RowDialogProps>;
}

/** Act on one row on a separate page. */
export interface PageExtra extends Common {
  to: (row: Row) => string;
}

/** Opens something outside the page. */
export interface OpenExtra extends Common {
  run: (row: Row) => void;
}

/** An act on rows besides editing and deleting; shown if the role may do it. */
export type RowExtra = RowsExtra | LinkedExtra | PageExtra | OpenExtra;

export const isPage = (extra: RowExtra): extra is PageExtra => 'to' in extra;
export const opens = (extra: RowExtra): extra is OpenExtra => 'run' in extra;
export const hasDialog = (extra: RowExtra): extra is RowsExtra | LinkedExtra => 'Dialog' in extra;
export const isLinked = (extra: RowExtra): extra is LinkedExtra => 'linked' in extra;
