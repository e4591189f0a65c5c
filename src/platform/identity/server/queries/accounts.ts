import { sql, type Generated, type Insertable } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** A user who can sign in; accounts belong to no single tenant. */
export interface AccountsTable {
  user_id: string;
  login_name: string;
  /** `accountKey(login_name)`: variants in case and width are the same account. */
  login_key: string;
  /** When the holder last chose a login name. */
  login_changed_at: Generated<string | null>;
  /** The login key before that: reserved, so that nobody else comes to answer to it. */
  former_login_key: Generated<string | null>;
  /** Argon2id of the password's digest. */
  password_hash: string;
  /** The hash belongs to a random password that was never handed out. */
  password_unset: Generated<boolean>;
  /** Set by somebody else: nothing but a change of the password is allowed to its holder. */
  password_initial: Generated<boolean>;
  real_name: string;
  sex: number | null;
  /** The picture, encrypted (`storedAvatar`). */
  avatar: string | null;
  mobile: string | null;
  enabled: Generated<boolean>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    accounts: AccountsTable;
  }
}

/** Accounts that match a name at sign-in by login name or by mobile. The caller must prefer the login name. */
export const accountsByKey = (key: string) =>
  qb
    .selectFrom('accounts')
    .select(['user_id', 'password_hash', 'enabled', 'login_key'])
    .where((eb) => eb.or([eb('login_key', '=', key), eb('mobile', '=', key)]));

export const accountById = (userId: string) =>
  qb
    .selectFrom('accounts')
    .select(['user_id', 'login_name', 'real_name', 'sex', 'avatar', 'mobile', 'password_initial'])
    .where('user_id', '=', userId);

const credentials = qb
  .selectFrom('accounts')
  .select(['user_id', 'login_name', 'real_name', 'password_hash', 'password_initial', 'mobile'])
  .where('enabled', '=', true);

/** Password hash, names and mobile of an enabled account. */
export const credentialsOf = (userId: string) => credentials.where('user_id', '=', userId);
export const accountByMobile = (mobile: string) => credentials.where('mobile', '=', mobile);

export const nameOf = (userId: string) => qb.selectFrom('accounts').select('real_name').where('user_id', '=', userId);

export const insertAccount = (account: Insertable<AccountsTable>) => qb.insertInto('accounts').values(account);

/** Call `access.invalidateUser` after the commit, so that every process drops its cached entries. */
export const setAccountEnabled = (userId: string, enabled: boolean, at: string) =>
  qb.updateTable('accounts').set({ enabled, updated_at: at }).where('user_id', '=', userId);

/** The login keys among these that an account has, or had before its holder chose another. */
export const takenLogins = (keys: readonly string[]) =>
  qb
    .selectFrom('accounts')
    .select('login_key')
    .where(sql<boolean>`login_key = any(${keys}::text[])`)
    .union(
      qb
        .selectFrom('accounts')
        .select(sql<string>`former_login_key`.as('login_key'))
        .where(sql<boolean>`former_login_key = any(${keys}::text[])`),
    );

export const loginOf = (userId: string) =>
  qb
    .selectFrom('accounts')
    .select(['login_name', 'login_key', 'login_changed_at'])
    .where('user_id', '=', userId)
    .where('enabled', '=', true);

/** Whether another account has the login key, or had it before. */
export const isLoginOfOthers = (userId: string, key: string) =>
  qb
    .selectFrom('accounts')
    .select('user_id')
    .where('user_id', '<>', userId)
    .where((eb) => eb.or([eb('login_key', '=', key), eb('former_login_key', '=', key)]));

/** Changes the login name unless that was done after `since`; updates no row then. The one before stays reserved. */
export const setLogin = (
  userId: string,
  { login_name, login_key }: Pick<AccountsTable, 'login_name' | 'login_key'>,
  { at, since }: { at: string; since: string },
) =>
  qb
    .updateTable('accounts')
    .set({
      login_name,
      login_key,
      former_login_key: sql<string | null>`nullif(login_key, ${login_key})`,
      login_changed_at: at,
      updated_at: at,
    })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('login_changed_at', 'is', null), eb('login_changed_at', '<=', since)]));

const ownedBy = (orgId: string) =>
  sql<boolean>`exists (select from teachers t where t.org_id = ${orgId} and t.user_id = accounts.user_id and t.owns_account)`;

/** Changes the name of a staff account that the organisation created. */
export const renameAccount = (orgId: string, userId: string, name: string, at: string) =>
  qb
    .updateTable('accounts')
    .set({ real_name: name, updated_at: at })
    .where('user_id', '=', userId)
    .where(ownedBy(orgId));

/**
 * Call `sessions.endAllOf` afterwards.
 *
 * @param initial Whether somebody else has set it, so that the holder must replace it
 */
export const setPasswordHash = (userId: string, hash: string, at: string, { initial }: { initial: boolean }) =>
  qb
    .updateTable('accounts')
    .set({ password_hash: hash, password_unset: false, password_initial: initial, updated_at: at })
    .where('user_id', '=', userId);

export const setMobile = (userId: string, mobile: string, at: string) =>
  qb.updateTable('accounts').set({ mobile, updated_at: at }).where('user_id', '=', userId);

/** @param avatar Encrypted (`storedAvatar`); null for none */
export const setAvatar = (userId: string, avatar: string | null, at: string) =>
  qb.updateTable('accounts').set({ avatar, updated_at: at }).where('user_id', '=', userId);

/** Sets the holder's own password in place of one that is still in effect; updates no row when it was changed meanwhile. */
export const replacePassword = (userId: string, before: string, hash: string, at: string) =>
  qb
    .updateTable('accounts')
    .set({ password_hash: hash, password_initial: false, updated_at: at })
    .where('user_id', '=', userId)
    .where('password_hash', '=', before);

/** Hashes the same password again; updates no row when the hash was changed meanwhile. */
export const replaceHash = (userId: string, before: string, hash: string) =>
  qb
    .updateTable('accounts')
    .set({ password_hash: hash })
    .where('user_id', '=', userId)
    .where('password_hash', '=', before);

/**
 * Closes the account of a user without memberships and frees its login key and mobile. The row stays because logs refer
 * to it. Run it with the user as the tenant's `userId`.
 */
export const closeAccount = (userId: string, at: string) =>
  qb
    .updateTable('accounts')
    .set({ enabled: false, login_key: userId, former_login_key: null, mobile: null, avatar: null, updated_at: at })
    .where('user_id', '=', userId)
    .where(sql<boolean>`not exists (select from memberships m where m.user_id = accounts.user_id)`);
