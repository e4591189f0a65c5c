import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type * as contract from '../../contract/questionnaires.ts';
import * as store from '../queries/questionnaires.ts';
import { contentOf, findingsOf, stateOf, versionOf } from './compose.ts';

const publishedOf = ({ published }: Pick<store.QuestionnaireRow, 'published'>) =>
  published > 0 ? { version: versionOf(published) } : {};

/** The questionnaires of the caller's school. */
export async function readQuestionnaires(ctx: OrgContext): Promise<DataOf<typeof contract.questionnaires>> {
  const [rows] = await ctx.read([store.questionnairesOf(ctx.actor.orgId)]);
  const items = rows.map((row) => ({
    scale_id: row.scale_id,
    title: row.title,
    item_count: contentOf(ctx, row).items.length,
    state: stateOf(row),
    ...publishedOf(row),
    updated_at: row.updated_at,
    updated_by_name: row.updated_by_name ?? '',
  }));
  return { total: items.length, items };
}

/** One questionnaire with what keeps it from being published. @throws AppError PSY_NOT_FOUND */
export async function readQuestionnaire(
  ctx: OrgContext,
  scaleId: string,
): Promise<DataOf<typeof contract.questionnaire>> {
  const [[row]] = await ctx.read([store.questionnaireById(ctx.actor.orgId, scaleId)]);
  if (!row) throw new AppError('PSY_NOT_FOUND');
  const draft = contentOf(ctx, row);
  const state = stateOf(row);
  return {
    scale_id: scaleId,
    revision: row.revision,
    state,
    ...publishedOf(row),
    draft,
    findings: state === 'published' ? [] : findingsOf(scaleId, draft),
  };
}
