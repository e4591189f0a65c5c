import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import { makerOf } from '../../../../platform/file-codes/server/file-mark.ts';
import * as contract from '../../contract/questionnaires.ts';
import * as compose from '../questionnaires/compose.ts';
import { exportExamAnswers, readExamAnswers } from '../questionnaires/exam-answers.ts';
import { readQuestionnaire, readQuestionnaires } from '../questionnaires/read-questionnaires.ts';

/** Calls about the questionnaires that a school composes, and the answers to them. */
export const questionnaireHandlers: readonly Implementation[] = [
  implement(contract.questionnaires, (ctx) => readQuestionnaires(ctx)),
  implement(contract.createQuestionnaire, (ctx, { body }) =>
    ctx.transaction((tx) => compose.createQuestionnaire(inTransaction(ctx, tx), tx, body)),
  ),
  implement(contract.questionnaire, (ctx, { params }) => readQuestionnaire(ctx, params.scale_id)),
  implement(contract.saveQuestionnaire, (ctx, { params, body }) =>
    ctx.transaction((tx) => compose.saveQuestionnaire(ctx, tx, params.scale_id, body)),
  ),
  implement(contract.publishQuestionnaire, (ctx, { params, body }) =>
    ctx.transaction((tx) => compose.publishQuestionnaire(ctx, tx, params.scale_id, body.revision)),
  ),
  implement(contract.removeQuestionnaire, async (ctx, { params }) => {
    await ctx.transaction((tx) => compose.removeQuestionnaire(ctx, tx, params.scale_id));
    return { ok: true } as const;
  }),
  implement(contract.examAnswers, (ctx, { params }) => readExamAnswers(ctx, params.id)),
  implement(contract.exportAnswers, async (ctx, { params }) => {
    const maker = await makerOf(ctx);
    return ctx.transaction((tx) => exportExamAnswers(ctx, tx, maker, params));
  }),
];
