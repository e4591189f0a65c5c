import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { KeyRing } from '../../../platform/crypto/server/data-keys.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import type { conversation, conversations, Message } from '../contract.ts';
import { isDanger } from '../rules/danger.ts';
import { CONVERSATIONS_MAX } from '../rules/limits.ts';
import * as store from './queries/conversations.ts';

const RESOURCE = 'ai_chat';
/** Default page size. */
const PAGE = 50;

export const titleAt = (row: string) => ({ table: 'ai_conversations', row, field: 'title' });
export const replacedAt = (row: string) => ({ table: 'ai_conversations', row, field: 'replaced' });
export const bodyAt = (row: string) => ({ table: 'ai_messages', row, field: 'body' });

type Stored = RowOf<ReturnType<typeof store.messagesOf>>;

/** A message as it is shown. */
export function presentMessage(ring: KeyRing, { message_id, by, body, state, created_at }: Stored): Message {
  const text = ring.decryptText(body, bodyAt(message_id));
  const head = { message_id, by, state, created_at };
  return by === 'help'
    ? { ...head, text: '', articles: text.split(' ').filter((key) => key !== ''), danger: false }
    : { ...head, text, danger: by === 'person' && isDanger(text) };
}

/** The caller's own conversations in the organisation, the last used first. */
export async function listConversations(
  ctx: OrgContext,
  { page = 1, size = PAGE }: { page?: number; size?: number },
): Promise<DataOf<typeof conversations>> {
  const { orgId } = ctx.actor;
  const { userId } = ctx.caller;
  const [rows, [count]] = await ctx.read([
    store.conversationsOf(orgId, userId, size, (page - 1) * size),
    store.countConversations(orgId, userId),
  ]);
  // A ring creates the first key of a school, and reading writes nothing.
  if (rows.length === 0) return { total: count?.n ?? 0, items: [] };
  const ring = await ctx.services.keys.ring(orgId);
  const items = rows.map(({ title, ...row }) => ({
    ...row,
    title: ring.decryptText(title, titleAt(row.conversation_id)),
  }));
  return { total: count?.n ?? 0, items };
}

/**
 * A conversation of the caller with its messages.
 *
 * @throws AppError PSY_NOT_FOUND, also for the conversation of another person
 */
export async function readConversation(ctx: OrgContext, id: string): Promise<DataOf<typeof conversation>> {
  const { orgId } = ctx.actor;
  const [[head], messages] = await ctx.read([
    store.conversationOf(orgId, ctx.caller.userId, id),
    store.messagesOf(orgId, id),
  ]);
  if (!head) throw new AppError('PSY_NOT_FOUND');
  const ring = await ctx.services.keys.ring(orgId);
  return {
    conversation_id: id,
    title: ring.decryptText(head.title, titleAt(id)),
    updated_at: head.updated_at,
    messages: messages.map((message) => presentMessage(ring, message)),
  };
}

const titleFrom = (title: string): string => {
  const text = title.trim();
  if (text === '') throw invalid('/title', '请填写标题');
  return text;
};

/** @throws AppError PSY_CONFLICT when the caller keeps too many */
export async function createConversation(ctx: OrgContext, tx: Tx, title: string): Promise<string> {
  const { orgId } = ctx.actor;
  const { userId } = ctx.caller;
  const { clock, keys } = ctx.services;
  const text = titleFrom(title);
  const [count] = await tx.run(store.countConversations(orgId, userId));
  if ((count?.n ?? 0) >= CONVERSATIONS_MAX)
    throw new AppError('PSY_CONFLICT', { message: `对话已有 ${CONVERSATIONS_MAX} 个，请先删除不需要的` });
  const id = newId(clock);
  await tx.run(
    store.insertConversation({
      org_id: orgId,
      conversation_id: id,
      user_id: userId,
      title: await keys.within(tx).encryptText(orgId, text, titleAt(id)),
      replaced: null,
      created_at: ctx.nowIso(),
      updated_at: ctx.nowIso(),
    }),
  );
  await audit(tx, ctx, { act: 'create', resource: RESOURCE, rowId: id, after: { text_length: [...text].length } });
  return id;
}

/** The caller's conversation, locked. @throws AppError PSY_NOT_FOUND */
export async function lockConversation(ctx: OrgContext, tx: Tx, id: string) {
  const [found] = await tx.run(store.lockConversation(ctx.actor.orgId, ctx.caller.userId, id));
  if (!found) throw new AppError('PSY_NOT_FOUND');
  return found;
}

/** @throws AppError PSY_NOT_FOUND */
export async function renameConversation(ctx: OrgContext, tx: Tx, id: string, title: string): Promise<void> {
  const { orgId } = ctx.actor;
  const text = titleFrom(title);
  await lockConversation(ctx, tx, id);
  const encrypted = await ctx.services.keys.within(tx).encryptText(orgId, text, titleAt(id));
  await tx.run(store.changeConversation(orgId, id, { title: encrypted }));
  await audit(tx, ctx, { act: 'update', resource: RESOURCE, rowId: id, after: { text_length: [...text].length } });
}

/** Deletes one or all conversations of the caller. @throws AppError PSY_NOT_FOUND for one that is not there */
export async function deleteConversations(ctx: OrgContext, tx: Tx, id?: string): Promise<void> {
  const { orgId } = ctx.actor;
  const count = await tx.run(store.deleteConversations(orgId, ctx.caller.userId, id));
  if (count === 0 && id !== undefined) throw new AppError('PSY_NOT_FOUND');
  if (count === 0) return;
  await audit(tx, ctx, { act: 'delete', resource: RESOURCE, rowId: id ?? '*', after: { total: count } });
}

/** A question or an answer, to be added to a locked conversation. */
export interface NewMessage {
  by: Message['by'];
  text: string;
  state: Message['state'];
}

/** Adds a message behind the last one. @returns its id */
export async function addMessage(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { by, text, state }: NewMessage,
): Promise<string> {
  const { orgId } = ctx.actor;
  const { clock, keys } = ctx.services;
  const messageId = newId(clock);
  await tx.run(
    store.insertMessage({
      org_id: orgId,
      message_id: messageId,
      conversation_id: id,
      by,
      body: await keys.within(tx).encryptText(orgId, text, bodyAt(messageId)),
      state,
      created_at: ctx.nowIso(),
    }),
  );
  await tx.run(store.changeConversation(orgId, id, { updated_at: ctx.nowIso() }));
  return messageId;
}

/** Stores an answer when it has ended. @throws AppError PSY_NOT_FOUND when the conversation was deleted meanwhile */
export async function keepAnswer(ctx: OrgContext, tx: Tx, id: string, answer: NewMessage): Promise<string> {
  await lockConversation(ctx, tx, id);
  return addMessage(ctx, tx, id, answer);
}

/** The operation log has the id and numbers of a question, never a word of it. */
export const logQuestion = (ctx: OrgContext, tx: Tx, id: string, text: string, replaced: number): Promise<void> =>
  audit(tx, ctx, {
    act: 'ask',
    resource: RESOURCE,
    rowId: id,
    after: { text_length: [...text].length, words_replaced: replaced },
  });
