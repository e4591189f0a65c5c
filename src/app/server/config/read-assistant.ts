import type { AssistantOptions } from '../../../features/ai-chat/server/assistant-of.ts';
import type { Values } from './settings.ts';

/** The AI assistant; an address without a model, or a part of the rest without an address, is a problem. */
export function readAssistant(v: Values, problems: string[]): AssistantOptions {
  const { AI_URL: url, AI_MODEL: model, AI_KEY: key } = v;
  if (url !== undefined && model === undefined) problems.push('AI_MODEL 没有设置：AI_URL 要与模型的名称一起设置');
  if (url === undefined && (model !== undefined || key !== undefined))
    problems.push('AI_URL 没有设置：AI_MODEL 和 AI_KEY 要与 AI 服务的地址一起设置，或把它们都去掉');
  return {
    endpoint: url === undefined || model === undefined ? undefined : { url, model, key },
    maxTokens: v.AI_ANSWER_TOKENS,
    answerMs: v.AI_ANSWER_SECONDS * 1000,
    perPersonDay: v.AI_PER_PERSON_DAY,
    perOrgDay: v.AI_PER_ORG_DAY,
    orgAtOnce: v.AI_ORG_AT_ONCE,
  };
}
