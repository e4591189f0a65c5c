import type { Compilable, CompiledQuery, DeleteResult, InsertResult, MergeResult, UpdateResult } from 'kysely';

/**
 * Scope of row-level security: the rows of `orgId` (`app.org_id`) and the user's own rows in any tenant
 * (`app.user_id`).
 */
export interface Tenant {
  readonly orgId: string | null;
  readonly userId: string | null;
}

/** No tenant: for platform tables, which row-level security does not protect. */
export const NO_TENANT: Tenant = { orgId: null, userId: null };

/** A statement of the query builder `qb`, compiled or not; for raw text use ``sql<Row>`…`.compile(qb)``. */
export type Statement<R = unknown> = Compilable<R> | CompiledQuery<R>;

/** Row type of a statement. */
export type RowOf<S> = S extends Statement<infer R> ? R : never;

/** Result of a statement: its rows, or the number of inserted, changed or deleted rows. */
export type Answer<R> = [R] extends [InsertResult | UpdateResult | DeleteResult | MergeResult] ? number : R[];

/** Results of several statements, in their order. */
export type Answers<Q extends readonly Statement[]> = {
  -readonly [K in keyof Q]: Q[K] extends Statement<infer R> ? Answer<R> : never;
};

/** A running transaction. Its statements run one after another, even when started concurrently. */
export interface Tx {
  readonly tenant: Tenant;
  /**
   * Sends one statement in one message. After a PostgreSQL error the transaction rolls back, even if the caller catches
   * the error.
   */
  run<R>(statement: Statement<R>): Promise<Answer<R>>;
  /** Sends several statements in one message. */
  batch<const Q extends readonly Statement[]>(statements: Q): Promise<Answers<Q>>;
  /**
   * Sends statements with the next message, or before the commit, instead of in a message of their own.
   *
   * @param check Gets their answers before the next message's are returned; its error fails the transaction
   */
  withNext<const Q extends readonly Statement[]>(statements: Q, check?: (answers: Answers<Q>) => void): void;
  /** Sends now what waits for the next message. */
  sendWaiting(): Promise<void>;
  /** Registers a hook that runs after the work has returned, just before the commit. */
  beforeCommit(hook: CommitHook): void;
  /** Registers the last change of the transaction, at most one. It is sent in one message with the commit. */
  extendLast(extension: Extension): void;
  /**
   * Registers a hook that runs after the commit and outside of the transaction, before `transaction` returns; a
   * rollback drops it. Its error is thrown to the caller of `transaction`.
   */
  afterCommit(hook: () => Promise<void> | void): void;
  /**
   * Sends texts to the listeners of a channel in every process after the commit; a rollback drops them.
   *
   * @param texts At most 7,900 bytes each, without secrets
   */
  announce(channel: string, texts: readonly string[]): Promise<void>;
}

/** Listener to the announcements of a channel. */
export interface ChannelListener {
  onMessage(text: string): void;
  /** Called after a lost connection: announcements may have been missed. */
  onMissed(): void;
}

/** Last step of a transaction; locks taken here are held only for the commit. */
export interface CommitHook {
  /** Returns statements that are sent in one message with the commit. An error rolls the transaction back. */
  statements(tx: Tx): Promise<readonly Statement[]>;
  /** Maps an error of this hook or its statements to the error to throw. */
  mapError?(error: unknown): unknown;
}

/**
 * Extends something that all transactions of a key extend one after another, such as a chain of log entries.
 * Transactions of this process take turns, so that the next one knows where the previous one left the end, and the
 * database locks the end only while it handles the last message.
 */
export interface Extension {
  readonly key: string;
  /**
   * Statements that rely on where this process left the end; undefined where that is unknown. They fail with
   * `isOvertaken` where another process has moved it; then `statements` is used.
   */
  follow(): readonly Statement[] | undefined;
  overtaken(): void;
  /** Reads and locks the end, and returns the statements. */
  statements(tx: Pick<Tx, 'run'>): Promise<readonly Statement[]>;
  /** Called after the commit, before the next turn. */
  committed(): void;
  /** Maps an error of the extension or of the commit to the error to throw. */
  mapError(error: unknown): unknown;
}

export interface TransactionOptions {
  /** Default: read committed. Serialisation failures (`isRetryable`) are thrown, never retried automatically. */
  isolation?: 'repeatable read' | 'serializable';
  /** Milliseconds until the transaction is rolled back with `TransactionTimeout`. Default: the database's limit. */
  timeLimitMs?: number;
}

/** A sent statement, for tests and metrics. */
export interface SentStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly tenant: Tenant;
  readonly via: 'read' | 'write' | 'transaction';
}

export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs SQL as the login role, without row-level security, for migrations, seeding and maintenance; never pass user
 * input as text. Without parameters the text may contain several statements; the rows of the last one are returned.
 */
export type AdminRun = (sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/**
 * Common interface of the embedded database and a PostgreSQL server. Every statement runs as the role `xinyu_app` with
 * the tenant set, so that row-level security always applies; text that could change this is refused.
 *
 * `read`, `write`, `transaction` and `admin` throw inside a transaction: its statements go through its `tx`. The
 * refused call rolls the transaction back, even if its error is caught.
 *
 * Errors: PostgreSQL's own `DatabaseError` (see the predicates in `errors.ts`), and `DatabaseUnavailable` when the
 * database is unreachable, the connection was lost or none was free in time.
 */
export interface Database {
  readonly kind: 'embedded' | 'server';
  /** Sends statements in one message as one read-only transaction. */
  read<const Q extends readonly Statement[]>(tenant: Tenant, statements: Q): Promise<Answers<Q>>;
  /**
   * Like `read`, but may change rows: all statements take effect or none. Costs one round trip; use it for writes that
   * do not depend on each other's results.
   */
  write<const Q extends readonly Statement[]>(tenant: Tenant, statements: Q): Promise<Answers<Q>>;
  /**
   * Runs the work in a transaction: commits when it returns, rolls back when it or any of its statements fails. Work
   * must await everything it starts.
   */
  transaction<T>(tenant: Tenant, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Returns when everything that was committed before is on disk. */
  flush(): Promise<void>;
  /** Throws inside a transaction or admin work; for code that may have to use the database. */
  assertOutside(): void;
  /** Runs work on a connection as the login role, without tenant and time limit. Not for requests. */
  admin<T>(work: (run: AdminRun) => Promise<T>): Promise<T>;
  /** @throws DatabaseUnavailable when the database cannot answer a statement now */
  ping(): Promise<void>;
  /** Subscribes to the announcements of a channel. @returns a function that unsubscribes */
  listen(channel: string, listener: ChannelListener): () => void;
  /**
   * Calls the listener before each statement is sent, except those of `admin` and internal ones.
   *
   * @returns A function that removes the listener
   */
  onStatement(listener: (statement: SentStatement) => void): () => void;
  /**
   * Calls the listener when the embedded engine has stopped for good and the process should end.
   *
   * @returns A function that removes the listener
   */
  onFatal(listener: (error: Error) => void): () => void;
  /** Connections of this process, and how much work waits for one. */
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Waits for running work, flushes and closes all connections. */
  close(): Promise<void>;
}
