import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, paging, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { ARTICLES_MAX, QUESTION_MAX, TITLE_MAX } from './rules/limits.ts';

const open = { auth: 'org', area: 'ai-chat', act: 'open' } as const;
const write = { auth: 'org', area: 'ai-chat', act: 'write' } as const;
const one = idParam('id');
const question = Text(QUESTION_MAX, 1);

/** What answers, and what the caller may still ask today. */
export const Assistant = Type.Object({
  mode: Type.Union([Type.Literal('model'), Type.Literal('help')], {
    description: 'model 接入了模型；help 没有接入，由帮助文章回答',
  }),
  per_day: Type.Integer({ description: '每人每天可以提问的次数' }),
  left: Type.Integer({ minimum: 0, description: '今天还能提问的次数' }),
});
export type Assistant = Type.Static<typeof Assistant>;

export const assistant = endpoint({
  name: 'ai-chat.assistant',
  method: 'GET',
  path: '/v1/portal/ai_chat/assistant',
  summary: 'AI 助手由什么回答，今天还能问几次',
  access: open,
  response: Assistant,
});

const head = { conversation_id: Type.String(), title: Type.String(), updated_at: Instant };
const Conversation = Type.Object(head);
export type Conversation = Type.Static<typeof Conversation>;

/** The caller's own conversations in the organisation, the last used first. */
export const conversations = endpoint({
  name: 'ai-chat.conversations',
  method: 'GET',
  path: '/v1/portal/ai_chat/conversations',
  summary: '我的 AI 对话',
  access: open,
  query: Type.Object(paging, { additionalProperties: false }),
  response: listOf(Conversation),
});

export const createConversation = endpoint({
  name: 'ai-chat.create-conversation',
  method: 'POST',
  path: '/v1/portal/ai_chat/conversations',
  summary: '新建 AI 对话',
  access: write,
  status: 201,
  body: Type.Object({ title: Text(TITLE_MAX, 1) }, { additionalProperties: false }),
  response: Type.Object({ conversation_id: Type.String() }),
});

const State = Type.Union(
  [Type.Literal('whole'), Type.Literal('stopped'), Type.Literal('broken'), Type.Literal('cut')],
  {
    description: 'whole 完整，stopped 被停止，broken 中断，cut 太长而截断',
  },
);
export type AnswerState = Type.Static<typeof State>;

const Message = Type.Object({
  message_id: Type.String(),
  by: Type.Union([Type.Literal('person'), Type.Literal('model'), Type.Literal('help')]),
  text: Type.String({ description: '提问或回答；帮助的回答是空的' }),
  articles: Type.Optional(Type.Array(Type.String(), { description: '帮助文章的名称' })),
  state: State,
  danger: Type.Boolean({ description: '提问里有紧急危险的说法' }),
  created_at: Instant,
});
export type Message = Type.Static<typeof Message>;

/** @throws 404 for the conversation of another person */
export const conversation = endpoint({
  name: 'ai-chat.conversation',
  method: 'GET',
  path: '/v1/portal/ai_chat/conversations/:id',
  summary: '一个 AI 对话的内容',
  access: open,
  params: one,
  response: Type.Object({ ...head, messages: Type.Array(Message) }),
});

/**
 * The one student whom a conversation names by the whole name, within the caller's scope and for callers who may open
 * the list of students. Absent for none and for several.
 */
export const namedStudent = endpoint({
  name: 'ai-chat.named-student',
  method: 'GET',
  path: '/v1/portal/ai_chat/conversations/:id/student',
  summary: 'AI 对话里提到的唯一一名学生，供上报时选择',
  access: open,
  params: one,
  response: Type.Object({
    student: Type.Optional(Type.Object({ child_id: Type.String(), child_name: Type.String() })),
  }),
});

export const renameConversation = endpoint({
  name: 'ai-chat.rename-conversation',
  method: 'PUT',
  path: '/v1/portal/ai_chat/conversations/:id',
  summary: '修改 AI 对话的标题',
  access: write,
  params: one,
  body: createConversation.body,
  response: Done,
});

export const deleteConversation = endpoint({
  name: 'ai-chat.delete-conversation',
  method: 'DELETE',
  path: '/v1/portal/ai_chat/conversations/:id',
  summary: '删除一个 AI 对话',
  access: write,
  params: one,
  response: Done,
});

export const deleteConversations = endpoint({
  name: 'ai-chat.delete-conversations',
  method: 'DELETE',
  path: '/v1/portal/ai_chat/conversations',
  summary: '删除我的全部 AI 对话',
  access: write,
  response: Done,
});

const AnswerEvent = Type.Object({
  text: Type.Optional(Type.String({ description: 'text 事件：回答的下一段' })),
  message_id: Type.Optional(Type.String({ description: 'question 和 end 事件' })),
  state: Type.Optional(State),
  message: Type.Optional(Type.String({ description: 'end 事件：中断的原因' })),
});
export type AnswerEvent = Type.Static<typeof AnswerEvent>;

/**
 * Asks the model; the answer is the stream of its events: `question` once the question is stored, `text` for each part,
 * `end` with the state. A client that disconnects stops the answer, and what had arrived is kept.
 */
export const ask = endpoint({
  name: 'ai-chat.ask',
  method: 'POST',
  path: '/v1/portal/ai_chat/conversations/:id/questions',
  summary: '提问，回答以 text/event-stream 逐段返回',
  access: write,
  kind: 'stream',
  params: one,
  body: Type.Object({ text: question }, { additionalProperties: false }),
  response: AnswerEvent,
});

/** Asks for another answer to the last question; the former one is deleted. */
export const askAgain = endpoint({
  name: 'ai-chat.ask-again',
  method: 'POST',
  path: '/v1/portal/ai_chat/conversations/:id/answers',
  summary: '重新回答最后一个提问，以 text/event-stream 逐段返回',
  access: write,
  kind: 'stream',
  params: one,
  response: AnswerEvent,
});

/** Without a model: keeps a question and the help articles that the browser has found for it. */
export const answerFromHelp = endpoint({
  name: 'ai-chat.answer-from-help',
  method: 'POST',
  path: '/v1/portal/ai_chat/conversations/:id/help_answers',
  summary: '没有接入模型时，记下提问和找到的帮助文章',
  access: write,
  params: one,
  body: Type.Object(
    { text: question, articles: Type.Array(Id, { maxItems: ARTICLES_MAX }) },
    { additionalProperties: false },
  ),
  response: Type.Object({ messages: Type.Array(Message) }),
});
