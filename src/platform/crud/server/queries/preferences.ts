import type { Generated } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** A person's own display settings, one small document per key. */
export interface PreferencesTable {
  user_id: string;
  key: string;
  value: Record<string, unknown>;
  updated_at: Generated<string>;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    preferences: PreferencesTable;
  }
}

export const preferenceOf = (userId: string, key: string) =>
  qb.selectFrom('preferences').select('value').where('user_id', '=', userId).where('key', '=', key);

export const otherPreferences = (userId: string, key: string) =>
  qb
    .selectFrom('preferences')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('key', '<>', key);

/** Writes a document over the one before. */
export const putPreferenceOf = (userId: string, key: string, value: Record<string, unknown>, at: string) =>
  qb
    .insertInto('preferences')
    .values({ user_id: userId, key, value, updated_at: at })
    .onConflict((c) => c.columns(['user_id', 'key']).doUpdateSet({ value, updated_at: at }));
