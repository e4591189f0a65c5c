import { sql, type UpdateResult } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

const ENROLLED = 1;
const SUSPENDED = 2;
const GRADUATED = 4;

/** Classes of a year with their numbers of attending and suspended students. */
export const classesToMove = (orgId: string, yearId: string) =>
  qb
    .selectFrom('classes as c')
    .select(['c.class_id', 'c.class_name', 'c.period', 'c.grade', 'c.class_no', 'c.college_id', 'c.major_id', 'c.ext'])
    .select((eb) =>
      [ENROLLED, SUSPENDED].map((status) =>
        eb
          .selectFrom('students as s')
          .select((x) => x.fn.countAll<number>().as('n'))
          .where('s.org_id', '=', orgId)
          .whereRef('s.class_id', '=', 'c.class_id')
          .where('s.study_status', '=', status)
          .as(status === ENROLLED ? 'students' : 'suspended'),
      ),
    )
    .where('c.org_id', '=', orgId)
    .where('c.year_id', '=', yearId)
    .orderBy('c.period')
    .orderBy('c.grade')
    .orderBy('c.class_no', (o) => o.asc().nullsLast())
    .orderBy('c.class_name')
    .orderBy('c.class_id');

/** Which of these children attend a class of the year, locked. */
export const attending = (orgId: string, yearId: string, childIds: readonly string[]) =>
  qb
    .selectFrom('students as s')
    .innerJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select(['s.child_id', 's.child_name', 'c.class_id', 'c.class_name', 'c.period', 'c.grade', 'c.class_no'])
    .where('s.org_id', '=', orgId)
    .where('c.year_id', '=', yearId)
    .where('s.study_status', '=', ENROLLED)
    .where(sql<boolean>`s.child_id = any(${childIds}::text[])`)
    .orderBy('s.child_id')
    .forUpdate('s');

/** All students who attend a class of the year, locked in the common lock order of students. */
export const lockAttending = (orgId: string, yearId: string) =>
  qb
    .selectFrom('students as s')
    .select('s.child_id')
    .where('s.org_id', '=', orgId)
    .where('s.study_status', '=', ENROLLED)
    .where('s.class_id', 'in', (eb) =>
      eb.selectFrom('classes').select('class_id').where('org_id', '=', orgId).where('year_id', '=', yearId),
    )
    .orderBy('s.child_id')
    .forUpdate('s');

/** `updated_at` always increases, so that clients that have read the row detect the change. */
const touched = (at: string) => sql`updated_at = greatest(${at}::timestamptz, s.updated_at + interval '1 millisecond')`;

/** Moves students with their class, except for `except`. */
export const moveClasses = (
  orgId: string,
  from: readonly string[],
  to: readonly string[],
  except: readonly string[],
  at: string,
) =>
  sql<UpdateResult>`
  update students s set class_id = m.to_id, ${touched(at)} from unnest(${from}::text[], ${to}::text[]) as m(from_id, to_id)
  where s.org_id = ${orgId} and s.class_id = m.from_id and s.study_status = ${sql.lit(ENROLLED)} and s.child_id <> all(${except}::text[])`.compile(
    qb,
  );

/** Graduates students with their class or individually; they keep the class. */
export const graduate = (
  orgId: string,
  classIds: readonly string[],
  childIds: readonly string[],
  except: readonly string[],
  at: string,
) =>
  sql<UpdateResult>`
  update students s set study_status = ${sql.lit(GRADUATED)}, ${touched(at)}
  where s.org_id = ${orgId} and s.study_status = ${sql.lit(ENROLLED)} and (s.child_id = any(${childIds}::text[]) or (s.class_id = any(${classIds}::text[]) and s.child_id <> all(${except}::text[])))`.compile(
    qb,
  );

/** Lets students repeat their grade in another class, or without a class for now. */
export const repeatGrade = (
  orgId: string,
  childIds: readonly string[],
  classIds: readonly (string | null)[],
  at: string,
) =>
  sql<UpdateResult>`
  update students s set class_id = m.class_id, ${touched(at)} from unnest(${childIds}::text[], ${classIds}::text[]) as m(child_id, class_id)
  where s.org_id = ${orgId} and s.child_id = m.child_id`.compile(qb);

/** Moves class teachers with their class, and updates `updated_at` of their rows. */
export const moveTeachers = (orgId: string, from: readonly string[], to: readonly string[], at: string) =>
  sql<UpdateResult>`
  with moved as (update memberships m set role_extend = jsonb_set(m.role_extend, '{class_ids}', (
    select jsonb_agg(coalesce(x.to_id, e.id) order by e.n) from jsonb_array_elements_text(m.role_extend -> 'class_ids') with ordinality as e(id, n)
    left join unnest(${from}::text[], ${to}::text[]) as x(from_id, to_id) on x.from_id = e.id))
  where m.org_id = ${orgId} and jsonb_typeof(m.role_extend -> 'class_ids') = 'array'
    and exists (select 1 from jsonb_array_elements_text(m.role_extend -> 'class_ids') as h(id) where h.id = any(${from}::text[]))
  returning m.user_id)
  update teachers s set ${touched(at)} where s.org_id = ${orgId} and s.user_id in (select user_id from moved)`.compile(
    qb,
  );
