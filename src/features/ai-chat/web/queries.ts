import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { assistant, conversation, conversations, type Message } from '../contract.ts';
import { CONVERSATIONS_MAX } from '../rules/limits.ts';

export const CONVERSATIONS = ['ai-chat', 'conversations'];
const ASSISTANT = ['ai-chat', 'assistant'];

/** What answers, and how many questions are left; asked again after each answer. */
export const useAssistant = (answers: number) =>
  useQuery({
    queryKey: [...ASSISTANT, answers],
    queryFn: ({ signal }) => call(assistant, {}, { signal, quiet: true }),
    placeholderData: (before) => before,
    gcTime: 0,
  });

export const useConversations = () =>
  useQuery({
    queryKey: CONVERSATIONS,
    queryFn: ({ signal }) => call(conversations, { query: { size: CONVERSATIONS_MAX } }, { signal, quiet: true }),
    gcTime: 0,
  });

const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['ai-chat', 'conversation', id],
    queryFn: ({ signal }) => call(conversation, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
  });

export const useConversation = (id: string | undefined) =>
  useQuery({ ...conversationQuery(id ?? ''), enabled: id !== undefined, staleTime: Infinity });

/** The messages as they are now stored; undefined when they cannot be loaded. A load on its way may be older. */
export async function reloadMessages(queries: QueryClient, id: string): Promise<readonly Message[] | undefined> {
  const query = conversationQuery(id);
  await queries.cancelQueries({ queryKey: query.queryKey });
  return queries.fetchQuery({ ...query, staleTime: 0, retry: false }).then(
    ({ messages }) => messages,
    () => undefined,
  );
}
