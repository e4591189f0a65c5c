import { implement, type Implementation, type StreamContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import * as contract from '../contract.ts';
import { answerFromHelp } from './answer-from-help.ts';
import {
  createConversation,
  deleteConversations,
  keepAnswer,
  listConversations,
  readConversation,
  renameConversation,
  type NewMessage,
} from './conversations.ts';
import { questionsLeft, takeTurn } from './limit-questions.ts';
import { findNamedStudent } from './named-student.ts';
import { prepareAgain, prepareQuestion, type Prepared } from './prepare-question.ts';
import { streamAnswer } from './stream-answer.ts';

const done = { ok: true } as const;

/** @throws AppError PSY_CONFLICT without a model */
async function answer(ctx: StreamContext, id: string, prepare: (tx: Tx) => Promise<Prepared>) {
  if (ctx.services.assistant.model === undefined)
    throw new AppError('PSY_CONFLICT', { message: '平台没有接入 AI 模型，请刷新页面后再问' });
  const giveBack = await takeTurn(ctx, id);
  try {
    const keep = (message: NewMessage) => ctx.transaction((tx) => keepAnswer(ctx, tx, id, message));
    return streamAnswer(ctx, await ctx.transaction(prepare), { keep, giveBack });
  } catch (error) {
    await giveBack();
    throw error;
  }
}

export const aiChatHandlers: readonly Implementation[] = [
  implement(contract.assistant, async (ctx) => {
    const { model, perPersonDay } = ctx.services.assistant;
    const mode = model === undefined ? ('help' as const) : ('model' as const);
    return { mode, per_day: perPersonDay, left: await questionsLeft(ctx) };
  }),
  implement(contract.conversations, (ctx, { query }) => listConversations(ctx, query)),
  implement(contract.createConversation, async (ctx, { body: { title } }) => ({
    conversation_id: await ctx.transaction((tx) => createConversation(ctx, tx, title)),
  })),
  implement(contract.conversation, (ctx, { params: { id } }) => readConversation(ctx, id)),
  implement(contract.namedStudent, (ctx, { params: { id } }) => findNamedStudent(ctx, id)),
  implement(contract.renameConversation, async (ctx, { params: { id }, body: { title } }) => {
    await ctx.transaction((tx) => renameConversation(ctx, tx, id, title));
    return done;
  }),
  implement(contract.deleteConversation, async (ctx, { params: { id } }) => {
    await ctx.transaction((tx) => deleteConversations(ctx, tx, id));
    return done;
  }),
  implement(contract.deleteConversations, async (ctx) => {
    await ctx.transaction((tx) => deleteConversations(ctx, tx));
    return done;
  }),
  implement(contract.ask, (ctx, { params: { id }, body: { text } }) =>
    answer(ctx, id, (tx) => prepareQuestion(ctx, tx, id, text)),
  ),
  implement(contract.askAgain, (ctx, { params: { id } }) => answer(ctx, id, (tx) => prepareAgain(ctx, tx, id))),
  implement(contract.answerFromHelp, async (ctx, { params: { id }, body }) => ({
    messages: await ctx.transaction((tx) => answerFromHelp(ctx, tx, id, body)),
  })),
];
