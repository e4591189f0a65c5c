import { sql } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { StoredSheet } from './sheets.ts';

/** The last result of each scale that a child had in another screening before a sheet; withdrawn sheets are left out. */
export const formerResults = (
  orgId: string,
  sheet: Pick<StoredSheet, 'child_id' | 'exam_id'> & { submitted_at: string },
  scaleIds: readonly string[],
) =>
  qb
    .selectFrom('exam_results as r')
    .innerJoin('exam_sheets as h', (join) =>
      join.onRef('h.org_id', '=', 'r.org_id').onRef('h.child_exam_id', '=', 'r.child_exam_id'),
    )
    .innerJoin('exams as e', (join) => join.onRef('e.org_id', '=', 'h.org_id').onRef('e.exam_id', '=', 'h.exam_id'))
    .distinctOn('r.scale_id')
    .select(['r.scale_id', 'r.version', 'r.wording', 'r.norm_set', 'r.source', 'r.valid', 'r.dimensions', 'r.positive'])
    .select(['h.child_exam_id', 'h.exam_id', 'h.child_id', 'e.exam_name'])
    .select(sql<string>`h.submitted_at`.as('submitted_at'))
    .where('r.org_id', '=', orgId)
    .where('h.org_id', '=', orgId)
    .where('h.child_id', '=', sheet.child_id)
    .where('h.exam_id', '!=', sheet.exam_id)
    .where('h.submitted_at', '<', sheet.submitted_at)
    .where('h.withdrawn_at', 'is', null)
    .where('r.ended_at', 'is', null)
    .where(sql<boolean>`r.scale_id = any(${[...scaleIds]}::text[])`)
    .orderBy('r.scale_id')
    .orderBy('h.submitted_at', 'desc');
