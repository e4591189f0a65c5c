import { sql, type Generated } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { contains } from '../../../../platform/resources/server/queries/rows/expressions.ts';
import { GUARDIAN_RELATION } from '../../../../platform/schema/generated/enums.ts';

/** A guardian as a school knows them. These data belong to the school and are separate from the account, if any. */
export interface GuardiansTable {
  org_id: string;
  guardian_id: string;
  guardian_name: string;
  name_pinyin: Generated<string>;
  mobile: string | null;
  remark: string | null;
  user_id: string | null;
  /** The school has closed the account, so that a sign-up does not open another one. */
  sign_up_closed: Generated<boolean>;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
/** Links of guardians and children, the only source of this relation. */
export interface GuardianChildrenTable {
  org_id: string;
  guardian_id: string;
  child_id: string;
  relation: number;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    guardians: GuardiansTable;
    guardian_children: GuardianChildrenTable;
  }
}

/** The links of guardian `t` to children within a scope; children as `s`, links as `l`. */
const links = (scope: Scope) =>
  sql`guardian_children l join students s on s.org_id = l.org_id and s.child_id = l.child_id and ${studentsInScope(scope, 's')}`;
const own = sql`l.org_id = t.org_id and l.guardian_id = t.guardian_id`;
const linked = (scope: Scope, what: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from ${links(scope)} where ${own} and ${what})`;

const relationName = sql`case l.relation ${sql.join(
  GUARDIAN_RELATION.map(({ value, label }) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`),
  sql` `,
)} else l.relation::text end`;
const nothing = sql`null::text`;

/**
 * Guardians as a resource. A role sees and searches only children within its scope, and only guardians with such a
 * child.
 */
export const guardianRows: RowTable = {
  computed: {
    children: (
      scope,
    ) => sql`(select string_agg(concat_ws(' · ', s.child_name, ${relationName}, c.class_name), '；' order by s.name_pinyin, s.child_id)
      from ${links(scope)} left join classes c on c.org_id = s.org_id and c.class_id = s.class_id where ${own})`,
    is_register: sql`(t.user_id is not null)`,
    child_name: nothing,
    class_id: nothing,
    child_id: nothing,
    relation: sql`null::int`,
  },
  found: {
    child_name: (wanted, scope) => linked(scope, contains(sql.ref('s.child_name'), wanted)),
    class_id: (wanted, scope) => linked(scope, sql`s.class_id = ${wanted}`),
    relation: (wanted, scope) => linked(scope, sql`l.relation = ${wanted}`),
  },
  sortKeys: { guardian_name: sql`coalesce(nullif(t.name_pinyin, ''), t.guardian_name)` },
  inSheet: {
    join: (scope) => sql`join (${links(scope)}) on ${own}`,
    fields: { child_id: sql.ref('l.child_id'), relation: sql.ref('l.relation') },
    same: ['guardian_name', 'mobile'],
  },
  within: (scope) => (scope.kind === 'all' ? sql<boolean>`true` : linked(scope, sql`true`)),
};

/** Guardians of a child, ordered by relation. */
export const guardiansOfChild = (orgId: string, childId: string) =>
  qb
    .selectFrom('guardian_children as l')
    .innerJoin('guardians as g', (join) =>
      join.onRef('g.org_id', '=', 'l.org_id').onRef('g.guardian_id', '=', 'l.guardian_id'),
    )
    .select([
      'g.guardian_id',
      'g.guardian_name',
      'l.relation',
      'g.mobile',
      sql<boolean>`g.user_id is not null`.as('is_register'),
    ])
    .where('l.org_id', '=', orgId)
    .where('l.child_id', '=', childId)
    .orderBy('l.relation')
    .orderBy('g.guardian_id');

/** Children of a guardian within a scope. */
export const childrenOfGuardian = (orgId: string, scope: Scope, guardianId: string) =>
  qb
    .selectFrom('guardian_children as l')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'l.org_id').onRef('s.child_id', '=', 'l.child_id'),
    )
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select(['s.child_id', 's.child_name', 's.student_no', 's.study_status', 'c.class_name', 'l.relation'])
    .where('l.org_id', '=', orgId)
    .where('l.guardian_id', '=', guardianId)
    .where(studentsInScope(scope, 's'))
    .orderBy('s.name_pinyin')
    .orderBy('s.child_id');

/** Which of these guardians have children out of scope. */
export const guardiansBeyond = (orgId: string, scope: Scope, guardianIds: readonly string[]) =>
  qb
    .selectFrom('guardian_children as l')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'l.org_id').onRef('s.child_id', '=', 'l.child_id'),
    )
    .select('l.guardian_id')
    .distinct()
    .where('l.org_id', '=', orgId)
    .where(sql<boolean>`l.guardian_id = any(${guardianIds}::text[])`)
    .where(sql<boolean>`${studentsInScope(scope, 's')} is not true`);

export const insertLinks = (links: readonly GuardianChildrenTable[]) =>
  qb.insertInto('guardian_children').values([...links]);

/** Current link of a guardian to a child. */
export const linkOf = (orgId: string, guardianId: string, childId: string) =>
  qb
    .selectFrom('guardian_children')
    .select('relation')
    .where('org_id', '=', orgId)
    .where('guardian_id', '=', guardianId)
    .where('child_id', '=', childId);

export const changeRelation = (orgId: string, guardianId: string, childId: string, relation: number) =>
  qb
    .updateTable('guardian_children')
    .set({ relation })
    .where('org_id', '=', orgId)
    .where('guardian_id', '=', guardianId)
    .where('child_id', '=', childId);

export const deleteLink = (orgId: string, guardianId: string, childId: string) =>
  qb
    .deleteFrom('guardian_children')
    .where('org_id', '=', orgId)
    .where('guardian_id', '=', guardianId)
    .where('child_id', '=', childId);

/** Accounts of these guardians; guardians without one are left out. */
export const accountsOfGuardians = (orgId: string, guardianIds: readonly string[]) =>
  qb
    .selectFrom('guardians')
    .select('user_id')
    .$narrowType<{ user_id: string }>()
    .where('org_id', '=', orgId)
    .where(sql<boolean>`guardian_id = any(${guardianIds}::text[])`)
    .where('user_id', 'is not', null);

/** Sets or removes a guardian's account; `updated_at` becomes later than any value that a client may have read. */
export const setGuardianAccount = (orgId: string, guardianId: string, userId: string | null, at: string) =>
  qb
    .updateTable('guardians')
    .set({
      user_id: userId,
      // A closed account is not opened again by the guardian alone.
      sign_up_closed: userId === null,
      updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('org_id', '=', orgId)
    .where('guardian_id', '=', guardianId);
