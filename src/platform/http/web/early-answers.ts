import type { AxiosInstance, AxiosResponse } from 'axios';
import type { Choice } from './session-store.ts';

/** In milliseconds; an older answer is not used. */
const MAX_AGE_MS = 10_000;

/** An early request. A class, because axios copies plain objects of its configuration. */
export class EarlyRequest {
  /** The undecoded answer. */
  readonly answer: Promise<AxiosResponse>;
  /** Provides the answer. */
  resolve: (answer: Promise<AxiosResponse>) => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;
  /** Resolves once the data are decoded, or the request has failed. */
  done: Promise<void> = Promise.resolve();
  /** The decoded data, once they are there. */
  data: { readonly value: unknown } | undefined;

  constructor() {
    this.answer = new Promise<AxiosResponse>((...settle) => {
      [this.resolve, this.reject] = settle;
    });
    this.answer.catch(() => undefined);
  }

  /** Takes the decoded data from the request. */
  follow(data: Promise<unknown>): void {
    this.done = data.then(
      (value) => void (this.data = { value }),
      (error: unknown) => this.reject(error),
    );
  }
}

/** Who asks: the signed-in user, and the identity, organisation and role of the request. */
export interface Asker {
  userId: string | undefined;
  as: Choice | undefined;
}

export interface EarlyAnswers {
  put(target: string, asker: Asker, early: EarlyRequest): void;
  /** The answer for the same target, user, identity, organisation and role. Each is returned once. */
  take(target: string, asker: Asker): Promise<AxiosResponse> | undefined;
  /** `take` for the first render: the decoded data, if they are there already. */
  takeData<T>(target: string, asker: Asker): T | undefined;
  /** Resolves when each answer that is not taken yet has arrived or failed. */
  settled(): Promise<void>;
}

/**
 * Sends a GET request before the code that asks for it is loaded; the next call with the same target takes the answer.
 * A failure is not reported, because that call then sends its own request.
 *
 * @returns The decoded data, which leaves the answer to that call
 */
export function requestOneEarly<T>(http: AxiosInstance, target: string, as: Choice): Promise<T> {
  const early = new EarlyRequest();
  const data = http.get<T>(target, { as, quiet: true, noPrompt: true, early }).then((response) => response.data);
  early.follow(data);
  return data;
}

/** `requestOneEarly` for requests whose answers only those calls need. */
export function requestEarly(http: AxiosInstance, targets: readonly string[], as: Choice): void {
  for (const target of targets) void requestOneEarly(http, target, as);
}

/** Answers to GET requests that were sent before the code that asks for them was loaded. */
export function createEarlyAnswers(now: () => number): EarlyAnswers {
  const answers = new Map<string, { at: number; early: EarlyRequest }>();
  const keyOf = (target: string, { userId, as }: Asker) =>
    JSON.stringify([target, userId, as?.identity, as?.org_id, as?.org_type, as?.role_id]);
  const take = (target: string, asker: Asker): EarlyRequest | undefined => {
    const key = keyOf(target, asker);
    const held = answers.get(key);
    answers.delete(key);
    return held !== undefined && now() - held.at <= MAX_AGE_MS ? held.early : undefined;
  };
  return {
    put: (target, asker, early) => void answers.set(keyOf(target, asker), { at: now(), early }),
    take: (target, asker) => take(target, asker)?.answer,
    takeData<T>(target: string, asker: Asker) {
      const isThere = answers.get(keyOf(target, asker))?.early.data !== undefined;
      return isThere ? (take(target, asker)?.data?.value as T | undefined) : undefined;
    },
    settled: async () => {
      await Promise.all([...answers.values()].map(({ early }) => early.done));
    },
  };
}
