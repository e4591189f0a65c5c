import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Statement, Tx } from '../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { accountsByKey, insertAccount, takenLogins } from '../../../platform/identity/server/queries/accounts.ts';
import { insertMembership } from '../../../platform/identity/server/queries/memberships.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { hashedPassword } from './hashed-password.ts';

/** Maximum number of login names that are tried for one person. */
const NAMES = 20;

/** An account as it was created. */
export interface OpenedAccount {
  user_id: string;
  login_name: string;
}
/** One with a random password, which the response hands out once. */
export interface NewAccount extends OpenedAccount {
  initial_password: string;
}
export interface AccountHolder {
  identity: number;
  role_id?: number;
  real_name: string;
  sex: number | null;
  /** Login name, with a number behind it where it is taken. */ login: string;
  /** An account for hours keeps its password, because it has no holder of its own. */ keepsPassword?: true;
}

/**
 * Creates the account and its membership in the caller's transaction.
 *
 * @throws AppError PSY_CONFLICT when all names are taken, or the name is taken concurrently
 */
export type MakeAccount<A extends OpenedAccount = NewAccount> = (tx: Tx, holder: AccountHolder) => Promise<A>;

/**
 * Prepares one account, to be made in the transaction that records its owner. The password is in the response only.
 * Call before the transaction, which locks the owner: hashing the password takes long.
 */
export async function accountMaker(ctx: OrgContext): Promise<MakeAccount> {
  const { password: initial_password, hash } = await hashedPassword(ctx);
  return async (tx, holder) => {
    const initial = !holder.keepsPassword;
    return { ...(await openAccount(ctx, tx, holder, { hash, initial, mobile: null })), initial_password };
  };
}

/** Where an account is opened. */
interface Opener {
  actor: Pick<OrgContext['actor'], 'orgId'>;
  services: Pick<OrgContext['services'], 'clock'>;
}

/** Password and verified mobile that a person has chosen. */
export interface ChosenCredentials {
  /** Of `passwords.hash`. */
  hash: string;
  mobile: string | null;
}

/** Prepares one account with a password of its holder's own. A mobile that another account has is not bound. */
export const chosenAccountMaker =
  (ctx: Opener, chosen: ChosenCredentials): MakeAccount<OpenedAccount> =>
  async (tx, holder) => {
    const isTaken = chosen.mobile !== null && (await tx.run(accountsByKey(chosen.mobile))).length > 0;
    return openAccount(ctx, tx, holder, { ...chosen, initial: false, mobile: isTaken ? null : chosen.mobile });
  };

async function openAccount(
  { actor: { orgId }, services: { clock } }: Opener,
  tx: Tx,
  { identity, role_id, real_name, sex, login }: AccountHolder,
  { hash: password_hash, initial, mobile }: ChosenCredentials & { initial: boolean },
): Promise<OpenedAccount> {
  const names = Array.from({ length: NAMES }, (_, i) => `${login}${i === 0 ? '' : `-${i + 1}`}`);
  const taken = new Set((await tx.run(takenLogins(names.map(accountKey)))).map(({ login_key }) => login_key));
  const login_name = names.find((one) => !taken.has(accountKey(one)));
  if (login_name === undefined)
    throw new AppError('PSY_CONFLICT', { message: '这个学号可用的登录名都已被使用，请先修改学号' });
  const user_id = newId(clock);
  const at = nowIso(clock);
  const insertion = tx.batch([
    insertAccount({
      user_id,
      login_name,
      login_key: accountKey(login_name),
      password_hash,
      password_initial: initial,
      real_name,
      sex,
      avatar: null,
      mobile,
      created_at: at,
      updated_at: at,
    }),
    insertMembership({ org_id: orgId, user_id, identity, role_id: role_id ?? null }),
  ]);
  await insertion.catch((error: unknown) => {
    if (isUniqueViolation(error, 'accounts_login_key_key'))
      throw new AppError('PSY_CONFLICT', { message: '登录名刚刚被使用，请再试一次', cause: error });
    if (isUniqueViolation(error, 'accounts_mobile_key'))
      throw new AppError('PSY_CONFLICT', { message: '这个手机号刚刚绑定了其他账号，请再试一次', cause: error });
    throw error;
  });
  return { user_id, login_name };
}

/** Row of a person without an account. */
interface Registrant {
  resource: string;
  rowId: string;
  holder: AccountHolder;
  /** Statement that stores the account in the row. */
  link: (userId: string) => Statement;
}

/** Opens the account of a student or guardian: creates it, links it to the row and writes the audit log. */
export async function registerAccount<A extends OpenedAccount>(
  ctx: OrgContext,
  tx: Tx,
  make: MakeAccount<A>,
  { resource, rowId, holder, link }: Registrant,
): Promise<A> {
  const account = await make(tx, holder);
  await tx.run(link(account.user_id));
  await audit(tx, ctx, {
    act: 'update',
    resource,
    rowId,
    rowLabel: holder.real_name,
    before: { is_register: false },
    after: { is_register: true, login_name: account.login_name },
  });
  return account;
}
