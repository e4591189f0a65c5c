import type { AxiosInstance, AxiosResponse } from 'axios';
import type { Choice } from './session-store.ts';

/** In milliseconds; an older answer is not used. */
const MAX_AGE_MS = 10_000;

/** The undecoded answer of an early request, and the function that provides it. */
export interface EarlyRequest {
  readonly answer: Promise<AxiosResponse>;
  readonly resolve: (answer: Promise<AxiosResponse>) => void;
}

/** Who asks: the signed-in user, and the identity, organisation and role of the request. */
export interface Asker {
  userId: string | undefined;
  as: Choice | undefined;
}

export interface EarlyAnswers {
  put(target: string, asker: Asker, answer: Promise<AxiosResponse>): void;
  /** The answer for the same target, user, identity, organisation and role. Each is returned once. */
  take(target: string, asker: Asker): Promise<AxiosResponse> | undefined;
}

/**
 * Sends a GET request before the code that asks for it is loaded; the next call with the same target takes the answer.
 * A failure is not reported, because that call then sends its own request.
 *
 * @returns The decoded data, which leaves the answer to that call
 */
export function requestOneEarly<T>(http: AxiosInstance, target: string, as: Choice): Promise<T> {
  let resolve: EarlyRequest['resolve'] = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const answer = new Promise<AxiosResponse>((...settle) => {
    [resolve, reject] = settle;
  });
  answer.catch(() => undefined);
  const data = http
    .get<T>(target, { as, quiet: true, noPrompt: true, early: { answer, resolve } })
    .then((response) => response.data);
  data.catch(reject);
  return data;
}

/** `requestOneEarly` for requests whose answers only those calls need. */
export function requestEarly(http: AxiosInstance, targets: readonly string[], as: Choice): void {
  for (const target of targets) void requestOneEarly(http, target, as);
}

/** Answers to GET requests that were sent before the code that asks for them was loaded. */
export function createEarlyAnswers(now: () => number): EarlyAnswers {
  const answers = new Map<string, { at: number; answer: Promise<AxiosResponse> }>();
  const keyOf = (target: string, { userId, as }: Asker) =>
    JSON.stringify([target, userId, as?.identity, as?.org_id, as?.org_type, as?.role_id]);
  return {
    put: (target, asker, answer) => void answers.set(keyOf(target, asker), { at: now(), answer }),
    take(target, asker) {
      const key = keyOf(target, asker);
      const early = answers.get(key);
      answers.delete(key);
      return early !== undefined && now() - early.at <= MAX_AGE_MS ? early.answer : undefined;
    },
  };
}
