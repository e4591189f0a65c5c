import { sql } from 'kysely';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';
import type { TableExtension } from '../../../../platform/resources/server/registry.ts';
import { CONSULTATION } from '../../rules/consultation.ts';

/** A kind of contact: the area that shows it, its table, its instant, and which rows took place. */
const KINDS = [
  ['intervention/consultation', 'consultations', 'k.start_at', `k.status = ${CONSULTATION.done}`],
  ['intervention/interview', 'interviews', 'k.happened_at', 'true'],
  ['intervention', 'interventions', 'k.happened_at', 'true'],
  [
    'intervention/follow-up',
    'follow_ups',
    "k.done_on::timestamp at time zone 'Asia/Shanghai'",
    'k.done_on is not null',
  ],
] as const;

const newest = KINDS.map(
  ([area, table, at, took]) => sql`(case when ${sql.lit(area)} = any(${slot('opens')}::text[]) then
    (select max(${sql.raw(at)}) from ${sql.table(table)} k where k.org_id = t.org_id and k.child_id = t.child_id and ${sql.raw(took)}
      and (not k.restricted or k.author_group = ${slot('roleGroup')})) end)`,
);
/** A step of a case that was a contact with the family or the class teacher. */
const informed = sql`(case when 'crisis/case' = any(${slot('opens')}::text[]) then
    (select max(coalesce(p.informed_at, p.at)) from crisis_cases k join case_steps p on p.org_id = k.org_id and p.case_id = k.case_id
      where k.org_id = t.org_id and k.child_id = t.child_id and p.kind in ('informed', 'family') and (p.restricted_to is null or p.restricted_to = ${slot('roleGroup')})) end)`;

/** The newest contact with a student or the family, of the kinds that the reader may open. */
export const contactOfStudents: TableExtension = {
  computed: { last_contact: sql`greatest(${sql.join([...newest, informed])})` },
};
