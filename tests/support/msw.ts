import { createHash, createHmac } from 'node:crypto';
import { delay, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { Value } from 'typebox/value';
import { announcementBanner } from '../../src/features/announcements/contract/reading.ts';
import { noticeStream } from '../../src/features/notices/contract.ts';
import { passkeys } from '../../src/features/verification/passkey-contract.ts';
import type { FailureDetail } from '../../src/platform/contract/common.ts';
import type { DataOf, EndpointSpec } from '../../src/platform/contract/endpoint.ts';
import { getPreference } from '../../src/platform/crud/contract/preferences.ts';
import { errorCatalogue, type ErrorCode } from '../../src/platform/errors/catalogue.ts';
import type { TokenPair } from '../../src/platform/identity/contract.ts';
import { serverTime } from '../../src/platform/identity/contract.ts';
import { indexConfig } from '../../src/platform/session/contract.ts';

/*
 * The server as the browser sees it, built from the contract: it checks what the real one checks (app, session, MAC,
 * clock window, nonce, organisation headers, shape of the input) with node:crypto and its own reading of `api.md`, and
 * refuses a test's answer that the contract does not allow.
 */

/** A request that passed the checks. */
export interface PortalRequest {
  endpoint: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
  /** Path with its query. */
  target: string;
}

export interface Refusal {
  code: ErrorCode | (string & {});
  status?: number;
  message?: string;
  details?: FailureDetail[];
}

/** Created by `refusal`, so that an answer and a refusal cannot be confused. */
class Refused {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}
/** An answer that refuses. */
export const refusal = (code: Refusal['code'], rest: Omit<Refusal, 'code'> = {}): Refused =>
  new Refused({ code, ...rest });
/** No answer: the network fails. */
export const NO_NETWORK = Symbol('no network');
/** An answer that never arrives. */
export const NEVER = Symbol('never');

type Result<E extends EndpointSpec> = DataOf<E> | Blob | Refused | typeof NO_NETWORK | typeof NEVER;
type Answerer<E extends EndpointSpec> = Result<E> | ((request: PortalRequest) => Result<E> | Promise<Result<E>>);

interface Route {
  endpoint: EndpointSpec;
  pattern: RegExp;
  names: string[];
  answer: (request: PortalRequest) => unknown;
}

const MAC = /^MAC id="([^"]+)",ts="(\d+)",nonce="([A-Za-z0-9_-]{16,64})",bodyhash="([^"]*)",mac="([^"]+)"$/;
const WINDOW_MS = 5 * 60_000;

function failure({ code, status, message, details }: Refusal): Response {
  const entry = errorCatalogue().get(code);
  return HttpResponse.json(
    { code, message: message ?? entry?.text ?? '', request_id: 'test-request', ...(details && { details }) },
    { status: status ?? entry?.status ?? 400 },
  );
}

function routeOf(endpoint: EndpointSpec, answer: Route['answer']): Route {
  const names: string[] = [];
  const pattern = endpoint.path.replace(/[.]/g, '\\.').replace(/:([a-z_]+)/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  return { endpoint, pattern: new RegExp(`^${pattern}$`), names, answer };
}

/** A file as its bytes, everything else as what its JSON says. */
function bodyOf({ upload }: EndpointSpec, bytes: Buffer): unknown {
  if (upload !== undefined) return bytes;
  return bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : undefined;
}

/** Branding of the school that the tests use. */
export const SITE = { is_custom: false, site_name: '青禾心育', company_slogan: '与你同行', host: 'localhost:3000' };

export interface PortalServerOptions {
  origin?: string;
  now?: () => number;
}

/** The server of the portal for one test file: `listen` before, `close` after, `reset` between. */
export function portalServer({ origin = 'http://localhost:3000', now = Date.now }: PortalServerOptions = {}) {
  const host = new URL(origin).host;
  let routes: Route[] = [];
  let sessions = new Map<string, string>();
  let nonces = new Set<string>();
  let requests: PortalRequest[] = [];

  /** Why a request's signature is refused; undefined where it is valid. */
  function refusedSignature(request: Request, target: string, body: Buffer): Refusal | undefined {
    const [, token = '', ts = '', nonce = '', hash = '', mac = ''] =
      MAC.exec(request.headers.get('authorization') ?? '') ?? [];
    const code = sessions.get(token);
    if (code === undefined) return { code: 'AC_AUTH_INVALID_TOKEN' };
    const bodyHash = body.length > 0 ? createHash('sha256').update(body).digest('base64url') : '';
    const header = (name: string) => request.headers.get(name) ?? '';
    const lines = [
      ts,
      nonce,
      request.method,
      target,
      host,
      header('app-id'),
      header('org-id'),
      header('org-type'),
      header('role-id'),
      header('secondary-token'),
      bodyHash,
    ];
    const expected = createHmac('sha256', code)
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('base64url');
    if (hash !== bodyHash || mac !== expected) return { code: 'AC_AUTH_INVALID_SIGNATURE' };
    if (Math.abs(Number(ts) - now()) > WINDOW_MS || nonces.has(nonce)) return { code: 'AC_NONCE_INVALID' };
    nonces.add(nonce);
    return undefined;
  }

  function inputProblem({ endpoint }: Route, one: PortalRequest): Refusal | undefined {
    const query = endpoint.query === undefined ? one.query : Value.Convert(endpoint.query, { ...one.query });
    const wrong =
      (endpoint.query !== undefined && !Value.Check(endpoint.query, query)) ||
      (endpoint.body !== undefined && !Value.Check(endpoint.body, one.body));
    return wrong
      ? { code: 'PSY_INVALID_INPUT', message: `the input of ${endpoint.name} is not what its declaration says` }
      : undefined;
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    const target = pathname + search;
    // The page listens as long as it is open, and receives nothing.
    if (pathname === noticeStream.path) await delay('infinite');
    const route = routes.find((one) => one.endpoint.method === request.method && one.pattern.test(pathname));
    if (route === undefined) throw new Error(`no answer was given for ${request.method} ${target}`);
    const bytes = Buffer.from(await request.arrayBuffer());
    if (!/^portal-(web|mobile)$/.test(request.headers.get('app-id') ?? ''))
      return failure({ code: 'PSY_INVALID_INPUT', message: 'app-id' });
    const { auth } = route.endpoint.access;
    if (auth !== 'public' && (auth !== 'optional' || request.headers.has('authorization'))) {
      const refused = refusedSignature(request, target, bytes);
      if (refused !== undefined) return failure(refused);
    }
    if (route.endpoint.access.auth === 'org' && !request.headers.get('org-id'))
      return failure({ code: 'AC_ORG_ROLE_FORBIDDEN' });
    const values = route.pattern.exec(pathname)?.slice(1) ?? [];
    const one: PortalRequest = {
      endpoint: route.endpoint.name,
      params: Object.fromEntries(route.names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')])),
      query: Object.fromEntries(searchParams),
      body: bodyOf(route.endpoint, bytes),
      headers: request.headers,
      target,
    };
    const problem = inputProblem(route, one);
    if (problem !== undefined) return failure(problem);
    requests.push(one);

    const data = await route.answer(one);
    if (data instanceof Refused) return failure(data.refusal);
    if (data === NO_NETWORK) return HttpResponse.error();
    if (data === NEVER) await delay('infinite');
    if (data instanceof Blob)
      return new HttpResponse(await data.arrayBuffer(), {
        headers: {
          'content-type': data.type,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('班级.xlsx')}`,
        },
      });
    if (route.endpoint.response !== undefined && !Value.Check(route.endpoint.response, data))
      throw new Error(`${route.endpoint.name} can't answer ${JSON.stringify(data)}`);
    return HttpResponse.json({ data }, { status: route.endpoint.status ?? 200 });
  }

  const server = setupServer(
    // The store takes every form; what is in it is checked by the tests of the server.
    http.post(`${origin}/objects`, () => new HttpResponse(null, { status: 204 })),
    http.all(`${origin}/*`, ({ request }) => answer(request)),
  );

  const portal = {
    listen: () => server.listen({ onUnhandledRequest: 'error' }),
    close: () => server.close(),
    reset() {
      routes = [];
      sessions = new Map();
      nonces = new Set();
      requests = [];
      portal.answer(serverTime, () => ({ timestamp: now() }));
      // Once a file of this worker has shown the whole portal, it follows the organisation in later files too.
      portal.answer(announcementBanner, {});
      portal.answer(getPreference, { value: { seen: true } });
      // The account page and the second proof ask for them.
      portal.answer(passkeys, { total: 0, items: [] });
      portal.answer(indexConfig, { org_id: '2001', welcome: '', site: SITE, host_editable: false });
    },
    /** The answer of an endpoint from now on. */
    answer<E extends EndpointSpec>(endpoint: E, how: Answerer<E>): void {
      routes = [
        routeOf(endpoint, (one) =>
          typeof how === 'function' ? (how as (request: PortalRequest) => unknown)(one) : how,
        ),
        ...routes.filter((route) => route.endpoint.name !== endpoint.name),
      ];
    },
    /** A session that may sign requests. */
    opens: (accessToken: string, code: string): void => void sessions.set(accessToken, code),
    ends: (accessToken: string): void => void sessions.delete(accessToken),
    /** A token pair as sign-in returns it, and the session that it opens. */
    pair(name: string, userId = 'u1', expiresIn = 7200): TokenPair {
      const pair = {
        user_id: userId,
        access_token: `access-token-${name}`,
        refresh_token: `refresh-token-${name}`,
        code: `code-${name}`,
        expires_in: expiresIn,
        server_time: now(),
      };
      portal.opens(pair.access_token, pair.code);
      return pair;
    },
    /** Requests that passed the checks, of one endpoint or of all. */
    requests: (endpoint?: EndpointSpec): PortalRequest[] =>
      endpoint === undefined ? requests : requests.filter((one) => one.endpoint === endpoint.name),
  };
  portal.reset();
  return portal;
}
export type PortalServer = ReturnType<typeof portalServer>;
