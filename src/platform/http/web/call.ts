import type { AxiosInstance } from 'axios';
import { pathOf, type DataOf, type EndpointSpec, type InputOf } from '../../contract/endpoint.ts';
import type { Download } from './decode.ts';
import { client } from './portal.ts';
import type { Choice } from './session-store.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** No message for the user when it fails (`spec §8`); the caller shows the failure itself. */
  quiet?: boolean;
  timeout?: number;
  /**
   * The same key within 24 hours answers what the first call answered (`api.md`, envelope): a create call that is sent
   * again creates nothing twice.
   */
  idempotencyKey?: string;
  /** Told how many bytes of a file have come, and of how many where its length is known. */
  onDownloadProgress?: (progress: { loaded: number; total?: number }) => void;
  /** Without a signature, where the call may do without; by itself only calls that are public are sent so. */
  unsigned?: boolean;
  /** As whom it is sent, where that is not as whom the window works. */
  as?: Choice;
}

export type Answer<E extends EndpointSpec> = E['kind'] extends 'blob' ? Download : DataOf<E>;

/** Input may be left out where an endpoint takes none. */
type Arguments<E extends EndpointSpec> =
  object extends InputOf<E> ? [input?: InputOf<E>, options?: CallOptions] : [input: InputOf<E>, options?: CallOptions];

export type Call = <const E extends EndpointSpec>(endpoint: E, ...rest: Arguments<E>) => Promise<Answer<E>>;

/** Calls of the contract over one axios instance. */
export const callerOf =
  (http: AxiosInstance): Call =>
  async (endpoint, ...rest) => {
    const [input, { idempotencyKey, ...options } = {}] = rest;
    const { params, query, body } = input ?? {};
    const blob = endpoint.kind === 'blob';
    const { data } = await http.request<Answer<typeof endpoint>>({
      ...options,
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
      method: endpoint.method,
      url: pathOf(endpoint, params),
      params: query,
      data: body,
      responseType: blob ? 'blob' : 'json',
      quiet: options.quiet ?? blob,
      unsigned: options.unsigned ?? endpoint.access.auth === 'public',
    });
    return data;
  };

/**
 * Calls an endpoint and hands back its `data`, or the file of a `blob` endpoint.
 *
 * @throws ApiError; it shows nothing: pass the failure to `notifyFailure`, or show it in place.
 */
export const call: Call = callerOf(client);
