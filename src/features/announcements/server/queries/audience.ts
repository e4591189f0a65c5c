import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { inUse } from '../../../../platform/identity/server/queries/memberships.ts';
import type { StoredAnnouncement } from './tables.ts';

// Whom an announcement reaches, in both directions: the announcements of a reader, and the people of an announcement.
// A test compares the two over every account of the demo.

/** `students.study_status` of those who belong to the school now: attending, and on leave. */
const PRESENT = [1, 2];
const gradeKey = sql`(c.period || '-' || c.grade)`;

/** Where the reader's own children are; a student is the own child. */
export interface ChildPlace {
  class_id: string | null;
  grade: string | null;
}

/** A person in an identity, and as staff in a role. */
export interface Reader {
  orgId: string;
  userId: string;
  identity: number;
  roleId: number;
  /** Empty for staff. */
  places: readonly ChildPlace[];
}

/** The children in a scope who belong to the school now. */
export const placesOf = (orgId: string, scope: Scope) =>
  qb
    .selectFrom('students as s')
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select(['s.class_id', sql<string | null>`${gradeKey}`.as('grade')])
    .where('s.org_id', '=', orgId)
    .where(studentsInScope(scope, 's'))
    .where(sql<boolean>`s.study_status = any(${PRESENT}::int[])`);

const texts = (values: readonly (string | null)[]) => [...new Set(values)].filter((value) => value !== null);

function addresses({ identity, roleId, places }: Reader): RawBuilder<SqlBool> {
  if (identity === IDENTITY.staff) return sql<SqlBool>`${roleId}::smallint = any(a.role_ids)`;
  if (places.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`${sql.ref(identity === IDENTITY.student ? 'a.to_students' : 'a.to_guardians')}
    and ((a.grades = '{}' and a.class_ids = '{}')
      or a.class_ids && ${texts(places.map(({ class_id }) => class_id))}::text[]
      or a.grades && ${texts(places.map(({ grade }) => grade))}::text[])`;
}

/** Announcements over `announcements as a` that address a reader: of the own organisation, and of the one above it. */
export const reaches = (reader: Reader): RawBuilder<SqlBool> => sql<SqlBool>`(
  (a.org_id = ${reader.orgId} or (a.org_id = (select o.parent_org_id from orgs o where o.org_id = ${reader.orgId})
    and (a.all_schools or ${reader.orgId} = any(a.school_ids)))) and ${addresses(reader)})`;

/** What decides about the people of an announcement. */
export type Addressed = Pick<StoredAnnouncement, 'role_ids' | 'to_students' | 'to_guardians' | 'grades' | 'class_ids'>;

/** Everyone in an organisation whom an announcement addresses: accounts, once for each identity. */
function people(orgId: string, { role_ids, to_students, to_guardians, grades, class_ids }: Addressed, at: string) {
  const limited = grades.length > 0 || class_ids.length > 0;
  const present = sql`s.study_status = any(${PRESENT}::int[]) and (not ${limited}
    or s.class_id = any(${class_ids}::text[]) or ${gradeKey} = any(${grades}::text[]))`;
  return sql`
  select m.user_id, ${sql.lit(IDENTITY.staff)} as identity from memberships m
    where m.org_id = ${orgId} and m.identity = ${sql.lit(IDENTITY.staff)} and m.role_id = any(${role_ids}::int[]) and ${inUse(at)}
  union all
  select s.user_id, ${sql.lit(IDENTITY.student)} from students s
    left join classes c on c.org_id = s.org_id and c.class_id = s.class_id
    where ${to_students} and s.org_id = ${orgId} and s.user_id is not null and ${present}
  union all
  select g.user_id, ${sql.lit(IDENTITY.parent)} from guardians g
    join guardian_children own on own.org_id = g.org_id and own.guardian_id = g.guardian_id
    join students s on s.org_id = own.org_id and s.child_id = own.child_id
    left join classes c on c.org_id = s.org_id and c.class_id = s.class_id
    where ${to_guardians} and g.org_id = ${orgId} and g.user_id is not null and ${present}`;
}

/** Accounts after one, in their order; those who are staff are addressed as staff. */
export const peopleAfter = (orgId: string, whom: Addressed, at: string, after: string, limit: number) =>
  sql<{ user_id: string; staff: boolean }>`
  select p.user_id, bool_or(p.identity = ${sql.lit(IDENTITY.staff)}) as staff from (${people(orgId, whom, at)}) p
  where p.user_id > ${after} group by p.user_id order by p.user_id limit ${limit}`.compile(qb);

/** People and readers by identity; who has two identities is counted in both. */
export const countPeople = (orgId: string, id: string, whom: Addressed, at: string) =>
  sql<{ identity: number; people: number; readers: number }>`
  select p.identity, count(*)::int4 as people, count(r.read_at)::int4 as readers
  from (select distinct user_id, identity from (${people(orgId, whom, at)}) e) p
  left join announcement_reads r on r.org_id = ${orgId} and r.announcement_id = ${id} and r.user_id = p.user_id
  group by p.identity`.compile(qb);

const staffOf = (orgId: string, id: string, whom: Addressed, at: string, read: boolean | undefined) => sql`
  from (select distinct user_id from (${people(orgId, { ...whom, to_students: false, to_guardians: false }, at)}) e) p
  join accounts n on n.user_id = p.user_id
  left join teachers t on t.org_id = ${orgId} and t.user_id = p.user_id
  left join announcement_reads r on r.org_id = ${orgId} and r.announcement_id = ${id} and r.user_id = p.user_id
  where ${read === undefined ? sql`true` : read ? sql`r.read_at is not null` : sql`r.read_at is null`}`;

/** The staff by name, those who read it last first, then those who have not. */
export const staffReaders = (
  orgId: string,
  id: string,
  whom: Addressed,
  at: string,
  { read, limit, offset }: { read: boolean | undefined; limit: number; offset: number },
) =>
  sql<{ real_name: string; read_at: string | null }>`
  select n.real_name, r.read_at ${staffOf(orgId, id, whom, at, read)}
  order by r.read_at desc nulls last, t.name_key, n.user_id limit ${limit} offset ${offset}`.compile(qb);
export const countStaffReaders = (orgId: string, id: string, whom: Addressed, at: string, read: boolean | undefined) =>
  sql<{ n: number }>`select count(*)::int4 as n ${staffOf(orgId, id, whom, at, read)}`.compile(qb);
