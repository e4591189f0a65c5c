import { qb } from '../../db/server/query-builder.ts';

/** The answer of a create call with an idempotency key (`api.md`, envelope). */
export interface IdempotencyKeysTable {
  org_id: string;
  user_id: string;
  key: string;
  /** SHA-256 of role, call and content. */
  request: string;
  /** Encrypted under the tenant's key; null only inside the transaction that creates it. */
  answer: string | null;
  created_at: string;
}
declare module '../../db/server/tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeysTable;
  }
}

export interface KeyOf {
  org_id: string;
  user_id: string;
  key: string;
}

/** Claims the key; affects 0 rows where it is taken. Waits while another transaction is claiming it. */
export const takeKey = (key: KeyOf, request: string, at: string) =>
  qb
    .insertInto('idempotency_keys')
    .values({ ...key, request, answer: null, created_at: at })
    .onConflict((c) => c.doNothing());

export const takenKey = ({ org_id, user_id, key }: KeyOf) =>
  qb
    .selectFrom('idempotency_keys')
    .select(['request', 'answer'])
    .where('org_id', '=', org_id)
    .where('user_id', '=', user_id)
    .where('key', '=', key);

export const keepAnswer = ({ org_id, user_id, key }: KeyOf, answer: string) =>
  qb
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('org_id', '=', org_id)
    .where('user_id', '=', user_id)
    .where('key', '=', key);

export const deleteOldKeys = (orgId: string, before: string) =>
  qb.deleteFrom('idempotency_keys').where('org_id', '=', orgId).where('created_at', '<', before);
