import { sql } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** Results that a recalculation or a correction replaced, the latest first. */
export const replacedResultsOf = (orgId: string, id: string) =>
  qb
    .selectFrom('exam_results')
    .select(['scale_id', 'version', 'wording', 'norm_set', 'valid', 'dimensions', 'marks', 'source', 'scored_at'])
    .select('ended_at')
    .select(
      sql<string | null>`(select a.real_name from accounts a where a.user_id = exam_results.ended_by)`.as(
        'ended_by_name',
      ),
    )
    .where('org_id', '=', orgId)
    .where('child_exam_id', '=', id)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('scale_id')
    .limit(50);

/** The results in force of sheets. */
export const resultsOf = (orgId: string, ids: readonly string[]) =>
  qb
    .selectFrom('exam_results')
    .select([
      'child_exam_id',
      'scale_id',
      'version',
      'wording',
      'norm_set',
      'valid',
      'dimensions',
      'marks',
      'positive',
      'source',
      'scored_at',
    ])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`child_exam_id = any(${[...ids]}::text[])`)
    .where('ended_at', 'is', null);
