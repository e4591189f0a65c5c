import { sql } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** Passkeys of accounts; accounts belong to no single tenant. */
export interface PasskeysTable {
  passkey_id: string;
  user_id: string;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string[];
  rp_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    passkeys: PasskeysTable;
  }
}

export const passkeysOf = (userId: string) =>
  qb.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('passkey_id');

export const passkeyByCredential = (credentialId: string) =>
  qb.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId);

/** Inserts no row where the account has as many as it may, or the credential is known. */
export const insertPasskey = (row: PasskeysTable, max: number) =>
  qb
    .insertInto('passkeys')
    .columns([
      'passkey_id',
      'user_id',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'rp_id',
      'name',
      'created_at',
      'last_used_at',
    ])
    .expression(
      qb
        .selectNoFrom([
          sql<string>`${row.passkey_id}`.as('passkey_id'),
          sql<string>`${row.user_id}`.as('user_id'),
          sql<string>`${row.credential_id}`.as('credential_id'),
          sql<string>`${row.public_key}`.as('public_key'),
          sql<number>`${row.counter}::bigint`.as('counter'),
          sql<string[]>`${row.transports}::text[]`.as('transports'),
          sql<string>`${row.rp_id}`.as('rp_id'),
          sql<string>`${row.name}`.as('name'),
          sql<string>`${row.created_at}::timestamptz`.as('created_at'),
          sql<string | null>`null::timestamptz`.as('last_used_at'),
        ])
        .where(sql<boolean>`(select count(*) from passkeys p where p.user_id = ${row.user_id}) < ${max}`),
    )
    .onConflict((c) => c.doNothing());

/** Notes a use. Changes no row where another use of the same passkey was first. */
export const usePasskey = (credentialId: string, before: number, counter: number, at: string) =>
  qb
    .updateTable('passkeys')
    .set({ counter, last_used_at: at })
    .where('credential_id', '=', credentialId)
    .where('counter', '=', before);

export const renamePasskey = (userId: string, passkeyId: string, name: string) =>
  qb.updateTable('passkeys').set({ name }).where('user_id', '=', userId).where('passkey_id', '=', passkeyId);

export const deletePasskey = (userId: string, passkeyId: string) =>
  qb.deleteFrom('passkeys').where('user_id', '=', userId).where('passkey_id', '=', passkeyId);

export const deletePasskeys = (userId: string) => qb.deleteFrom('passkeys').where('user_id', '=', userId);
