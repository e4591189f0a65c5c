import { openAiModel } from './model/openai-model.ts';
import type { AssistantSettings } from './settings.ts';

/** The settings as the operator gives them. */
export interface AssistantOptions extends Omit<AssistantSettings, 'model'> {
  endpoint: { url: string; model: string; key: string | undefined } | undefined;
  maxTokens: number;
}

/** The assistant with its model, where an endpoint is set. */
export const assistantOf = ({ endpoint, maxTokens, ...limits }: AssistantOptions): AssistantSettings => ({
  ...limits,
  model: endpoint && openAiModel({ ...endpoint, maxTokens, silenceMs: limits.answerMs / 2 }),
});
