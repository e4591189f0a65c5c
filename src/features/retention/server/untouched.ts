import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { Blocker } from '../rules.ts';
import { lockSubject } from './queries/holds.ts';
import { blockersOf } from './queries/students.ts';

/** A half-erased student is no reason to keep the rest: the single erasure takes what is in quarantine along. */
const OF_ONE: readonly Blocker[] = ['hold', 'exam', 'case', 'warn', 'referral'];

/** Why one student may not be erased now, in words. */
export async function blockersOfStudent(
  { read, actor: { orgId }, nowIso }: Pick<OrgContext, 'read' | 'actor' | 'nowIso'>,
  childId: string,
): Promise<string[]> {
  const [[student]] = await read([blockersOf(orgId, childId, nowIso())]);
  return (student?.blockers ?? [])
    .filter((one) => OF_ONE.includes(one))
    .map((one) => labelOf('retention_blocker', one));
}

/** Until the commit nobody puts a hold on this child. */
export const lockAgainstHolds = async (tx: Tx, orgId: string, childId: string): Promise<void> => {
  await tx.run(lockSubject(orgId, childId));
};
