import { AppError } from '../../errors/app-error.ts';
import { isAbsence } from '../../errors/catalogue.ts';
import type { Scope } from './queries/scope.ts';

/**
 * The error of a lookup within a scope that found no row. A caller whose scope covers everything gets 404
 * PSY_NOT_FOUND. A caller with a partial scope gets 403 PSY_OUT_OF_REACH, whether the row is out of scope, of another
 * tenant, deleted or invented; `options` must be the same in each of these cases.
 */
export const notFoundInScope = ({ kind }: Scope, options?: ConstructorParameters<typeof AppError>[1]): AppError =>
  new AppError(kind === 'all' ? 'PSY_NOT_FOUND' : 'PSY_OUT_OF_REACH', options);

/** Why one of several rows was not found, as far as a caller with this scope may know. */
export const notFoundReason = ({ kind }: Scope): string =>
  kind === 'all' ? '不存在或已被删除' : '不存在，或不在您的管理范围内';

/** Turns a not-found or out-of-scope error into false. @throws any other error */
export const falseIfNotFound = (error: unknown): false => {
  if (error instanceof AppError && isAbsence(error.code)) return false;
  throw error;
};
