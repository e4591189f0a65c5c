import type { LanguageModel } from './model/language-model.ts';

/** What the operator has set (`AI_…`). */
export interface AssistantSettings {
  /** Absent: help articles answer. */
  readonly model: LanguageModel | undefined;
  /** Questions of a person in a day. */
  readonly perPersonDay: number;
  /** Questions of an organisation in a day. */
  readonly perOrgDay: number;
  /** Answers of an organisation at a time. */
  readonly orgAtOnce: number;
  /** Milliseconds for one answer. */
  readonly answerMs: number;
}

declare module '../../../platform/context/server/services.ts' {
  interface Services {
    assistant: AssistantSettings;
    /** Stops each running answer; what has arrived is kept. */
    runningAnswers: Set<() => void>;
  }
}

export const NO_ASSISTANT: AssistantSettings = {
  model: undefined,
  perPersonDay: 100,
  perOrgDay: 2000,
  orgAtOnce: 8,
  answerMs: 120_000,
};
