import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { setMobile, setPasswordHash } from '../../../platform/identity/server/queries/accounts.ts';
import { lockAccount } from '../../../platform/identity/server/queries/sessions.ts';
import { tokenHash } from '../../../platform/identity/server/tokens.ts';
import { chosenAccountMaker, requireStrong } from '../../account/server/public.ts';
import type { mobileSignUp } from '../contract.ts';
import { proofKey, requirePrepared } from './check-code.ts';
import type { Prepared } from './prepared.ts';
import { linkGuardians, preparedStaff } from './queries.ts';

const over = () => new AppError('AC_IDENTIFY_CODE_WRONG', { message: '验证已过期，请重新获取验证码' });
const takenMeanwhile = (cause?: unknown) =>
  new AppError('PSY_CONFLICT', { message: '这个手机号刚刚开通了账号，请直接登录', cause });

/** A number that was proved, with a hashed password. The proof is used up. */
export interface ProvedSignUp {
  mobile: string;
  hash: string;
  prepared: Prepared;
  /** Organisation of the transaction that opens the account. */
  home: string;
}

/**
 * Checks the proof and the password. A weak password leaves the proof for another one.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG when the proof has ended; PSY_INVALID_INPUT for a weak password; errors of
 *   `requirePrepared`
 */
export async function proveSignUp(
  ctx: RequestContext,
  { mobile, sms_token, password }: BodyOf<typeof mobileSignUp>,
): Promise<ProvedSignUp> {
  const { state, passwords } = ctx.services;
  const [key, mobileHash] = [proofKey(sms_token), tokenHash(mobile)];
  if ((await state.get(key)) !== mobileHash) throw over();
  const prepared = await requirePrepared(ctx, mobile);
  const { staff, guardians } = prepared;
  const known = { login_name: staff?.login_name ?? '', real_name: staff?.name ?? guardians[0]?.name ?? '', mobile };
  requireStrong(password, known, '/password');
  if ((await state.take(key)) !== mobileHash) throw over();
  const home = staff?.org ?? guardians[0]?.org;
  if (home === undefined) throw over();
  return { mobile, hash: await passwords.hash(password), prepared, home };
}

/** The account of staff, which was made without a password. */
async function useStaffAccount(ctx: RequestContext, tx: Tx, { mobile, hash, prepared }: ProvedSignUp): Promise<string> {
  const userId = prepared.staff?.person ?? '';
  await tx.run(lockAccount(userId));
  // Read again under the lock: two may come at once.
  const [still] = await tx.run(preparedStaff(mobile, ctx.nowIso()));
  if (still?.person !== userId) throw takenMeanwhile();
  await tx.run(setPasswordHash(userId, hash, ctx.nowIso(), { initial: false }));
  await tx.run(setMobile(userId, mobile, ctx.nowIso()));
  return userId;
}

/** A new account for the guardian, named as the school would name it. */
async function openGuardianAccount(ctx: RequestContext, tx: Tx, { mobile, hash, prepared, home }: ProvedSignUp) {
  const first = prepared.guardians[0];
  if (!first) throw over();
  const make = chosenAccountMaker({ actor: { orgId: home }, services: ctx.services }, { hash, mobile });
  const login = `${home}-${first.student_no}-p`;
  const { user_id } = await make(tx, { identity: IDENTITY.parent, real_name: first.name, sex: null, login });
  return user_id;
}

/**
 * Opens the account with everything that is prepared for the number, in all organisations or none.
 *
 * @param tx Of the organisation `home`
 * @throws AppError PSY_CONFLICT when another sign-up of the number came first
 */
export async function openPrepared(ctx: RequestContext, tx: Tx, sign: ProvedSignUp): Promise<string> {
  try {
    const userId = sign.prepared.staff
      ? await useStaffAccount(ctx, tx, sign)
      : await openGuardianAccount(ctx, tx, sign);
    const [answer] = await tx.run(linkGuardians(sign.mobile, userId, ctx.nowIso()));
    if (!sign.prepared.staff && !answer?.linked) throw takenMeanwhile();
    return userId;
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_mobile_key')) throw takenMeanwhile(error);
    throw error;
  }
}

/** One entry in the log of an organisation. @param userId of the account; empty before it exists */
export async function logSignUp(
  ctx: RequestContext,
  tx: Tx,
  orgId: string,
  { prepared }: ProvedSignUp,
  userId: string,
): Promise<void> {
  const guardian = prepared.guardians.find(({ org }) => org === orgId);
  const after = { is_register: true, way: '短信验证' };
  const entry = guardian
    ? { resource: 'guardian', rowId: guardian.guardian, rowLabel: guardian.name }
    : { resource: 'account', rowId: prepared.staff?.person ?? '', rowLabel: prepared.staff?.name ?? '' };
  await audit(
    tx,
    { ...ctx, caller: { userId }, actor: { orgId, roleId: 0 } },
    { act: 'update', before: { is_register: false }, after, ...entry },
  );
}

/** Organisations beside that of the transaction. */
export const othersOf = ({ prepared, home }: ProvedSignUp): string[] =>
  prepared.guardians.map(({ org }) => org).filter((org) => org !== home);
