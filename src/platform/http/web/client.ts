import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import { pathOf } from '../../contract/endpoint.ts';
import { refreshToken, serverTime, type TokenPair } from '../../identity/contract.ts';
import type { ApiError } from './api-error.ts';
import { decode, failureOf } from './decode.ts';
import { tabLock } from './lock.ts';
import { createTokenRefresh } from './refresh.ts';
import type { Choice, SessionStore } from './session-store.ts';
import { appId, NONCE_BYTES, signedHeaders } from './sign.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Identity, organisation and role to send instead of those of this window. */
    as?: Choice;
    /** Sends the request without a signature. */
    unsigned?: boolean;
    /** Shows no message on failure (`spec §8`). */
    quiet?: boolean;
    /** How often this request was repeated because of its nonce. */
    nonceRetries?: number;
    /** Access token of the signature. */
    signedWith?: string;
    /** True after it was repeated with a replaced token. */
    retriedWithNewToken?: boolean;
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
  storage: Storage;
  locks: LockManager | null | undefined;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  random: (bytes: number) => Uint8Array;
  origin: string;
  viewportWidth: () => number;
}

/**
 * Creates an axios instance that signs, retries, refreshes tokens and decodes answers. It shows nothing and does not
 * navigate; failures are ApiErrors.
 */
export function createClient(dependencies: ClientDependencies): AxiosInstance {
  const { store, now, sleep, random, origin, viewportWidth } = dependencies;
  const http = axios.create({ timeout: REQUEST_TIMEOUT_MS, transformRequest: [(body: unknown) => body] });

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

  http.interceptors.request.use(async (config: InternalAxiosRequestConfig) => {
    // Fixed before signing, so that the signed bytes are the sent bytes.
    const { pathname, search } = new URL(axios.getUri(config), origin);
    config.url = pathname + search;
    config.params = undefined;
    const data: unknown = config.data;
    // A repeated request is already serialised.
    const file = data instanceof Uint8Array;
    const body = data === undefined || typeof data === 'string' || file ? data : JSON.stringify(data);
    config.data = body;
    if (body !== undefined) config.headers.set('content-type', file ? 'application/octet-stream' : 'application/json');

    const app = appId(viewportWidth());
    config.headers.set('app-id', app);
    if (config.unsigned) return config;
    const session = await refresh.fresh();
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

  /** Repeats a request after a rejected nonce or a replaced token; throws any other failure. */
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
