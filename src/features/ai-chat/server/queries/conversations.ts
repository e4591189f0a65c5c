import { sql, type Insertable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { AnswerState, Message } from '../../contract.ts';

/** A conversation with the assistant; title and replaced words are encrypted. */
export interface AiConversationsTable {
  org_id: string;
  conversation_id: string;
  user_id: string;
  title: string;
  replaced: string | null;
  created_at: string;
  updated_at: string;
}
/** Questions and answers; the texts are encrypted. */
export interface AiMessagesTable {
  org_id: string;
  message_id: string;
  conversation_id: string;
  position: number;
  by: Message['by'];
  body: string;
  state: AnswerState;
  created_at: string;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    ai_conversations: AiConversationsTable;
    ai_messages: AiMessagesTable;
  }
}

const own = (orgId: string, userId: string) =>
  qb.selectFrom('ai_conversations').where('org_id', '=', orgId).where('user_id', '=', userId);

export const conversationsOf = (orgId: string, userId: string, limit: number, offset: number) =>
  own(orgId, userId)
    .select(['conversation_id', 'title', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('conversation_id', 'desc')
    .limit(limit)
    .offset(offset);
export const countConversations = (orgId: string, userId: string) =>
  own(orgId, userId).select((eb) => eb.fn.countAll<number>().as('n'));
export const conversationOf = (orgId: string, userId: string, conversationId: string) =>
  own(orgId, userId)
    .select(['conversation_id', 'title', 'replaced', 'updated_at'])
    .where('conversation_id', '=', conversationId);
/** Like `conversationOf`, locked until the transaction ends. */
export const lockConversation = (orgId: string, userId: string, conversationId: string) =>
  conversationOf(orgId, userId, conversationId).forUpdate();

export const insertConversation = (row: Insertable<AiConversationsTable>) =>
  qb.insertInto('ai_conversations').values(row);
export const changeConversation = (
  orgId: string,
  conversationId: string,
  change: Partial<Pick<AiConversationsTable, 'title' | 'replaced' | 'updated_at'>>,
) =>
  qb
    .updateTable('ai_conversations')
    .set(change)
    .where('org_id', '=', orgId)
    .where('conversation_id', '=', conversationId);

/** Deletes one or all conversations of a person, with their messages. */
export const deleteConversations = (orgId: string, userId: string, conversationId?: string) =>
  qb
    .deleteFrom('ai_conversations')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .$if(conversationId !== undefined, (q) => q.where('conversation_id', '=', conversationId ?? ''));
/** Deletes conversations that were last used before an instant. */
export const forgetConversations = (orgId: string, before: string) =>
  qb.deleteFrom('ai_conversations').where('org_id', '=', orgId).where('updated_at', '<', before);

export const messagesOf = (orgId: string, conversationId: string) =>
  qb
    .selectFrom('ai_messages')
    .select(['message_id', 'position', 'by', 'body', 'state', 'created_at'])
    .where('org_id', '=', orgId)
    .where('conversation_id', '=', conversationId)
    .orderBy('position');

/** Adds a message behind the last one. The conversation must be locked. */
export const insertMessage = ({ org_id, conversation_id, ...row }: Omit<AiMessagesTable, 'position'>) =>
  qb.insertInto('ai_messages').values({
    ...row,
    org_id,
    conversation_id,
    position: sql<number>`(select coalesce(max(m.position), 0) + 1 from ai_messages m where m.org_id = ${org_id} and m.conversation_id = ${conversation_id})`,
  });
export const deleteMessages = (orgId: string, messageIds: readonly string[]) =>
  qb
    .deleteFrom('ai_messages')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`message_id = any(${messageIds}::text[])`);
