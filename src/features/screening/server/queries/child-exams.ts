import { qb } from '../../../../platform/db/server/query-builder.ts';

const sheetsOfChild = (orgId: string, childId: string) =>
  qb
    .selectFrom('exam_sheets as h')
    .innerJoin('exams as e', (join) => join.onRef('e.org_id', '=', 'h.org_id').onRef('e.exam_id', '=', 'h.exam_id'))
    .where('h.org_id', '=', orgId)
    .where('h.child_id', '=', childId);

/** The sheets of a child, those of the latest screening first. */
export const childExamsPage = (orgId: string, childId: string, page: number, size: number) =>
  sheetsOfChild(orgId, childId)
    .select(['h.exam_id', 'h.child_exam_id', 'e.exam_name', 'e.starts_at', 'e.ends_at', 'e.status as exam_status'])
    .select(['e.scale_ids', 'e.scale_versions'])
    .select(['h.attempt', 'h.needs_consent', 'h.consented_at', 'h.withdrawn_at', 'h.submitted_at', 'h.scored_at'])
    .orderBy('e.starts_at', 'desc')
    .orderBy('h.exam_id')
    .orderBy('h.attempt', 'desc')
    .limit(size)
    .offset((page - 1) * size);

export const childExamsCount = (orgId: string, childId: string) =>
  sheetsOfChild(orgId, childId).select((eb) => eb.fn.countAll<number>().as('total'));
