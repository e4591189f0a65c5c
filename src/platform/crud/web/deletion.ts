import type { Row } from '../../resources/contract/resource.ts';

/** What a page knows about deleting its rows before the server is asked. */
export interface Deletion {
  /** Whether a row has the act at all; default: every row. */
  offered?: (row: Row) => boolean;
  /** Why these rows cannot be deleted; undefined where nothing is known against it. */
  refusal?: (rows: readonly Row[]) => string | undefined;
}
