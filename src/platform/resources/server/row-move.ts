import type { Transition } from '../../schema/states.ts';
import type { EntitySchema } from '../../schema/types.ts';

/** A transition of a row, for those who follow what happens to rows (`ResourceParts.moved`). */
export interface RowMove {
  schema: EntitySchema;
  rowId: string;
  transition: Transition;
  /** When the row was changed: the row's `updated_at`. */
  at: string;
  /** Account of the person who created the row; undefined where nothing tells. */
  creator: string | undefined;
}
