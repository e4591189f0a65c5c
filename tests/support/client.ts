import { createHash, createHmac, randomBytes } from 'node:crypto';
import http from 'node:http';

/*
 * A client of the wire, written from the text of `api.md` with node:crypto. It shares no code with the product's own
 * signing, so that it proves the wire itself.
 */

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  text: string;
  /** The parsed body; undefined where it is not JSON. */
  json: Json;
  /** `data` of the envelope. */
  data: Json;
  /** `code` of a failure. */
  code: string | undefined;
  /** Fields of a failure's details. */
  fields: string[];
}

/** A test reads answers of any shape; an absent member is undefined and fails the expectation. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Session {
  user_id: string;
  access_token: string;
  refresh_token: string;
  code: string;
  expires_in: number;
  server_time: number;
}

/** The request as sent, once signed. */
export interface Outgoing {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

/** The signed parts. */
export interface Signed {
  ts: string;
  nonce: string;
  method: string;
  path: string;
  host: string;
  appId: string;
  orgId: string;
  orgType: string;
  roleId: string;
  secondaryToken: string;
  body: Buffer | undefined;
}

export interface SendOptions {
  /** An object is sent as JSON; text and bytes unchanged, with the given content type. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
  /** Changes the signed parts and what is sent. */
  sign?: Partial<Pick<Signed, 'ts' | 'nonce' | 'host'>>;
  /** Changes the request after it was signed. */
  tamper?: (request: Outgoing) => Outgoing;
}

export const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

export const newNonce = (): string => randomBytes(16).toString('base64url');

const bodyHash = (body: Buffer | undefined): string =>
  body?.length ? createHash('sha256').update(body).digest('base64url') : '';

export function macHeader(session: Pick<Session, 'access_token' | 'code'>, s: Signed): string {
  const hash = bodyHash(s.body);
  const lines = [
    s.ts,
    s.nonce,
    s.method,
    s.path,
    s.host,
    s.appId,
    s.orgId,
    s.orgType,
    s.roleId,
    s.secondaryToken,
    hash,
  ];
  const mac = createHmac('sha256', session.code)
    .update(lines.map((line) => `${line}\n`).join(''), 'utf8')
    .digest('base64url');
  return `MAC id="${session.access_token}",ts="${s.ts}",nonce="${s.nonce}",bodyhash="${hash}",mac="${mac}"`;
}

export function request(port: number, { method, path, headers, body }: Outgoing, agent?: http.Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = http.request(
      { host: '127.0.0.1', port, method, path, headers, agent, setHost: false, insecureHTTPParser: true },
      (response) => {
        const chunks: Buffer[] = [];
        // A stream of events has no end: its start is the answer.
        if (String(response.headers['content-type']).startsWith('text/event-stream')) {
          resolve(answerOf(response, Buffer.alloc(0)));
          response.on('error', () => undefined).destroy();
          return;
        }
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => resolve(answerOf(response, Buffer.concat(chunks))));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** An event of a stream; `data` is parsed. */
export interface ReceivedEvent {
  id: string | undefined;
  event: string;
  data: Json;
  at: number;
}

/** An open stream of events. */
export interface Listening {
  status: number;
  headers: http.IncomingHttpHeaders;
  events: ReceivedEvent[];
  /** Resolves with the first event, past or future, that matches. */
  first(is: (events: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  /** Resolves when the server has ended it. */
  ended: Promise<void>;
  pause(): void;
  close(): void;
}

function eventOf(block: string): Omit<ReceivedEvent, 'at'> | undefined {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return fields['event'] === undefined
    ? undefined
    : { id: fields['id'], event: fields['event'], data: JSON.parse(fields['data'] ?? 'null') };
}

function listen(port: number, { method, path, headers, body }: Outgoing): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const sent = http.request(
      { host: '127.0.0.1', port, method, path, headers, setHost: false, agent: false },
      (response) => {
        const events: ReceivedEvent[] = [];
        const waiting = new Set<(one: ReceivedEvent) => void>();
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const blocks = (text + chunk).split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) {
            const found = eventOf(block);
            if (!found) continue;
            const one = { ...found, at: performance.now() };
            events.push(one);
            for (const tell of waiting) tell(one);
          }
        });
        const ended = new Promise<void>((done) => {
          response.on('error', () => undefined).on('close', done);
        });
        const first = (is: (one: ReceivedEvent) => boolean) =>
          new Promise<ReceivedEvent>((found) => {
            const already = events.find(is);
            if (already) found(already);
            else
              waiting.add((one) => {
                if (is(one)) found(one);
              });
          });
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          events,
          first,
          ended,
          pause: () => void response.pause(),
          close: () => void sent.destroy(),
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function answerOf(response: http.IncomingMessage, body: Buffer): Answer {
  const text = body.toString();
  let json: Json;
  if (String(response.headers['content-type']).includes('json') && text !== '') json = JSON.parse(text);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    text,
    json,
    data: json?.data,
    code: json?.code,
    fields: (json?.details ?? []).map(({ field }: { field: string }) => field),
  };
}

export interface ClientParts {
  port: number;
  now: () => number;
  appId?: string;
  session?: Session;
  org?: { orgId: string; orgType: string; roleId: string };
  /** Proof of second-step verification. */
  secondaryToken?: string;
  agent?: http.Agent;
}

export class Client {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  get session(): Session {
    if (!this.#parts.session) throw new Error('nobody is signed in');
    return this.#parts.session;
  }

  get secondaryToken(): string | undefined {
    return this.#parts.secondaryToken;
  }

  get host(): string {
    return `127.0.0.1:${this.#parts.port}`;
  }

  as(change: Partial<ClientParts>): Client {
    return new Client({ ...this.#parts, ...change });
  }

  /** Signs in and returns a client of the session. Throws when the sign-in is refused. */
  async signIn(account: string, password = 'Demo-2026!'): Promise<Client> {
    const answer = await this.publicly('POST', '/v2/oauth2/tokens/actions/sign_in', {
      account,
      password: md5(password),
    });
    if (answer.status !== 200) throw new Error(`sign-in of ${account}: ${answer.status} ${answer.text}`);
    return this.as({ session: answer.data });
  }

  /** Signs in for the first time with a password that somebody else has set, and replaces it. */
  async signInFirst(account: string, initial: string, own = 'Tidal-maple-47'): Promise<Client> {
    const client = await this.signIn(account, initial);
    const answer = await client.post('/v1/portal/users/change_passwords', {
      old_password: md5(initial),
      new_password: md5(own),
    });
    if (answer.status !== 200) throw new Error(`first password of ${account}: ${answer.status} ${answer.text}`);
    return client;
  }

  /** The same session of a student or guardian at a school. */
  withoutRole(orgId: string | number): Client {
    return this.as({ org: { orgId: String(orgId), orgType: '2', roleId: '' } });
  }
  /** The same session in an organisation and role; of the demo tenants only 1001 is an institution. */
  withRole(orgId: string | number, roleId: number, orgType = String(orgId) === '1001' ? 1 : 2): Client {
    return this.as({ org: { orgId: String(orgId), orgType: String(orgType), roleId: String(roleId) } });
  }

  /** The same client after second-step verification by password. */
  async verified(password = 'Demo-2026!'): Promise<Client> {
    const answer = await this.post('/v2/accounts/secondaries/password/check', { password: md5(password) });
    if (answer.status !== 200) throw new Error(`second-step verification: ${answer.status} ${answer.text}`);
    return this.as({ secondaryToken: answer.data.secondary_token });
  }

  get = (path: string, options?: SendOptions) => this.send('GET', path, options);
  post = (path: string, body?: unknown, options?: SendOptions) => this.send('POST', path, { ...options, body });
  put = (path: string, body?: unknown, options?: SendOptions) => this.send('PUT', path, { ...options, body });
  delete = (path: string, options?: SendOptions) => this.send('DELETE', path, options);

  /** Sends calls without a signature, as calls without a session. */
  publicly(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | string[]> = {},
  ): Promise<Answer> {
    return this.fromServer(method, path, body, { 'app-id': this.#parts.appId ?? 'portal-web', ...headers });
  }

  /** A request of another party's server, which knows none of the portal's headers. */
  fromServer(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | string[]> = {},
  ): Promise<Answer> {
    const raw = encode(body);
    return this.raw({ method, path, headers: { host: this.host, ...contentOf(body, raw), ...headers }, body: raw });
  }

  raw(outgoing: Outgoing): Promise<Answer> {
    return request(this.#parts.port, outgoing, this.#parts.agent);
  }

  send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    return this.raw(this.outgoing(method, path, options));
  }

  /** Listens to a stream of events, until `close` or the server ends it. */
  listen(path: string, { method = 'GET', ...options }: SendOptions & { method?: string } = {}): Promise<Listening> {
    return listen(this.#parts.port, this.outgoing(method, path, options));
  }

  /** A signed request as it goes out. */
  outgoing(
    method: string,
    path: string,
    { body, headers = {}, sign, tamper = (same) => same }: SendOptions = {},
  ): Outgoing {
    const { appId = 'portal-web', org, now, secondaryToken } = this.#parts;
    const raw = encode(body);
    const signed: Signed = {
      ts: String(now()),
      nonce: newNonce(),
      method,
      path,
      host: this.host,
      appId,
      orgId: org?.orgId ?? '',
      orgType: org?.orgType ?? '',
      roleId: org?.roleId ?? '',
      secondaryToken: secondaryToken ?? '',
      body: raw,
      ...sign,
    };
    const outgoing: Outgoing = {
      method,
      path,
      body: raw,
      headers: {
        host: signed.host,
        'app-id': appId,
        ...(org && { 'org-id': org.orgId, 'org-type': org.orgType, 'role-id': org.roleId }),
        ...(secondaryToken !== undefined && { 'secondary-token': secondaryToken }),
        ...contentOf(body, raw),
        ...headers,
        authorization: macHeader(this.session, signed),
      },
    };
    return tamper(outgoing);
  }
}

function encode(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  return Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

const contentOf = (body: unknown, raw: Buffer | undefined): Record<string, string> =>
  raw === undefined
    ? {}
    : {
        'content-length': String(raw.length),
        ...(typeof body === 'object' && !Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {}),
      };
