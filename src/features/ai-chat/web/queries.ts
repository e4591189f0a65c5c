import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { assistant, conversation, conversations } from '../contract.ts';
import { CONVERSATIONS_MAX } from '../rules/limits.ts';

export const CONVERSATIONS = ['ai-chat', 'conversations'];
const ASSISTANT = ['ai-chat', 'assistant'];
export const conversationKey = (id: string) => ['ai-chat', 'conversation', id];

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

export const useConversation = (id: string | undefined) =>
  useQuery({
    queryKey: conversationKey(id ?? ''),
    queryFn: ({ signal }) => call(conversation, { params: { id: id ?? '' } }, { signal, quiet: true }),
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  });
