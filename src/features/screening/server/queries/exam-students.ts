import { sql } from 'kysely';
import { classesInScope, studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { STUDY } from '../../../students/public.ts';
import type { ExamScope } from '../../rules/scope.ts';

/** The enrolled students of a plan's scope, as `s` with their class `c` of the current year. */
const inPlan = (orgId: string, { grade_ids = [], class_ids = [], group_ids = [], child_ids = [] }: ExamScope) => sql`
  from students s left join classes c on c.org_id = s.org_id and c.class_id = s.class_id
  where s.org_id = ${orgId} and s.study_status = ${sql.lit(STUDY.enrolled)} and (s.class_id = any(${class_ids}::text[]) or s.child_id = any(${child_ids}::text[])
    or (c.period || '-' || c.grade = any(${grade_ids}::text[]) and c.year_id = (select y.year_id from years y where y.org_id = ${orgId} and y.is_current))
    or exists (select from custom_group_members m where m.org_id = s.org_id and m.group_id = any(${group_ids}::text[]) and m.child_id = s.child_id))`;

/** Born after a day: younger than the age that the day stands for. An unknown birthday counts as younger. */
const bornAfter = (day: string) => sql`(s.born_on is null or to_char(s.born_on, 'YYYY-MM-DD') > ${day})`;
const knownBornAfter = (day: string) => sql`to_char(s.born_on, 'YYYY-MM-DD') > ${day}`;
const hasGuardianConsent = sql`exists (select from guardian_consents g where g.org_id = s.org_id and g.child_id = s.child_id and g.withdrawn_at is null)`;

export interface SheetPlan {
  examId: string;
  scope: ExamScope;
  /** A guardian's consent to this plan is needed for every student. */
  consentRequired: boolean;
  /** The last birthday of those who consent alone, `YYYY-MM-DD`. */
  ofAgeOn: string;
  /** Items of a sheet. */
  total: number;
  at: string;
}

/**
 * Adds a sheet for each student of the scope who has none, with class and names of this moment. A recorded consent of a
 * guardian is enough for children under the age of consent, unless the plan asks for a consent of its own.
 */
export const addSheets = (orgId: string, { examId, scope, consentRequired, ofAgeOn, total, at }: SheetPlan) =>
  sql<{ child_id: string; needs_consent: boolean; consented_at: string | null }>`
  insert into exam_sheets (org_id, child_exam_id, exam_id, child_id, class_id, class_name, period, grade, needs_consent, consented_at, total)
  select s.org_id, replace(gen_random_uuid()::text, '-', ''), ${examId}, s.child_id, s.class_id, c.class_name, c.period, c.grade,
    ${consentRequired}::boolean or ${bornAfter(ofAgeOn)},
    case when not ${consentRequired}::boolean and ${bornAfter(ofAgeOn)} and ${hasGuardianConsent} then ${at}::timestamptz end, ${total}::int2
  ${inPlan(orgId, scope)} order by c.grade, c.class_no, s.name_pinyin, s.child_id
  on conflict on constraint exam_sheets_attempt do nothing returning child_id, needs_consent, consented_at`.compile(qb);

/**
 * Numbers of a scope: students, those outside the role's scope, those younger than each of some ages (by the birthday
 * after which one is younger), and the classes.
 */
export const countPlanned = (orgId: string, plan: ExamScope, role: Scope, youngest: readonly string[]) =>
  sql<{ students: number; beyond: number; younger: number[]; class_ids: string[] }>`
  select count(*)::int4 as students, count(*) filter (where not ${studentsInScope(role, 's')})::int4 as beyond,
    array[${youngest.length > 0 ? sql.join(youngest.map((day) => sql`count(*) filter (where ${knownBornAfter(day)})::int4`)) : sql``}]::int4[] as younger,
    coalesce(array_agg(distinct s.class_id) filter (where s.class_id is not null), '{}') as class_ids
  ${inPlan(orgId, plan)}`.compile(qb);

/** The sheets of a plan that are of students outside the role's scope. */
export const countSheetsBeyond = (orgId: string, examId: string, role: Scope) =>
  sql<{ n: number }>`select count(*)::int4 as n from exam_sheets h
  join students s on s.org_id = h.org_id and s.child_id = h.child_id
  where h.org_id = ${orgId} and h.exam_id = ${examId} and not ${studentsInScope(role, 's')}`.compile(qb);

export type Lack = 'consent' | 'account';

const lacks = (lack: Lack, consentRequired: boolean, ofAgeOn: string) =>
  lack === 'account'
    ? sql`s.user_id is null`
    : consentRequired
      ? sql`true`
      : sql`(${bornAfter(ofAgeOn)} and not ${hasGuardianConsent})`;

/** Students of a scope who lack a consent or an account, within the role's scope, by class and name. */
export const plannedWithout = (
  orgId: string,
  plan: ExamScope,
  role: Scope,
  { lack, consentRequired, ofAgeOn, limit }: { lack: Lack; consentRequired: boolean; ofAgeOn: string; limit: number },
) =>
  sql<{ child_id: string; child_name: string; class_name: string | null }>`
  select s.child_id, s.child_name, c.class_name ${inPlan(orgId, plan)} and ${lacks(lack, consentRequired, ofAgeOn)} and ${studentsInScope(role, 's')}
  order by c.grade nulls last, c.class_no nulls last, c.class_name, s.name_pinyin, s.child_id limit ${limit}`.compile(
    qb,
  );

export const countPlannedWithout = (
  orgId: string,
  plan: ExamScope,
  { lack, consentRequired, ofAgeOn }: { lack: Lack; consentRequired: boolean; ofAgeOn: string },
) =>
  sql<{
    n: number;
  }>`select count(*)::int4 as n ${inPlan(orgId, plan)} and ${lacks(lack, consentRequired, ofAgeOn)}`.compile(qb);

/** Which grades have classes in the current year, as node ids of the class tree. */
export const gradesWithClasses = (orgId: string) =>
  sql<{ period: number; grade: number }>`
  select distinct c.period, c.grade from classes c join years y on y.org_id = c.org_id and y.year_id = c.year_id and y.is_current where c.org_id = ${orgId}`.compile(
    qb,
  );

/** Where classes stand in the school. */
export const placesOf = (orgId: string, classIds: readonly string[]) =>
  qb
    .selectFrom('classes')
    .select(['class_id', 'class_name', 'period', 'grade', 'college_id', 'major_id'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`class_id = any(${classIds}::text[])`)
    .orderBy('period')
    .orderBy('grade')
    .orderBy('class_no')
    .orderBy('class_name');

export const groupsOf = (orgId: string, groupIds: readonly string[]) =>
  qb
    .selectFrom('custom_groups')
    .select(['group_id', 'created_by'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`group_id = any(${groupIds}::text[])`);

/** Those of some classes that are of the current year and in the role's scope. */
export const currentClassesOf = (orgId: string, scope: Scope, classIds: readonly string[]) =>
  sql<{ class_id: string }>`
  select c.class_id from classes c join years y on y.org_id = c.org_id and y.year_id = c.year_id and y.is_current
  where c.org_id = ${orgId} and c.class_id = any(${classIds}::text[]) and ${classesInScope(scope, 'c')} order by c.class_id`.compile(
    qb,
  );
