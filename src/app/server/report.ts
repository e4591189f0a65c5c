import { isConnectionLost } from '../../platform/db/server/errors.ts';

/** Programming errors. All other errors at the start have a message for the operator. */
const MISTAKES = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError']);

/**
 * Prints why the start or a command failed.
 *
 * @param what Name of what failed
 */
export function startFailure(error: unknown, what = '无法启动'): string {
  if (!(error instanceof Error)) return String(error);
  if (MISTAKES.has(error.name)) return error.stack ?? error.message;
  if (isConnectionLost(error))
    return `${what}：连不上数据库（${error.message}）：请确认 PostgreSQL 已经启动，DATABASE_URL（npm run migrate 用 DATABASE_ADMIN_URL）的地址没有写错`;
  const cause = error.cause instanceof Error ? `\n  原因：${error.cause.message}` : '';
  return `${what}：${error.message}${cause}`;
}

/** The same of a command that does one thing and ends. */
export const commandFailure = (error: unknown): string => startFailure(error, '没有完成');
