import type { RowTable } from '../../access/server/queries/row-table.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { Columns } from '../../db/server/insert-rows.ts';
import type { AppError } from '../../errors/app-error.ts';
import type { ListQuery } from '../../schema/query.ts';
import type { StoredRow } from './queries/rows/read.ts';

/** A row by its wire names, the tenant's own fields among the others; fields without a value are absent. */
export type FlatRow = Record<string, unknown>;

/** A row about to be written. */
export interface Draft {
  /** As it will be; `validate` may fill in what follows from the rest. */
  readonly row: FlatRow;
  /** As it is; absent where the row is new. */
  readonly before?: Readonly<FlatRow>;
}

/** A draft that is being written, with the id of its row. */
export interface Written extends Draft {
  readonly id: string;
}

/** Reports that a field of the draft at `index` is wrong. */
export type Reject = (index: number, field: string, message: string) => void;

/** A parameter that a resource's list takes beside its filters: answers the filters it stands for. */
export type ListQueryRule = (
  ctx: OrgContext,
  query: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/**
 * What is special about a resource; everything else follows from its schema. A write calls `validate`, `beforeWrite`
 * and `derivedColumns` in its transaction, and `afterCommit` behind it (`save-rows.ts`).
 */
export interface ResourceHooks {
  readonly table: RowTable;
  /** Writes of it lock the organisation (`lockOrg`) before any row, so that they run one after another. */
  readonly locksOrganisation?: boolean;
  /** Reads what the list's query has beside filters, and hands on the rest. @throws AppError where it is wrong */
  readonly query?: ListQueryRule;
  /**
   * Called before rows of a query are read. @throws AppError AC_FORBIDDEN, PSY_INVALID_SECONDARY_TOKEN where the caller
   * may not see rows of such a query
   */
  beforeRead?(ctx: OrgContext, query: Pick<ListQuery, 'filters'>): Promise<void>;
  /** Replaces other ids that rows go by with their own; an id of no row stays as it is. */
  resolveIds?(ctx: OrgContext, ids: readonly string[]): Promise<readonly string[]>;
  /** Columns that follow from the rest and that clients cannot write: sort keys, ids of other rows. */
  derivedColumns?(draft: Draft, ctx: OrgContext): Columns;
  /** Validates drafts together, in the transaction that writes them. */
  validate?(tx: Tx, ctx: OrgContext, drafts: readonly Draft[], reject: Reject): Promise<void>;
  /** Writes what belongs to the rows in other tables, in their transaction and before them. */
  beforeWrite?(tx: Tx, ctx: OrgContext, rows: readonly Written[]): Promise<void>;
  /** Names of the fields that the audit log keeps of such a row; all of them where undefined. */
  logs?(row: Readonly<FlatRow>): ReadonlySet<string> | undefined;
  /** Rows as a sheet shows them, with what no column holds. */
  sheet?(ctx: OrgContext, rows: readonly StoredRow[]): Promise<readonly StoredRow[]>;
  /** Called with the rows locked. @throws AppError where they must stay */
  beforeDelete?(tx: Tx, ctx: OrgContext, rows: readonly Readonly<FlatRow>[], ids: readonly string[]): Promise<void>;
  /** Called once changed or deleted rows are committed. */
  afterCommit?(ctx: OrgContext, ids: readonly string[]): Promise<void>;
  /** The error that a violated constraint means, another user having been faster; undefined for an unknown one. */
  explainConflict?(error: unknown, field: (name: string) => string | undefined): AppError | undefined;
}
