import { DatabaseError } from 'pg';

/**
 * The database is unreachable, the connection was lost, or none was free in time. It is unknown whether a write in
 * progress took effect.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** A transaction exceeded its time limit and was rolled back. */
export class TransactionTimeout extends Error {
  override readonly name = 'TransactionTimeout';

  constructor(readonly limitMs: number) {
    super(`the transaction took longer than ${limitMs} ms and was rolled back`);
  }
}

/**
 * SQLSTATE codes with which a server ends or refuses a connection: connection exceptions, shutdown, startup, idle
 * timeouts, too many connections.
 */
const unavailable = /^(08...|57P0[1235]|25P0[34]|53300)$/;

const hasCode = (error: unknown, codes: RegExp): error is DatabaseError =>
  error instanceof DatabaseError && codes.test(error.code ?? '');

export const asUnavailable = (error: unknown): DatabaseUnavailable =>
  error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable(error instanceof Error ? error.message : String(error), { cause: error });

/**
 * Normalises a failure for callers: PostgreSQL's statement errors stay unchanged, all others become
 * `DatabaseUnavailable`.
 */
export const asDatabaseFailure = (error: unknown): Error =>
  error instanceof DatabaseError && !hasCode(error, unavailable) ? error : asUnavailable(error);

export const isConnectionLost = (error: unknown): error is DatabaseUnavailable => error instanceof DatabaseUnavailable;

const isViolation = (error: unknown, code: RegExp, constraint?: string): error is DatabaseError =>
  hasCode(error, code) && (constraint === undefined || error.constraint === constraint);

/** A row with the same key exists. @param constraint restricts the check to one constraint or unique index */
export const isUniqueViolation = (error: unknown, constraint?: string): error is DatabaseError =>
  isViolation(error, /^23505$/, constraint);

/** A lock was not free in time, or two waited for each other. */
export const isLockRefused = (error: unknown): boolean => hasCode(error, /^(55P03|57014|40P01)$/);

/** A row that may not overlap this one exists. */
export const isOverlap = (error: unknown): error is DatabaseError => isViolation(error, /^23P01$/);

/** A referenced row is missing, or a row that is still referenced would be deleted. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): error is DatabaseError =>
  isViolation(error, /^23503$/, constraint);

export const isCheckViolation = (error: unknown, constraint?: string): error is DatabaseError =>
  isViolation(error, /^23514$/, constraint);

/** A value does not fit its column: too long, out of range, not a date, a NUL character in a text. */
export const isDataException = (error: unknown): error is DatabaseError => hasCode(error, /^22/);

/** Row-level security or a missing grant refused the statement. */
export const isForbidden = (error: unknown): error is DatabaseError => hasCode(error, /^42501$/);

/** A serialisation failure or deadlock: a retry may succeed. */
export const isRetryable = (error: unknown): error is DatabaseError => hasCode(error, /^40(001|P01)$/);

/** A statement or the transaction exceeded its time limit. */
export const isTimeout = (error: unknown): error is DatabaseError | TransactionTimeout =>
  error instanceof TransactionTimeout || hasCode(error, /^57014$/);

/** The disk of the database or of this process (embedded object store) is full. */
export const isStorageFull = (error: unknown): boolean =>
  hasCode(error, /^53100$/) ||
  (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code)));

/** A table changed under a prepared statement, or the statement no longer exists: retry on a new connection. */
export const isStalePlan = (error: unknown): error is DatabaseError =>
  hasCode(error, /^26000$/) || (hasCode(error, /^0A000$/) && error.routine === 'RevalidateCachedQuery');

/** Another process has extended a chain; raised by `advance_audit_head`. */
export const isOvertaken = (error: unknown): boolean => hasCode(error, /^XY001$/);

/** The rows themselves are refused: a value of another type or size, or a constraint. */
export const isContentRefused = (error: unknown): boolean => hasCode(error, /^2[23]...$/);
