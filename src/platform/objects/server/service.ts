import type { Clock } from '../../runtime/server/clock.ts';
import { oss, type Account, type Dialect } from './oss.ts';
import { s3 } from './s3.ts';
import { ObjectTooLarge, StoreUnavailable, type ObjectStore } from './store.ts';

export const DIALECTS = { oss, s3 } satisfies Record<string, Dialect>;

export interface ServiceOptions extends Account {
  dialect: keyof typeof DIALECTS;
}

/** Timeout of one request of the server, in milliseconds; its signature is valid for as long. */
const TIMEOUT_MS = 60_000;

/** The complete body, or nothing where it is longer than the limit. */
async function bodyOf(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > maxBytes) throw new ObjectTooLarge();
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks, size);
}

/** An OSS- or S3-compatible service. Browsers post to it directly; the server uses signed addresses. */
export function serviceStore(
  { dialect: name, ...given }: ServiceOptions,
  clock: Clock,
  fetched: typeof fetch = fetch,
): ObjectStore {
  const account = { ...given, url: given.url.replace(/\/+$/, '') };
  const dialect = DIALECTS[name];

  async function ask(
    method: 'GET' | 'PUT' | 'DELETE',
    key: string,
    contentType = '',
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const address = dialect.presign(account, { method, key, contentType }, clock.now(), TIMEOUT_MS / 1000);
    try {
      const response = await fetched(address, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
        ...(body && { body, headers: { 'content-type': contentType } }),
      });
      if (response.ok || response.status === 404) return response;
      await response.body?.cancel();
      throw new StoreUnavailable(`${method} was answered ${response.status}`);
    } catch (error) {
      // Never the address: it is signed.
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable(`${method} failed`, error);
    }
  }

  return {
    origin: new URL(account.url).origin,
    sign: (terms) => dialect.form(account, terms, clock.now()),
    async read(key, maxBytes) {
      const response = await ask('GET', key);
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      return bodyOf(response, maxBytes);
    },
    async write(key, bytes, contentType) {
      const response = await ask('PUT', key, contentType, new Uint8Array(bytes));
      await response.body?.cancel();
      if (!response.ok) throw new StoreUnavailable(`PUT was answered ${response.status}`);
    },
    async remove(key) {
      await (await ask('DELETE', key)).body?.cancel();
    },
  };
}
