import { sql } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** The authenticator app of an account; accounts belong to no single tenant. */
export interface AuthenticatorsTable {
  user_id: string;
  /** Encrypted. */
  secret: string;
  /** The last accepted period of 30 seconds: its code and all earlier ones are used. */
  last_step: number;
  /** Hashes of the recovery codes that are left. */
  recovery_codes: string[];
  created_at: string;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    authenticators: AuthenticatorsTable;
  }
}

export const authenticatorOf = (userId: string) =>
  qb.selectFrom('authenticators').select(['secret', 'recovery_codes', 'created_at']).where('user_id', '=', userId);

/** Adds no row where the account has an authenticator. */
export const insertAuthenticator = (row: AuthenticatorsTable) =>
  qb
    .insertInto('authenticators')
    .values(row)
    .onConflict((c) => c.doNothing());

/** Uses up the code of a period and all earlier ones. Changes no row where it is used. */
export const useStep = (userId: string, step: number) =>
  qb.updateTable('authenticators').set({ last_step: step }).where('user_id', '=', userId).where('last_step', '<', step);

/** Uses up a recovery code. Changes no row where it is unknown or used. */
export const useRecoveryCode = (userId: string, hash: string) =>
  qb
    .updateTable('authenticators')
    .set({ recovery_codes: sql<string[]>`array_remove(recovery_codes, ${hash})` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`${hash} = any(recovery_codes)`);

/** Those whose secret is encrypted under `APP_SECRET`: their text has no mark, which ends with a dot. */
export const authenticatorsUnderSecret = () =>
  qb.selectFrom('authenticators').select(['user_id', 'secret']).where('secret', 'not like', '%.%');

/** Replaces an encrypted secret. Changes no row where it is another one by now. */
export const replaceSecret = (userId: string, former: string, secret: string) =>
  qb.updateTable('authenticators').set({ secret }).where('user_id', '=', userId).where('secret', '=', former);

export const deleteAuthenticator = (userId: string) => qb.deleteFrom('authenticators').where('user_id', '=', userId);
