import type { Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { ScreeningHitsTable } from './tables.ts';

export type Hit = Insertable<ScreeningHitsTable>;

/** Notes which rules raised a sheet; a rule raises a sheet once. */
export const insertHits = (hits: readonly Hit[]) =>
  qb
    .insertInto('screening_hits')
    .values([...hits])
    .onConflict((c) => c.doNothing());
