import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import type { Message } from '../contract.ts';
import { MESSAGES_MAX } from '../rules/limits.ts';
import { anonymise } from './anonymise/anonymise.ts';
import { Placeholders, type Replaced } from './anonymise/placeholders.ts';
import { addMessage, lockConversation, logQuestion, presentMessage, replacedAt } from './conversations.ts';
import type { ModelMessage } from './model/language-model.ts';
import { latestOf, promptOf } from './prompt.ts';
import * as store from './queries/conversations.ts';

/** A question that is stored and ready to be sent. */
export interface Prepared {
  conversationId: string;
  /** The stored question. */
  messageId: string;
  prompt: readonly ModelMessage[];
  placeholders: Placeholders;
}

const isSent = ({ by, text }: Message): boolean => by !== 'help' && text !== '';

async function messagesOf(ctx: OrgContext, tx: Tx, id: string): Promise<Message[]> {
  const { orgId } = ctx.actor;
  const ring = await ctx.services.keys.within(tx).ring(orgId);
  return (await tx.run(store.messagesOf(orgId, id))).map((message) => presentMessage(ring, message));
}

async function placeholdersOf(ctx: OrgContext, tx: Tx, id: string, encrypted: string | null): Promise<Placeholders> {
  if (encrypted === null) return new Placeholders();
  const text = await ctx.services.keys.within(tx).decryptText(ctx.actor.orgId, encrypted, replacedAt(id));
  return new Placeholders(JSON.parse(text) as Replaced);
}

/** Prompt and placeholders of a conversation whose last message is a question. The placeholders are stored. */
async function prepare(ctx: OrgContext, tx: Tx, id: string, encrypted: string | null): Promise<Prepared> {
  const { orgId } = ctx.actor;
  const said = latestOf((await messagesOf(ctx, tx, id)).filter(isSent));
  const last = said.at(-1);
  if (last?.by !== 'person') throw new AppError('PSY_CONFLICT', { message: '没有可以回答的提问' });
  const placeholders = await placeholdersOf(ctx, tx, id, encrypted);
  const before = placeholders.size;
  const texts = await anonymise(
    inTransaction(ctx, tx),
    said.map(({ text }) => text),
    placeholders,
  );
  const replaced = JSON.stringify(placeholders.replaced);
  await tx.run(
    store.changeConversation(orgId, id, {
      replaced: await ctx.services.keys.within(tx).encryptText(orgId, replaced, replacedAt(id)),
    }),
  );
  await logQuestion(ctx, tx, id, last.text, placeholders.size - before);
  const messages = said.map(({ by }, i): ModelMessage => ({
    role: by === 'person' ? 'user' : 'assistant',
    content: texts[i] ?? '',
  }));
  return { conversationId: id, messageId: last.message_id, prompt: promptOf(messages, last.danger), placeholders };
}

/** @throws AppError PSY_INVALID_INPUT */
export function requireText(text: string): string {
  if (text.trim() === '') throw invalid('/text', '请输入问题');
  return text.trim();
}

/** @throws AppError PSY_CONFLICT */
export async function requireRoom(ctx: OrgContext, tx: Tx, id: string): Promise<void> {
  const count = (await tx.run(store.messagesOf(ctx.actor.orgId, id))).length;
  if (count + 2 > MESSAGES_MAX) throw new AppError('PSY_CONFLICT', { message: '这个对话太长了，请新建一个对话再问' });
}

/**
 * Stores a question, and replaces everything in the conversation that identifies a person.
 *
 * @throws AppError PSY_NOT_FOUND, PSY_INVALID_INPUT, PSY_CONFLICT
 */
export async function prepareQuestion(ctx: OrgContext, tx: Tx, id: string, text: string): Promise<Prepared> {
  const question = requireText(text);
  const { replaced } = await lockConversation(ctx, tx, id);
  await requireRoom(ctx, tx, id);
  await addMessage(ctx, tx, id, { by: 'person', text: question, state: 'whole' });
  return prepare(ctx, tx, id, replaced);
}

/**
 * Deletes the answers to the last question, for another one.
 *
 * @throws AppError PSY_NOT_FOUND, PSY_CONFLICT
 */
export async function prepareAgain(ctx: OrgContext, tx: Tx, id: string): Promise<Prepared> {
  const { orgId } = ctx.actor;
  const { replaced } = await lockConversation(ctx, tx, id);
  const messages = await tx.run(store.messagesOf(orgId, id));
  const question = messages.findLast(({ by }) => by === 'person');
  const answers = messages.filter(({ position }) => position > (question?.position ?? 0));
  await tx.run(
    store.deleteMessages(
      orgId,
      answers.map(({ message_id }) => message_id),
    ),
  );
  return prepare(ctx, tx, id, replaced);
}
