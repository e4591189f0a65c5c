import type { ComponentType, ReactNode } from 'react';
import type { Entity } from '../../resources/contract/entity.ts';
import type { Row } from '../../resources/contract/resource.ts';

interface Common {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Act of the permission table, in the resource's area or in the one named; absent where whoever sees the row may. */
  act?: string;
  area?: string;
  /** Whether it can be done to this row as it is; absent where to all. */
  fits?: (row: Row) => boolean;
}

export interface RowsDialogProps {
  entity: Entity;
  /** What the act is done to; open while there is anything. */
  rows: readonly Row[] | undefined;
  onClose: () => void;
  /** The rows are no longer what they were when they were chosen. */
  onDone: (ids: readonly string[]) => void;
}

/** Done to rows as they stand in the list, to several at once where `batch` says so. */
export interface RowsExtra extends Common {
  batch?: boolean;
  Dialog: ComponentType<RowsDialogProps>;
}

export interface RowDialogProps {
  entity: Entity;
  /** The row that it is about; open while there is one. */
  id: string | undefined;
  onClose: () => void;
}

/** About one row, in a dialog that has its place in the address: reload restores it, Back closes it. */
export interface LinkedExtra extends Common {
  linked: true;
  Dialog: ComponentType<RowDialogProps>;
}

/** About one row, on a page of its own. */
export interface PageExtra extends Common {
  to: (row: Row) => string;
}

/** Opens something that does not belong to the page. */
export interface OpenExtra extends Common {
  run: (row: Row) => void;
}

/**
 * Something that a resource's own page lets be done to its rows, beside editing and deleting; shown to those who may do
 * its act.
 */
export type RowExtra = RowsExtra | LinkedExtra | PageExtra | OpenExtra;

export const isPage = (extra: RowExtra): extra is PageExtra => 'to' in extra;
export const opens = (extra: RowExtra): extra is OpenExtra => 'run' in extra;
export const hasDialog = (extra: RowExtra): extra is RowsExtra | LinkedExtra => 'Dialog' in extra;
export const isLinked = (extra: RowExtra): extra is LinkedExtra => 'linked' in extra;
