import type { AxiosInstance } from 'axios';
import { pathOf, type DataOf, type EndpointSpec, type InputOf } from '../../contract/endpoint.ts';
import type { Download } from './decode.ts';
import { client } from './portal.ts';
import type { Choice } from './session-store.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Shows no message on failure (`spec §8`); the caller shows it. */
  quiet?: boolean;
  timeout?: number;
  /** Fails at once where the user would be prompted for second-step verification or a new sign-in. */
  noPrompt?: boolean;
  /**
   * A repeated key returns the first answer for 24 hours (`api.md`, envelope), so a repeated create call creates one
   * row.
   */
  idempotencyKey?: string;
  /** Called with the bytes received; `total` is absent if the length is unknown. */
  onDownloadProgress?: (progress: { loaded: number; total?: number }) => void;
  /** Sends the call without a signature. Default: only public calls. */
  unsigned?: boolean;
  /** Header `secondary-token` of an unsigned call; signed calls send the window's own proof. */
  secondaryToken?: string | undefined;
  /** Identity, organisation and role to send instead of those of this window. */
  as?: Choice;
}

export type Answer<E extends EndpointSpec> = E['kind'] extends 'blob' ? Download : DataOf<E>;

/** Input is optional if the endpoint takes none. */
type Arguments<E extends EndpointSpec> =
  object extends InputOf<E> ? [input?: InputOf<E>, options?: CallOptions] : [input: InputOf<E>, options?: CallOptions];

export type Call = <const E extends EndpointSpec>(endpoint: E, ...rest: Arguments<E>) => Promise<Answer<E>>;

/** Creates `call` over an axios instance. */
export const createCall =
  (http: AxiosInstance): Call =>
  async (endpoint, ...rest) => {
    const [input, { idempotencyKey, secondaryToken, ...options } = {}] = rest;
    const { params, query, body } = input ?? {};
    const blob = endpoint.kind === 'blob';
    const { data } = await http.request<Answer<typeof endpoint>>({
      ...options,
      headers: {
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(secondaryToken !== undefined && { 'secondary-token': secondaryToken }),
      },
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
 * Calls an endpoint and returns its `data`, or the file of a `blob` endpoint. Shows nothing: pass a failure to
 * `notifyFailure`, or show it in place.
 *
 * @throws ApiError
 */
export const call: Call = createCall(client);
