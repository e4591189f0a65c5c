/** A message as the model gets it: without anything that identifies a person. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A language model, wherever it runs. */
export interface LanguageModel {
  /**
   * The answer in parts, as they arrive.
   *
   * @throws ModelFailed
   */
  answer(messages: readonly ModelMessage[], signal: AbortSignal): AsyncIterable<string>;
}

/** Why there is no answer, or only a part of one. */
export type Failing =
  | 'unreachable'
  | 'refused'
  | 'busy'
  | 'failed'
  | 'slow'
  | 'malformed'
  | 'broken'
  /** The model stopped because its own limit was reached, or because it was told to leave something out. */
  | 'limit'
  | 'filtered';

/** The message names the reason only: what a model's server says may repeat the question. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed';
  readonly reason: Failing;
  readonly status: number | undefined;
  constructor(reason: Failing, status?: number) {
    super(status === undefined ? `the model: ${reason}` : `the model: ${reason} (${status})`);
    this.reason = reason;
    this.status = status;
  }
}
