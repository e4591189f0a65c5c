import { sql, type Generated, type Insertable } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** A person who can sign in; belongs to no single tenant. */
export interface AccountsTable {
  user_id: string;
  login_name: string;
  /** `accountKey(login_name)`: case and width variants are one account. */
  login_key: string;
  /** Argon2id of the password's digest. */
  password_hash: string;
  /** The hash is of a password that nobody knows: none was given out yet. */
  password_unset: Generated<boolean>;
  real_name: string;
  sex: number | null;
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

/**
 * The accounts a name at sign-in may mean: by login name, and by mobile. A name that is the mobile of another person
 * comes first as a name.
 */
export const accountsByKey = (key: string) =>
  qb
    .selectFrom('accounts')
    .select(['user_id', 'password_hash', 'enabled', 'login_key'])
    .where((eb) => eb.or([eb('login_key', '=', key), eb('mobile', '=', key)]));

export const accountById = (userId: string) =>
  qb
    .selectFrom('accounts')
    .select(['user_id', 'login_name', 'real_name', 'sex', 'avatar', 'mobile'])
    .where('user_id', '=', userId);

const credentials = qb
  .selectFrom('accounts')
  .select(['user_id', 'login_name', 'real_name', 'password_hash', 'mobile'])
  .where('enabled', '=', true);

/** What proves that a person is who they say, and what they are known by. */
export const credentialsOf = (userId: string) => credentials.where('user_id', '=', userId);
export const accountByMobile = (mobile: string) => credentials.where('mobile', '=', mobile);

/** A person's own name. */
export const nameOf = (userId: string) => qb.selectFrom('accounts').select('real_name').where('user_id', '=', userId);

export const insertAccount = (account: Insertable<AccountsTable>) => qb.insertInto('accounts').values(account);

/** Follow it with `access.invalidateUser`, so that every process forgets the person at once. */
export const setAccountEnabled = (userId: string, enabled: boolean, at: string) =>
  qb.updateTable('accounts').set({ enabled, updated_at: at }).where('user_id', '=', userId);

/** Which of these login keys are taken. */
export const takenLogins = (keys: readonly string[]) =>
  qb
    .selectFrom('accounts')
    .select('login_key')
    .where(sql<boolean>`login_key = any(${keys}::text[])`);

const ownedBy = (orgId: string) =>
  sql<boolean>`exists (select from teachers t where t.org_id = ${orgId} and t.user_id = accounts.user_id and t.owns_account)`;

/** Renames a member of staff's account, where the organisation made it. */
export const renameAccount = (orgId: string, userId: string, name: string, at: string) =>
  qb
    .updateTable('accounts')
    .set({ real_name: name, updated_at: at })
    .where('user_id', '=', userId)
    .where(ownedBy(orgId));

/** Follow it with `sessions.endAllOf`. */
export const setPasswordHash = (userId: string, hash: string, at: string) =>
  qb
    .updateTable('accounts')
    .set({ password_hash: hash, password_unset: false, updated_at: at })
    .where('user_id', '=', userId);

export const setMobile = (userId: string, mobile: string, at: string) =>
  qb.updateTable('accounts').set({ mobile, updated_at: at }).where('user_id', '=', userId);

/** Another password, or the same under another cost; nothing happens where it was changed meanwhile. */
export const replaceHash = (userId: string, before: string, hash: string) =>
  qb
    .updateTable('accounts')
    .set({ password_hash: hash })
    .where('user_id', '=', userId)
    .where('password_hash', '=', before);

/**
 * Shuts the account of somebody who is nobody in any organisation any more, and frees its names; the row stays for the
 * logs that name it. Tenant: the person.
 */
export const closeAccount = (userId: string, at: string) =>
  qb
    .updateTable('accounts')
    .set({ enabled: false, login_key: userId, mobile: null, updated_at: at })
    .where('user_id', '=', userId)
    .where(sql<boolean>`not exists (select from memberships m where m.user_id = accounts.user_id)`);
