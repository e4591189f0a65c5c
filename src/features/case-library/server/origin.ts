import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { RowOf } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { consentState } from '../../students/public.ts';
import * as store from './queries.ts';

type Origin = RowOf<ReturnType<typeof store.originOf>>;

/**
 * A case may be used to learn from while a guardian's consent is in force, or the student is old enough to need none.
 *
 * @throws AppError PSY_CONFLICT
 */
export function requireConsent(origin: Origin | undefined, today: string): void {
  if (!origin) throw new AppError('PSY_NOT_FOUND');
  if (consentState(origin.given, origin.born_on, today) === 'missing')
    throw new AppError('PSY_CONFLICT', { message: '学生未满 14 周岁，又没有监护人的同意，不能整理成案例' });
}

/** The sex, where so many students with a case share it and the stage that it tells nothing about one of them. */
export async function sharedSex(
  { actor: { orgId }, services: { smallestGroup } }: OrgContext,
  read: OrgContext['read'],
  origin: Origin | undefined,
): Promise<number | null> {
  const { period, sex } = origin ?? { period: null, sex: null };
  if (period === null || sex === null) return null;
  const [[found]] = await read([store.studentsSharing(orgId, period, sex)]);
  return (found?.n ?? 0) >= smallestGroup ? sex : null;
}
