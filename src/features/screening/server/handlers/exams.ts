import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import * as contract from '../../contract/exams.ts';
import { copyExam } from '../exams/copy-exam.ts';
import { archiveExam, closeExam, extendExam } from '../exams/end-exam.ts';
import { previewExam, readTopic } from '../exams/preview-exam.ts';
import { makeUpExam, publishExam } from '../exams/publish-exam.ts';
import { readChildExams } from '../exams/read-child-exams.ts';
import { readProgress } from '../exams/read-progress.ts';
import { remind } from '../exams/remind.ts';

/** Calls of plans besides those of every resource. */
export const examHandlers: readonly Implementation[] = [
  implement(contract.publishExam, (ctx, { params }) =>
    ctx.transaction((tx) => publishExam(inTransaction(ctx, tx), tx, params.id)),
  ),
  implement(contract.makeUpExam, (ctx, { params }) =>
    ctx.transaction((tx) => makeUpExam(inTransaction(ctx, tx), tx, params.id)),
  ),
  implement(contract.closeExam, (ctx, { params }) => ctx.transaction((tx) => closeExam(ctx, tx, params.id))),
  implement(contract.archiveExam, (ctx, { params }) => ctx.transaction((tx) => archiveExam(ctx, tx, params.id))),
  implement(contract.extendExam, (ctx, { params, body }) =>
    ctx.transaction((tx) => extendExam(ctx, tx, params.id, body.ends_at)),
  ),
  implement(contract.copyExam, (ctx, { params, body }) => copyExam(ctx, params.id, body)),
  implement(contract.examPreview, (ctx, { params }) =>
    ctx.transaction((tx) => previewExam(inTransaction(ctx, tx), tx, params.id)),
  ),
  implement(contract.examProgress, (ctx, { params, query }) => readProgress(ctx, params.id, query.class_id)),
  implement(contract.remindExam, (ctx, { params, body }) => ctx.transaction((tx) => remind(ctx, tx, params.id, body))),
  implement(contract.childExams, (ctx, { params, query }) => readChildExams(ctx, params.id, query)),
  implement(contract.examTopic, (ctx, { params }) => readTopic(ctx, params.id)),
];
