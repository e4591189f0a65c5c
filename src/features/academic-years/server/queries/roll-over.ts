import { sql, type UpdateResult } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

const ENROLLED = 1;
const SUSPENDED = 2;
const GRADUATED = 4;

/** The classes of a year with how many students attend each, and how many are suspended. */
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

/** Those of these children who attend a class of the year now, locked. */
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

/** Everybody who attends a class of the year, locked in the order in which others lock students. */
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

/** A change is never as old as the one before, so that whoever has seen the row can tell. */
const touched = (at: string) => sql`updated_at = greatest(${at}::timestamptz, s.updated_at + interval '1 millisecond')`;

/** Students go with their class; `except` stay. */
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

/** Students finish school with their class, or on their own; their class stays theirs. */
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

/** Students repeat their grade in another class, or in none as yet. */
export const repeatGrade = (
  orgId: string,
  childIds: readonly string[],
  classIds: readonly (string | null)[],
  at: string,
) =>
  sql<UpdateResult>`
  update students s set class_id = m.class_id, ${touched(at)} from unnest(${childIds}::text[], ${classIds}::text[]) as m(child_id, class_id)
  where s.org_id = ${orgId} and s.child_id = m.child_id`.compile(qb);

/** Class teachers go with their class; whoever has their roles open sees that they changed. */
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
