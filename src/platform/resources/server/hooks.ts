import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import type { AppError } from '../../errors/app-error.ts';
import type { ListQuery } from '../../schema/query.ts';
import type { StoredRow } from './queries/rows/read.ts';
import type { RowTable } from './queries/rows/table.ts';
import type { Columns } from './queries/rows/write.ts';

/** A row by its wire names, the tenant's own fields among the others; fields without a value are absent. */
export type FlatRow = Record<string, unknown>;

/** A row about to be written. */
export interface Draft {
  /** As it will be; a resource may fill in what follows from the rest. */
  readonly row: FlatRow;
  /** As it is; absent where it is new. */
  readonly before?: Readonly<FlatRow>;
}

/** A draft that is being written, with the id of its row. */
export interface Written extends Draft {
  readonly id: string;
}

/** Says that a field of the draft at `index` cannot be written so. */
export type Refuse = (index: number, field: string, message: string) => void;

/** A parameter that a resource's list takes beside its filters: answers the filters it stands for. */
export type ListQueryRule = (
  ctx: OrgContext,
  query: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/** What is special about a resource; everything else follows from its schema. */
export interface ResourceHooks {
  readonly table: RowTable;
  /** Whoever writes rows of it waits for whoever else does so in the organisation (`lockOrg`), before any row is locked. */
  readonly inTurns?: boolean;
  /** Reads what the list's query has beside filters, and hands on the rest. @throws AppError where it is wrong */
  readonly query?: ListQueryRule;
  /**
   * Whether the caller may see rows of such a query, where that depends on it: asked before any is read. @throws
   * AppError AC_FORBIDDEN, PSY_INVALID_SECONDARY_TOKEN
   */
  admit?(ctx: OrgContext, query: Pick<ListQuery, 'filters'>): Promise<void>;
  /** Rows may be called by another id too: answers the own one for each, and as it is what names none. */
  ownIds?(ctx: OrgContext, ids: readonly string[]): Promise<readonly string[]>;
  /**
   * Columns that follow from the rest and that nobody writes: sort keys, ids of other things. Asked of every row about
   * to be written.
   */
  stored?(draft: Draft, ctx: OrgContext): Columns;
  /** Judges rows together, in the transaction that writes them. */
  judge?(tx: Tx, ctx: OrgContext, drafts: readonly Draft[], refuse: Refuse): Promise<void>;
  /** Writes what belongs to the rows in other tables, in their transaction and before them. */
  alsoWrite?(tx: Tx, ctx: OrgContext, rows: readonly Written[]): Promise<void>;
  /** Names of the fields that the log keeps of such a row; all of them where nothing is said. */
  logs?(row: Readonly<FlatRow>): ReadonlySet<string> | undefined;
  /** Rows as a sheet shows them, with what no column holds. */
  sheet?(ctx: OrgContext, rows: readonly StoredRow[]): Promise<readonly StoredRow[]>;
  /** Called with the rows locked. @throws AppError where they must stay */
  beforeDelete?(tx: Tx, ctx: OrgContext, rows: readonly Readonly<FlatRow>[], ids: readonly string[]): Promise<void>;
  /** Called once rows were changed or deleted and that is committed. */
  afterwards?(ctx: OrgContext, ids: readonly string[]): Promise<void>;
  /** What a violated constraint means: somebody else was faster. Undefined where it means nothing known. */
  conflict?(error: unknown, field: (name: string) => string | undefined): AppError | undefined;
}
