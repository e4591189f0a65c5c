import type { Compilable, CompiledQuery, DeleteResult, InsertResult, MergeResult, UpdateResult } from 'kysely';

/**
 * What row-level security lets a message see: rows of `orgId` (`app.org_id`), and a person's own rows in any tenant
 * (`app.user_id`).
 */
export interface Tenant {
  readonly orgId: string | null;
  readonly userId: string | null;
}

/** A statement of the query builder `qb`, compiled or not. Raw text becomes one by ``sql<Row>`…`.compile(qb)``. */
export type Statement<R = unknown> = Compilable<R> | CompiledQuery<R>;

/** The rows that a statement returns. */
export type RowOf<S> = S extends Statement<infer R> ? R : never;

/** Rows where a statement returns some, else the number of rows it inserted, changed or deleted. */
export type Answer<R> = [R] extends [InsertResult | UpdateResult | DeleteResult | MergeResult] ? number : R[];

/** One answer per statement, in their order. */
export type Answers<Q extends readonly Statement[]> = {
  -readonly [K in keyof Q]: Q[K] extends Statement<infer R> ? Answer<R> : never;
};

/** A running transaction. Its statements run one after another, whoever awaits them. */
export interface Tx {
  readonly tenant: Tenant;
  /**
   * One statement, one message. Throws what PostgreSQL says; the transaction is then over and rolls back, even if the
   * error is caught.
   */
  run<R>(statement: Statement<R>): Promise<Answer<R>>;
  /** Several statements in one message. */
  batch<const Q extends readonly Statement[]>(statements: Q): Promise<Answers<Q>>;
  /** Adds what is done last of all, when the work has returned. */
  atEnd(closing: Closing): void;
  /**
   * Tells every process that listens, this one too, once the transaction is committed and not otherwise. @param texts
   * of at most 7,900 bytes each, without secrets
   */
  announce(channel: string, texts: readonly string[]): Promise<void>;
}

/** Whoever listens to what transactions announce. */
export interface Hearing {
  heard(text: string): void;
  /** Something may have been announced that was not heard: the connection had broken. */
  missed(): void;
}

/** What a transaction does last of all: what it locks here is held for its commit alone. */
export interface Closing {
  /** Answers statements that are sent together with the commit, in one message. Where it throws nothing is committed. */
  statements(tx: Tx): Promise<readonly Statement[]>;
  /** What is thrown where the statements, or working them out, failed. */
  failure?(error: unknown): unknown;
}

export interface TransactionOptions {
  /** Default: read committed. A serialisation failure (`isRetryable`) is thrown; nothing is retried by itself. */
  isolation?: 'repeatable read' | 'serializable';
  /**
   * The transaction is rolled back after this many milliseconds, and `TransactionTimeout` thrown. Default: the
   * database's.
   */
  timeLimitMs?: number;
}

/** A statement as it was sent, for tests and measurements. */
export interface SentStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly tenant: Tenant;
  readonly via: 'read' | 'write' | 'transaction';
}

export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs SQL as the login role, past row-level security: for migrations, seeding and upkeep, with text of our own only.
 * Without parameters the text may hold several statements; the last one's rows are returned.
 */
export type AdminRun = (sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/**
 * One way to the embedded database and to a PostgreSQL server. Every statement runs under the role `xinyu_app` with the
 * tenant set, so that row-level security is always in force; text that would change that is refused before it is sent.
 *
 * Errors: PostgreSQL's own `DatabaseError` (see the predicates in `errors.ts`), and `DatabaseUnavailable` where the
 * database could not be reached, went away meanwhile or had no connection free in time.
 */
export interface Database {
  readonly kind: 'embedded' | 'server';
  /**
   * Statements that change nothing, in one message and one implicit, read-only transaction. Inside a transaction of the
   * same tenant they run in it.
   */
  read<const Q extends readonly Statement[]>(tenant: Tenant, statements: Q): Promise<Answers<Q>>;
  /**
   * Like `read`, and may change rows: all statements take effect or none. For writes that need no answer in between, at
   * the price of one round trip.
   */
  write<const Q extends readonly Statement[]>(tenant: Tenant, statements: Q): Promise<Answers<Q>>;
  /**
   * Runs the work in a transaction: committed when it returns, rolled back when it or any of its statements failed. A
   * call inside another's work joins it; another tenant there is a mistake and throws. Work must await what it starts.
   */
  transaction<T>(tenant: Tenant, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Lends a connection as the login role, without tenant and time limit. Not for requests. */
  admin<T>(work: (run: AdminRun) => Promise<T>): Promise<T>;
  /** Throws `DatabaseUnavailable` unless a statement can be answered now. */
  ping(): Promise<void>;
  /** Hears what committed transactions announce in a channel. Returns a function that ends it. */
  listen(channel: string, hearing: Hearing): () => void;
  /**
   * Hears every statement before it is sent, those of `admin` and the database's own excepted. Returns a function that
   * ends it.
   */
  onStatement(listener: (statement: SentStatement) => void): () => void;
  /**
   * Hears that the database is gone for good and the process should end: the embedded engine stopped. Returns a
   * function that ends it.
   */
  onFatal(listener: (error: Error) => void): () => void;
  /** Waits for what runs, writes everything out and lets go. */
  close(): Promise<void>;
}
