import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import { pathOf } from '../../contract/endpoint.ts';
import { reactionTo } from '../../errors/catalogue.ts';
import { refreshToken, serverTime, type TokenPair } from '../../identity/contract.ts';
import { ApiError, LOCAL_CODES } from './api-error.ts';
import { decode, failureOf } from './decode.ts';
import { createEarlyAnswers, type EarlyAnswers, type EarlyRequest } from './early-answers.ts';
import { tabLock } from './lock.ts';
import type { PromptKind, Prompts } from './prompts.ts';
import { createTokenRefresh, sessionEnded } from './refresh.ts';
import type { Choice, Session, SessionStore } from './session-store.ts';
import { appId, NONCE_BYTES, signedHeaders } from './sign.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Identity, organisation and role to send instead of those of this window. */
    as?: Choice;
    /** Sends the request without a signature. */
    unsigned?: boolean;
    /** Shows no message on failure (`spec §8`). */
    quiet?: boolean;
    /** Fails at once where the user would be prompted for second-step verification or a new sign-in. */
    noPrompt?: boolean;
    /** Prompts after which the request was repeated; each at most once. */
    prompted?: readonly PromptKind[];
    /** How often this request was repeated because of its nonce. */
    nonceRetries?: number;
    /** Access token of the signature. */
    signedWith?: string;
    /** True after it was repeated with a replaced token. */
    retriedWithNewToken?: boolean;
    /** Keeps the answer for the next call with the same target (`requestEarly`). */
    early?: EarlyRequest;
  }
}

/** `spec §9` */
export const REQUEST_TIMEOUT_MS = 60_000;
export const NONCE_RETRIES = 4;
export const NONCE_RETRY_DELAY_MS = 500;
/** In milliseconds; shorter than the lease of the lock that it runs under. */
const EXCHANGE_TIMEOUT_MS = 15_000;

export interface ClientDependencies {
  store: SessionStore;
  /** Absent: a call that requires verification or a new sign-in fails at once. */
  prompts?: Prompts;
  storage: Storage;
  locks: LockManager | null | undefined;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  random: (bytes: number) => Uint8Array;
  origin: string;
  viewportWidth: () => number;
  /** Absent: answers of early requests are for the calls of this client only. */
  earlyAnswers?: EarlyAnswers;
}

/** What the user must do after this failure; undefined if nothing would help. */
function promptAfter(failure: unknown): PromptKind | undefined {
  const code = failure instanceof ApiError ? failure.code : '';
  const reaction = reactionTo(code);
  if (reaction === 'verify') return 'proof';
  return reaction === 'sign-out' ? 'session' : undefined;
}

/** Failure of a call whose prompt the user cancelled; after a cancelled sign-in nothing is shown. */
const cancelledBy = (kind: PromptKind, { quiet = false }: InternalAxiosRequestConfig): ApiError =>
  new ApiError({
    code: kind === 'proof' ? LOCAL_CODES.notVerified : LOCAL_CODES.cancelled,
    status: 0,
    message: '',
    quiet,
  });

/**
 * Creates an axios instance that signs, retries, refreshes tokens and decodes answers. It shows nothing and does not
 * navigate; failures are ApiErrors.
 */
export function createClient(dependencies: ClientDependencies): AxiosInstance {
  const { store, prompts, now, sleep, random, origin, viewportWidth } = dependencies;
  const { earlyAnswers = createEarlyAnswers(now) } = dependencies;
  const http = axios.create({
    timeout: REQUEST_TIMEOUT_MS,
    transformRequest: [(body: unknown) => body],
  });

  /** Keeps the answer of an early request, or takes one that was kept for this target. */
  const useEarlyAnswer = (config: InternalAxiosRequestConfig): void => {
    if (config.method !== 'get' || config.url === undefined) return;
    const send = axios.getAdapter(config.adapter);
    const { url, early, as = store.choice() } = config;
    const asker = { userId: store.session()?.user_id, as };
    if (early !== undefined) {
      earlyAnswers.put(url, asker, early);
      config.adapter = (sent) => {
        const answer = send(sent);
        early.resolve(answer);
        return answer;
      };
      return;
    }
    const answer = earlyAnswers.take(url, asker);
    // A failed one is sent again, so that this call has its own prompts, retries and messages.
    if (answer !== undefined) config.adapter = (sent) => answer.catch(() => send(sent));
  };

  const exchange = async (token: string): Promise<TokenPair> => {
    const { data } = await http.post<TokenPair>(pathOf(refreshToken, { refresh_token: token }), undefined, {
      unsigned: true,
      timeout: EXCHANGE_TIMEOUT_MS,
    });
    return data;
  };
  const owner = Array.from(random(8), (byte) => byte.toString(16)).join('');
  const refresh = createTokenRefresh({
    store,
    now,
    exchange,
    lock: tabLock('refresh', dependencies.locks, { storage: dependencies.storage, now, sleep, owner }),
  });

  /** Updates the offset to the server clock. If it fails, the next attempt uses the old offset. */
  const updateClockOffset = async (): Promise<void> => {
    const sent = now();
    const { data } = await http.get<{ timestamp: number }>(serverTime.path, { unsigned: true });
    const session = store.session();
    if (session !== undefined)
      store.setSession({ ...session, differtimestamp: data.timestamp - Math.round((sent + now()) / 2) });
  };

  /**
   * Waits until the user has verified or signed in again. Returns false if no prompt can be shown, or the request was
   * already repeated after such a prompt.
   *
   * @throws ApiError if the user cancels
   */
  const isPrompted = async (kind: PromptKind, config: InternalAxiosRequestConfig): Promise<boolean> => {
    if (prompts === undefined || config.unsigned || config.noPrompt || config.prompted?.includes(kind)) return false;
    if (kind === 'proof') {
      // Another call, or another tab, may have obtained a proof since this request was signed.
      const proof = store.secondaryToken(now());
      if (proof !== undefined && proof !== config.headers.get('secondary-token')) return true;
      store.clearSecondary();
    }
    const outcome = await prompts.ask(kind, {
      read: config.method === 'get',
      signal: config.signal instanceof AbortSignal ? config.signal : undefined,
    });
    if (outcome === 'cancelled') throw cancelledBy(kind, config);
    return outcome === 'done';
  };

  /**
   * The session to sign with; where it has ended, or is another user's, the user is prompted to sign in again.
   *
   * @throws ApiError
   */
  const sessionFor = async (config: InternalAxiosRequestConfig): Promise<Session> => {
    try {
      if (store.isTakenOver()) throw sessionEnded();
      return await refresh.fresh();
    } catch (error) {
      if (promptAfter(error) !== 'session' || !(await isPrompted('session', config))) throw error;
      return refresh.fresh();
    }
  };

  http.interceptors.request.use(async (config: InternalAxiosRequestConfig) => {
    // Fixed before signing, so that the signed bytes are the sent bytes.
    const { pathname, search } = new URL(axios.getUri(config), origin);
    config.url = pathname + search;
    config.params = undefined;
    useEarlyAnswer(config);
    const data: unknown = config.data;
    // A repeated request is already serialised.
    const file = data instanceof Uint8Array;
    const body = data === undefined || typeof data === 'string' || file ? data : JSON.stringify(data);
    config.data = body;
    if (body !== undefined) config.headers.set('content-type', file ? 'application/octet-stream' : 'application/json');

    const app = appId(viewportWidth());
    config.headers.set('app-id', app);
    if (config.unsigned) return config;
    const session = await sessionFor(config);
    // A repeated request may have had a proof that is no longer held.
    config.headers.delete('secondary-token');
    config.signedWith = session.access_token;
    config.headers.set(
      signedHeaders(
        { method: config.method ?? 'get', target: config.url, host: new URL(origin).host, appId: app, body },
        {
          session,
          choice: config.as ?? store.choice(),
          secondaryToken: store.secondaryToken(now()),
          now: now(),
          random: random(NONCE_BYTES),
        },
      ),
    );
    return config;
  });

  /** Repeats a request after a rejected nonce, a replaced token or an answered prompt; throws any other failure. */
  const retry = async (failure: ApiError, config: InternalAxiosRequestConfig): Promise<unknown> => {
    const tried = config.nonceRetries ?? 0;
    if (failure.code === 'AC_NONCE_INVALID' && tried < NONCE_RETRIES && !config.unsigned) {
      await sleep(NONCE_RETRY_DELAY_MS);
      await updateClockOffset().catch(() => undefined);
      return http.request({ ...config, nonceRetries: tried + 1 });
    }
    if (
      failure.code === 'AC_AUTH_INVALID_TOKEN' &&
      config.signedWith !== undefined &&
      !config.retriedWithNewToken &&
      (await refresh.replacementOf(config.signedWith))
    ) {
      return http.request({ ...config, retriedWithNewToken: true });
    }
    const kind = promptAfter(failure);
    if (kind !== undefined && (await isPrompted(kind, config)))
      return http.request({ ...config, prompted: [...(config.prompted ?? []), kind] });
    throw failure;
  };

  http.interceptors.response.use(
    (response) => ({ ...response, data: decode(response) }),
    async (error: unknown) => {
      const failure = await failureOf(error);
      const config = axios.isAxiosError(error) ? error.config : undefined;
      if (config === undefined) throw failure;
      return retry(failure, config);
    },
  );
  return http;
}
