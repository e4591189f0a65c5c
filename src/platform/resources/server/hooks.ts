import type { RowTable } from '../../access/server/queries/row-table.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { Columns } from '../../db/server/insert-rows.ts';
import type { AppError } from '../../errors/app-error.ts';
import type { ListQuery } from '../../schema/query.ts';
import type { StoredRow } from './queries/rows/read.ts';

/** A row by its wire names, including the tenant's own fields; fields without a value are absent. */
export type FlatRow = Record<string, unknown>;

/** A row about to be written. */
export interface Draft {
  /** The row after the change; `validate` may fill in derived fields. */
  readonly row: FlatRow;
  /** The row before the change; absent where the row is new. */
  readonly before?: Readonly<FlatRow>;
}

/** A draft that is being written, with the id of its row. */
export interface Written extends Draft {
  readonly id: string;
}

/** Reports that a field of the draft at `index` is wrong. */
export type Reject = (index: number, field: string, message: string) => void;

/** Translates a list parameter that is not a filter into the filters it means. */
export type ListQueryRule = (
  ctx: OrgContext,
  query: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/**
 * What is special about a resource; everything else follows from its schema. A write calls `validate`, `beforeWrite`
 * and `derivedColumns` in its transaction, and `afterCommit` after the commit (`write-rows.ts`).
 */
/** A column of a file that stands for rows: each of its cells is a row with these cells in other columns. */
export interface SpreadColumn {
  header: string;
  aliases?: readonly string[];
  values: Readonly<Record<string, string>>;
}
/** How a file may have several rows in one line. */
export interface Spread {
  columns: readonly SpreadColumn[];
  /** The field that the cells of these columns fill in. */
  value: string;
  /** Fields that a file with such columns must not have as columns of their own; `value` is one of them. */
  fields: readonly string[];
}

export interface ResourceHooks {
  readonly table: RowTable;
  /**
   * Area in which names of rows are read, beside that of the schema: of those in scope, or of all. Fields may refer to
   * them.
   */
  readonly namedIn?: { readonly area: string; readonly rows: 'scope' | 'all' };
  /** Columns of an imported file that stand for rows. */
  spread?(ctx: OrgContext): Spread;
  /** Writes lock the organisation (`lockOrg`) before any row, so that they run one at a time. */
  readonly locksOrganisation?: boolean;
  /**
   * Reads the parameters of the list's query that are not filters, and returns the rest. @throws AppError where one is
   * invalid
   */
  readonly query?: ListQueryRule;
  /**
   * Called before rows of a query are read. @throws AppError AC_FORBIDDEN, PSY_INVALID_SECONDARY_TOKEN where the caller
   * may not see rows of such a query
   */
  beforeRead?(ctx: OrgContext, query: Pick<ListQuery, 'filters'>): Promise<void>;
  /** Replaces alternative ids of rows with their own ids; an unknown id stays unchanged. */
  resolveIds?(ctx: OrgContext, ids: readonly string[]): Promise<readonly string[]>;
  /** Derived columns that clients cannot write: sort keys, ids of other rows. */
  derivedColumns?(draft: Draft, ctx: OrgContext): Columns;
  /** Validates drafts together, in the transaction that writes them. */
  validate?(tx: Tx, ctx: OrgContext, drafts: readonly Draft[], reject: Reject): Promise<void>;
  /** Writes dependent data of the rows in other tables, in the same transaction and before the rows. */
  beforeWrite?(tx: Tx, ctx: OrgContext, rows: readonly Written[]): Promise<void>;
  /** Names of the fields that the audit log keeps of a row; all fields where undefined. */
  logs?(row: Readonly<FlatRow>): ReadonlySet<string> | undefined;
  /** Rows as shown in a sheet, with values that no column stores. */
  sheet?(ctx: OrgContext, rows: readonly StoredRow[]): Promise<readonly StoredRow[]>;
  /** Called with the rows locked. @throws AppError where they must not be deleted */
  beforeDelete?(tx: Tx, ctx: OrgContext, rows: readonly Readonly<FlatRow>[], ids: readonly string[]): Promise<void>;
  /** Called once changed or deleted rows are committed. */
  afterCommit?(ctx: OrgContext, ids: readonly string[]): Promise<void>;
  /** The error for a violated constraint, when another user's write was first; undefined for an unknown constraint. */
  explainConflict?(error: unknown, field: (name: string) => string | undefined): AppError | undefined;
}
