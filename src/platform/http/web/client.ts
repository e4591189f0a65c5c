import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import { pathOf } from '../../contract/endpoint.ts';
import { refreshToken, serverTime, type TokenPair } from '../../identity/contract.ts';
import type { ApiError } from './api-error.ts';
import { decode, failureOf } from './decode.ts';
import { tabLock } from './lock.ts';
import { sessionKeeper } from './refresh.ts';
import type { Choice, SessionStore } from './session-store.ts';
import { appId, NONCE_BYTES, signedHeaders } from './sign.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** As whom it is sent, where that is not as whom the window works. */
    as?: Choice;
    /** Sent unsigned: the call has no session. */
    unsigned?: boolean;
    /** No message for the user when it fails (`spec §8`). */
    quiet?: boolean;
    /** How often this request was signed anew because of its nonce. */
    nonceRetries?: number;
    /** The access token it was signed with. */
    signedWith?: string;
    /** It was signed anew because its token had been replaced. */
    resigned?: boolean;
  }
}

/** `spec §9` */
export const REQUEST_TIMEOUT_MS = 60_000;
export const NONCE_RETRIES = 4;
export const NONCE_RETRY_DELAY_MS = 500;
/** Shorter than the lease of the lock it runs under. */
const EXCHANGE_TIMEOUT_MS = 15_000;

export interface Machine {
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
 * An axios that signs, retries, refreshes and decodes; it never shows anything and never navigates. Failures are
 * ApiErrors.
 */
export function createClient(machine: Machine): AxiosInstance {
  const { store, now, sleep, random, origin, viewportWidth } = machine;
  const http = axios.create({ timeout: REQUEST_TIMEOUT_MS, transformRequest: [(body: unknown) => body] });

  const exchange = async (token: string): Promise<TokenPair> => {
    const { data } = await http.post<TokenPair>(pathOf(refreshToken, { refresh_token: token }), undefined, {
      unsigned: true,
      timeout: EXCHANGE_TIMEOUT_MS,
    });
    return data;
  };
  const owner = Array.from(random(8), (byte) => byte.toString(16)).join('');
  const keeper = sessionKeeper({
    store,
    now,
    exchange,
    lock: tabLock('refresh', machine.locks, { storage: machine.storage, now, sleep, owner }),
  });

  /** Learns the offset of the server's clock again; where that fails, the next try is signed with the old one. */
  const learnOffset = async (): Promise<void> => {
    const sent = now();
    const { data } = await http.get<{ timestamp: number }>(serverTime.path, { unsigned: true });
    const session = store.session();
    if (session !== undefined)
      store.setSession({ ...session, differtimestamp: data.timestamp - Math.round((sent + now()) / 2) });
  };

  http.interceptors.request.use(async (config: InternalAxiosRequestConfig) => {
    // Fixed before signing: exactly what is signed is what goes out.
    const { pathname, search } = new URL(axios.getUri(config), origin);
    config.url = pathname + search;
    config.params = undefined;
    const data: unknown = config.data;
    // A request that goes out again has its text already.
    const file = data instanceof Uint8Array;
    const body = data === undefined || typeof data === 'string' || file ? data : JSON.stringify(data);
    config.data = body;
    if (body !== undefined) config.headers.set('content-type', file ? 'application/octet-stream' : 'application/json');

    const app = appId(viewportWidth());
    config.headers.set('app-id', app);
    if (config.unsigned) return config;
    const session = await keeper.fresh();
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

  /** The answer of another try, where one makes sense. */
  const again = async (failure: ApiError, config: InternalAxiosRequestConfig): Promise<unknown> => {
    const tried = config.nonceRetries ?? 0;
    if (failure.code === 'AC_NONCE_INVALID' && tried < NONCE_RETRIES && !config.unsigned) {
      await sleep(NONCE_RETRY_DELAY_MS);
      await learnOffset().catch(() => undefined);
      return http.request({ ...config, nonceRetries: tried + 1 });
    }
    if (
      failure.code === 'AC_AUTH_INVALID_TOKEN' &&
      config.signedWith !== undefined &&
      !config.resigned &&
      (await keeper.replacementOf(config.signedWith))
    ) {
      return http.request({ ...config, resigned: true });
    }
    throw failure;
  };

  http.interceptors.response.use(
    (response) => ({ ...response, data: decode(response) }),
    async (error: unknown) => {
      const failure = await failureOf(error);
      const config = axios.isAxiosError(error) ? error.config : undefined;
      if (config === undefined) throw failure;
      return again(failure, config);
    },
  );
  return http;
}
