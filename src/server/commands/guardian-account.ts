import { AppError } from '../../shared/errors/app-error.ts';
import { IDENTITY } from '../../shared/rules/identity.ts';
import type { OrgCall } from '../context.ts';
import { audit } from '../store/audit-logs.ts';
import { accountsOfGuardians, childrenOfGuardian, setGuardianAccount } from '../store/guardians.ts';
import { deleteMemberships } from '../store/memberships.ts';
import { lockGuardian } from './lock-guardian.ts';
import { openAccount, type NewAccount } from './open-account.ts';

const at = ({ services: { clock } }: OrgCall) => new Date(clock.now()).toISOString();

/**
 * Makes the account that a guardian signs in with, named by school and the student number of a child; it takes none of the school's places.
 * @throws AppError PSY_NOT_FOUND, PSY_CONFLICT where they have one already or no child
 */
export const registerGuardian = (call: OrgCall, guardianId: string): Promise<NewAccount & { guardian_id: string }> => openAccount(call, async (tx, make) => {
  const { actor, services: { access } } = call;
  const name = await lockGuardian(tx, call, guardianId);
  const [[account], [child]] = await tx.batch([accountsOfGuardians(actor.orgId, [guardianId]), childrenOfGuardian(actor.orgId, access.scope(actor, 'student'), guardianId)]);
  if (account) throw new AppError('PSY_CONFLICT', { message: `${name}已经开通账号` });
  if (!child) throw new AppError('PSY_CONFLICT', { message: `${name}还没有关联孩子，请先关联` });
  const made = await make(tx, { identity: IDENTITY.parent, real_name: name, sex: null, login: `${actor.orgId}-${child.student_no}-p` });
  await tx.run(setGuardianAccount(actor.orgId, guardianId, made.user_id, at(call)));
  await audit(tx, call, { act: 'update', resource: 'guardian', rowId: guardianId, rowLabel: name, before: { is_register: false }, after: { is_register: true, login_name: made.login_name } });
  return { guardian_id: guardianId, ...made };
});

/**
 * Ends a guardian's way into this school with the next request; the account may be used at another one and stays.
 * @throws AppError PSY_NOT_FOUND, PSY_CONFLICT where they have none
 */
export async function closeGuardianAccount(call: OrgCall, guardianId: string): Promise<{ ok: true }> {
  const { actor: { orgId }, services: { access, db } } = call;
  await db.transaction({ orgId, userId: null }, async (tx) => {
    const name = await lockGuardian(tx, call, guardianId);
    const [account] = await tx.run(accountsOfGuardians(orgId, [guardianId]));
    if (!account) throw new AppError('PSY_CONFLICT', { message: `${name}没有账号` });
    await tx.batch([deleteMemberships(orgId, IDENTITY.parent, [account.user_id]), setGuardianAccount(orgId, guardianId, null, at(call))]);
    await audit(tx, call, { act: 'update', resource: 'guardian', rowId: guardianId, rowLabel: name, before: { is_register: true }, after: { is_register: false } });
  });
  await access.invalidateOrg(orgId);
  return { ok: true };
}
