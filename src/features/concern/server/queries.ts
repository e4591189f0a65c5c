import { sql, type Insertable } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { slot } from '../../../platform/resources/server/queries/rows/plan.ts';
import type { TableExtension } from '../../../platform/resources/server/registry.ts';

/** How closely the school watches a student from an instant on; rows are added, and the former one ends. */
export interface ConcernLevelsTable {
  org_id: string;
  concern_id: string;
  child_id: string;
  /** `concern_level` of `schemas/enums.json`. */
  level: number;
  /** Encrypted. */
  reason: string;
  set_by: string;
  set_at: string;
  ended_at: string | null;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    concern_levels: ConcernLevelsTable;
  }
}

const watched = sql`coalesce((select k.level from concern_levels k where k.org_id = t.org_id and k.child_id = t.child_id and k.ended_at is null), 0)::int4`;

/** The level of a student in lists; a student without an entry has level 0. */
export const concernOfStudents: TableExtension = {
  computed: { concern_level: watched },
  found: {
    concern_level: (wanted) =>
      sql`(${wanted} = 0 and not exists (select from concern_levels k where k.org_id = t.org_id and k.child_id = t.child_id and k.ended_at is null and k.level > 0)
        or t.child_id in (select k.child_id from concern_levels k where k.org_id = ${slot('orgId')} and k.ended_at is null and k.level = ${wanted} and k.level > 0))`,
  },
};

/** All levels of a student, the current one first. */
export const concernsOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('concern_levels as k')
    .leftJoin('accounts as a', 'a.user_id', 'k.set_by')
    .select(['k.concern_id', 'k.level', 'k.reason', 'k.set_at', 'a.real_name as set_by_name'])
    .where('k.org_id', '=', orgId)
    .where('k.child_id', '=', childId)
    .orderBy(sql`k.ended_at is null`, 'desc')
    .orderBy('k.set_at', 'desc');

/** Ends the current level of a student, if it is the one that the caller has seen; returns its instant. */
export const endConcern = (orgId: string, childId: string, seen: string, at: string) =>
  qb
    .updateTable('concern_levels')
    .set({ ended_at: sql<string>`greatest(${at}::timestamptz, set_at + interval '1 millisecond')` })
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .where('concern_id', '=', seen)
    .where('ended_at', 'is', null)
    .returning(['level', 'ended_at']);

/** Returns 0 when the student has a current level. */
export const insertConcern = (row: Insertable<ConcernLevelsTable>) =>
  qb
    .insertInto('concern_levels')
    .values(row)
    .onConflict((c) => c.columns(['org_id', 'child_id']).where('ended_at', 'is', null).doNothing());
