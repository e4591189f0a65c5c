import { AppError } from '../../errors/app-error.ts';
import { isAbsence } from '../../errors/catalogue.ts';
import type { Scope } from './queries/scope.ts';

/**
 * What a lookup within a scope answers that has found nothing. Whoever reaches everything is told that there is no such
 * row (404, PSY_NOT_FOUND). Whoever reaches a part is refused (403, PSY_OUT_OF_REACH), and never learns whether the row
 * is of another part, of another tenant, gone or invented: nothing more is asked to find out, and what `options` say
 * holds for each of them.
 */
export const notReached = ({ kind }: Scope, options?: ConstructorParameters<typeof AppError>[1]): AppError =>
  new AppError(kind === 'all' ? 'PSY_NOT_FOUND' : 'PSY_OUT_OF_REACH', options);

/** Why one of several rows was not found, as far as whoever has this scope is told. */
export const whyNotReached = ({ kind }: Scope): string =>
  kind === 'all' ? '不存在或已被删除' : '不存在，或不在您的管理范围内';

/** For whoever asks whether a row is reached: false where it is not. @throws whatever else went wrong */
export const falseIfNotReached = (error: unknown): false => {
  if (error instanceof AppError && isAbsence(error.code)) return false;
  throw error;
};
