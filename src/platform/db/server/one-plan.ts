import type { CompiledQuery } from 'kysely';
import type { Statement } from './database.ts';

const ONE_PLAN = Symbol('one plan');

/**
 * The statement with one plan for all its values. Otherwise PostgreSQL may plan it again at each execution, which for a
 * page with many columns takes longer than the page.
 */
export const withOnePlan = <R>(query: CompiledQuery<R>): CompiledQuery<R> =>
  Object.assign({ ...query }, { [ONE_PLAN]: true });

export const hasOnePlan = (statement: Statement): boolean => ONE_PLAN in statement;
