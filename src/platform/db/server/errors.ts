import { DatabaseError } from 'pg';

/**
 * The database could not be reached, went away, or had no connection free in time. Whether a write that was under way
 * took effect is unknown.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** A transaction took longer than it may and was rolled back. */
export class TransactionTimeout extends Error {
  override readonly name = 'TransactionTimeout';

  constructor(readonly limitMs: number) {
    super(`the transaction took longer than ${limitMs} ms and was rolled back`);
  }
}

/**
 * SQLSTATE codes with which a server ends a connection or refuses one: connection exceptions, shutting down, starting,
 * idle for too long, too many connections.
 */
const unavailable = /^(08...|57P0[1235]|25P0[34]|53300)$/;

const hasCode = (error: unknown, codes: RegExp): error is DatabaseError =>
  error instanceof DatabaseError && codes.test(error.code ?? '');

export const asUnavailable = (error: unknown): DatabaseUnavailable =>
  error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable(error instanceof Error ? error.message : String(error), { cause: error });

/**
 * What became of a statement, as callers handle it: what PostgreSQL said of it as it is, all else as
 * `DatabaseUnavailable`.
 */
export const asDatabaseFailure = (error: unknown): Error =>
  error instanceof DatabaseError && !hasCode(error, unavailable) ? error : asUnavailable(error);

export const isConnectionLost = (error: unknown): error is DatabaseUnavailable => error instanceof DatabaseUnavailable;

const isViolation = (error: unknown, code: RegExp, constraint?: string): error is DatabaseError =>
  hasCode(error, code) && (constraint === undefined || error.constraint === constraint);

/** A row with the same key is there already; of that constraint or unique index, where one is named. */
export const isUniqueViolation = (error: unknown, constraint?: string): error is DatabaseError =>
  isViolation(error, /^23505$/, constraint);

/** A row that is referred to is missing, or one still referred to would be deleted. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): error is DatabaseError =>
  isViolation(error, /^23503$/, constraint);

export const isCheckViolation = (error: unknown, constraint?: string): error is DatabaseError =>
  isViolation(error, /^23514$/, constraint);

/** A value that its column cannot hold: too long, out of range, not a date, a NUL character in a text. */
export const isUnstorable = (error: unknown): error is DatabaseError => hasCode(error, /^22/);

/** Row-level security or a missing grant refused it. */
export const isForbidden = (error: unknown): error is DatabaseError => hasCode(error, /^42501$/);

/** A serialisation failure or deadlock: the same work may succeed when done again. */
export const isRetryable = (error: unknown): error is DatabaseError => hasCode(error, /^40(001|P01)$/);

/** A single statement or the whole transaction took too long. */
export const isTimeout = (error: unknown): error is DatabaseError | TransactionTimeout =>
  error instanceof TransactionTimeout || hasCode(error, /^57014$/);

/** There is no room left to write: on the disk of the database, or of this process (files of the embedded store). */
export const isStorageFull = (error: unknown): boolean =>
  hasCode(error, /^53100$/) ||
  (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code)));

/** A table changed under a prepared statement, or the statement is gone: a fresh connection knows neither. */
export const isStalePlan = (error: unknown): error is DatabaseError =>
  hasCode(error, /^26000$/) || (hasCode(error, /^0A000$/) && error.routine === 'RevalidateCachedQuery');
