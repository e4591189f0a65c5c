/** A call by its method and its path, whose parts in braces are the path's parameters. */
type Route = readonly [method: string, path: string, body?: 'file', answer?: 'file'];

interface Account {
  /** Address of the portal, such as https://portal.example. */
  readonly origin: string;
  /** What the maker of a system's account got when it was made. */
  readonly clientId: string;
}
interface WithSecret extends Account {
  readonly clientSecret: string;
  readonly privateKey?: never;
}
/** A key of Web Crypto, under the name that it has in each environment. */
type CryptographicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
interface WithKey extends Account {
  /**
   * Of the public key that the account was made with: Ed25519 or ECDSA P-256, as PKCS#8 in PEM (BEGIN PRIVATE KEY), as
   * a JWK in text, or as a CryptoKey, which need not be extractable. It is never sent.
   */
  readonly privateKey: string | CryptographicKey;
  readonly clientSecret?: never;
}
/** An account proves a secret or a private key. */
export type ClientOptions = WithSecret | WithKey;

/** A refusal of the server. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  constructor(
    readonly status: number,
    /** Such as AC_FORBIDDEN; empty where the answer came from something else than the portal. */
    readonly code: string,
    message: string,
    readonly requestId: string,
    readonly details: unknown,
  ) {
    super(message);
  }
}

interface Session {
  readonly token: string;
  readonly code: string;
  readonly orgId: string;
  readonly orgType: string;
  /** Milliseconds that the server's clock is ahead. */
  readonly ahead: number;
  readonly endsAt: number;
}

interface Given {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: unknown;
  /** The same key within 24 hours is answered by the result of the first call. */
  readonly idempotencyKey?: string;
}

const APP_ID = 'portal-web';
/** A new token is asked for so long before the old one ends. */
const EARLY_MS = 60_000;
/** Life of the proof of a private key, in seconds. */
const PROOF_S = 120;
const ED25519 = { name: 'Ed25519' };
const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const PEM = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/;

const utf8 = new TextEncoder();
const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

async function sign(code: string, lines: readonly string[]): Promise<string> {
  const key = await crypto.subtle.importKey('raw', utf8.encode(code), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return base64url(await crypto.subtle.sign('HMAC', key, utf8.encode(lines.map((line) => `${line}\n`).join(''))));
}

const nonce = (): string => base64url(crypto.getRandomValues(new Uint8Array(18)));

async function importKey(text: string, algorithm: typeof ED25519): Promise<CryptographicKey> {
  const pem = PEM.exec(text)?.[1];
  if (pem !== undefined) {
    const der = Uint8Array.from(atob(pem.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0));
    return crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  }
  // Other members of a key, such as its use, may say what Web Crypto does not accept.
  const { kty = '', crv = '', d = '', x = '', y } = JSON.parse(text) as Readonly<Record<string, string | undefined>>;
  const jwk = { kty, crv, d, x, ...(y !== undefined && { y }) };
  return crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
}

/** @throws TypeError for a text of another kind, in words that do not hold it */
const readKey = (text: string): Promise<CryptographicKey> =>
  importKey(text, ED25519)
    .catch(() => importKey(text, P256))
    .catch(() => {
      throw new TypeError(
        'privateKey is no Ed25519 or P-256 key as PKCS#8 in PEM (BEGIN PRIVATE KEY, not encrypted) or as a JWK',
      );
    });

/** A JWT that proves the private key of a client (RFC 7523). */
async function assertionOf(key: CryptographicKey, clientId: string, audience: string, now: number): Promise<string> {
  const isEd25519 = key.algorithm.name === ED25519.name;
  const iat = Math.floor(now / 1000);
  const header = { alg: isEd25519 ? 'EdDSA' : 'ES256', typ: 'JWT' };
  const claims = { iss: clientId, sub: clientId, aud: audience, iat, exp: iat + PROOF_S, jti: nonce() };
  const text = [header, claims].map((part) => base64url(utf8.encode(JSON.stringify(part)))).join('.');
  return `${text}.${base64url(await crypto.subtle.sign(isEd25519 ? ED25519 : P256, key, utf8.encode(text)))}`;
}

/** The path with its parameters, and the query as the portal reads it: a list is separated by commas. */
function targetOf(path: string, { path: parts = {}, query = {} }: Given): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}

async function answerOf(response: Response, isFile: boolean): Promise<unknown> {
  if (response.ok && isFile) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  let json: { data?: unknown; code?: string; message?: string; request_id?: string; details?: unknown } = {};
  try {
    json = JSON.parse(text) as typeof json;
  } catch {
    // Not an answer of the portal.
  }
  if (response.ok && 'data' in json) return json.data;
  const { code = '', message = text.slice(0, 200), request_id: id = '', details } = json;
  throw new CallRefused(response.status, code, message, id, details);
}

/** Signs in when it has to and signs each call. */
class Connection {
  readonly #options: ClientOptions;
  #session: Promise<Session> | undefined;
  #key: Promise<CryptographicKey> | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** What proves the account at this address. The portal's time counts, so that a clock here may be wrong. */
  async #proof(url: URL): Promise<Readonly<Record<string, string>>> {
    const options = this.#options;
    if (options.privateKey === undefined) return { client_secret: options.clientSecret };
    const { clientId, privateKey } = options;
    this.#key ??= typeof privateKey === 'string' ? readKey(privateKey) : Promise.resolve(privateKey);
    const key = await this.#key;
    const headers = { 'app-id': APP_ID };
    const time = await answerOf(await fetch(new URL('/v2/oauth2/server/time', url), { headers }), false);
    return {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertionOf(key, clientId, url.href, (time as { timestamp: number }).timestamp),
    };
  }

  async #signIn(): Promise<Session> {
    const { origin, clientId } = this.#options;
    const url = new URL('/v2/oauth2/tokens/actions/service_sign_in', origin);
    const proof = await this.#proof(url);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'app-id': APP_ID },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, ...proof }),
    });
    const data = (await answerOf(response, false)) as {
      access_token: string;
      code: string;
      org_id: string;
      org_type: number;
      expires_in: number;
      server_time: number;
    };
    return {
      token: data.access_token,
      code: data.code,
      orgId: data.org_id,
      orgType: String(data.org_type),
      ahead: data.server_time - Date.now(),
      endsAt: Date.now() + data.expires_in * 1000 - EARLY_MS,
    };
  }

  /** One sign-in serves all calls that wait for it; a failed one is tried again by the next call. */
  async #current(): Promise<Session> {
    const held = this.#session;
    const known = held && (await held);
    if (known !== undefined && Date.now() < known.endsAt) return known;
    // Another call that waited as well has begun the next one.
    if (this.#session !== held) return this.#current();
    const next = this.#signIn();
    this.#session = next;
    next.catch(() => {
      if (this.#session === next) this.#session = undefined;
    });
    return next;
  }

  async send([method, path, sent, received]: Route, given: Given): Promise<unknown> {
    const { token, code, orgId, orgType, ahead } = await this.#current();
    const url = new URL(targetOf(path, given), this.#options.origin);
    const bytes =
      sent === 'file' ? (given.body as Uint8Array<ArrayBuffer>) : utf8.encode(JSON.stringify(given.body ?? null));
    const body = given.body === undefined ? undefined : bytes;
    const hash = body === undefined ? '' : base64url(await crypto.subtle.digest('SHA-256', body));
    const ts = String(Date.now() + ahead);
    const once = nonce();
    const target = url.pathname + url.search;
    const mac = await sign(code, [ts, once, method, target, url.host, APP_ID, orgId, orgType, '', '', hash]);
    const headers: Record<string, string> = {
      authorization: `MAC id="${token}",ts="${ts}",nonce="${once}",bodyhash="${hash}",mac="${mac}"`,
      'app-id': APP_ID,
      'org-id': orgId,
      'org-type': orgType,
      'role-id': '',
    };
    if (body !== undefined) headers['content-type'] = sent === 'file' ? 'application/octet-stream' : 'application/json';
    if (given.idempotencyKey !== undefined) headers['idempotency-key'] = given.idempotencyKey;
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    return answerOf(response, received === 'file');
  }
}

/** What a call takes; nothing where it takes nothing. */
type Taken<C> = C extends { takes: infer T } ? (object extends T ? [given?: T] : [given: T]) : never;
type Answered<C> = C extends { answers: infer A } ? A : never;

/** Calls of the portal by their names, such as `client('student.list', { query: { size: 20 } })`. */
export type Client<Calls> = <K extends keyof Calls & string>(
  name: K,
  ...given: Taken<Calls[K]>
) => Promise<Answered<Calls[K]>>;

/** A client over the routes that are generated below. */
export function connect<Calls>(
  routes: Readonly<Record<keyof Calls & string, Route>>,
  options: ClientOptions,
): Client<Calls> {
  const connection = new Connection(options);
  return async (name, ...[given]) =>
    (await connection.send(routes[name], (given ?? {}) as Given)) as Answered<Calls[typeof name]>;
}
