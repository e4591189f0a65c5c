import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller, SessionLimit } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from '../../errors/app-error.ts';
import { own } from '../../schema/json.ts';
import { CLOCK_WINDOW_MS, canonicalText, parseMacHeader, type MacHeader } from '../../signing/canonical.ts';
import { NONCES, type WhenDurable } from '../../state/server/shared-state.ts';
import { header } from './request.ts';

/** Another authorization scheme or none at all means no user; a malformed MAC header is an invalid signature. */
function macHeader(text: string | undefined): MacHeader {
  const parsed = parseMacHeader(text);
  if (parsed) return parsed;
  throw new AppError(text?.startsWith('MAC ') ? 'AC_AUTH_INVALID_SIGNATURE' : 'AC_AUTH_INVALID_TOKEN');
}

/** The session that a request names. */
export interface NamedSession {
  mac: MacHeader;
  caller: Caller;
  code: string;
}

/** The live session that the header names, before anything of the request is believed. */
export async function findSession({ sessions }: Services, request: FastifyRequest): Promise<NamedSession> {
  const mac = macHeader(request.headers.authorization);
  const found = await sessions.find(mac.id);
  if (found.state === 'live') return { mac, caller: found.caller, code: found.code };
  throw new AppError(found.state === 'expired' ? 'AC_AUTH_TOKEN_EXPIRED' : 'AC_AUTH_INVALID_TOKEN');
}

/** Whether the MAC covers exactly this request. */
function isSigned(request: FastifyRequest, mac: MacHeader, code: string, body: Buffer | undefined): boolean {
  const bodyHash = body?.length ? createHash('sha256').update(body).digest('base64url') : '';
  if (bodyHash !== mac.bodyHash) return false;
  const { headers, raw } = request;
  const text = canonicalText({
    ts: mac.ts,
    nonce: mac.nonce,
    method: request.method,
    target: raw.url ?? '',
    host: header(headers.host),
    appId: header(headers['app-id']),
    orgId: header(headers['org-id']),
    orgType: header(headers['org-type']),
    roleId: header(headers['role-id']),
    secondaryToken: header(headers['secondary-token']),
    bodyHash,
  });
  const expected = createHmac('sha256', code).update(text).digest();
  const given = Buffer.from(mac.mac, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Verifies that the session's holder sent exactly this request, now and for the first time; refusals in the order of
 * `api.md`. The nonce is claimed last, so that only signed requests can use one up.
 *
 * @returns A function that waits until the nonce is on the disk
 */
async function proveSignature(
  { state, clock }: Services,
  request: FastifyRequest,
  { mac, caller, code }: NamedSession,
  body: Buffer | undefined,
): Promise<WhenDurable> {
  if (!isSigned(request, mac, code, body)) throw new AppError('AC_AUTH_INVALID_SIGNATURE');
  // A nonce is kept from its `ts` to the end of the time window; outside the window the `ts` itself is refused.
  const left = Number(mac.ts) + CLOCK_WINDOW_MS - clock.now();
  if (left < 0 || left > 2 * CLOCK_WINDOW_MS) throw new AppError('AC_NONCE_INVALID');
  const whenDurable = await state.claimEarly(`${NONCES}${caller.sessionId}:${mac.nonce}`, left + 1);
  if (!whenDurable) throw new AppError('AC_NONCE_INVALID');
  return whenDurable;
}

/** What decides which sessions may make a call at all. */
export type CallRules = Pick<EndpointSpec, 'access' | 'limited' | 'withInitialPassword' | 'whenVouchedFor'>;

/**
 * Whether a request may be served while its nonce is being written to the disk: its answer is sent as a whole, after
 * that.
 */
const mayOverlap = ({ method, kind = 'json' }: Partial<EndpointSpec>): boolean => method === 'GET' && kind === 'json';

/**
 * The caller of a signed request, if sessions like this one may make the call. The one door of everything that is
 * signed: what is closed to limited sessions, initial passwords and people whom an organisation vouches for is closed
 * here. For a GET with a JSON answer, `request.whenDurable` must be awaited before anything is sent.
 *
 * @throws AppError AC_AUTH_INVALID_SIGNATURE, AC_NONCE_INVALID; AC_FORBIDDEN, PSY_PASSWORD_INITIAL,
 *   PSY_ACCOUNT_CLOSED_HERE
 */
export async function proveCaller(
  services: Services,
  request: FastifyRequest,
  session: NamedSession,
  body: Buffer | undefined,
  rules: CallRules & Partial<EndpointSpec>,
): Promise<Caller> {
  const whenDurable = await proveSignature(services, request, session, body);
  if (mayOverlap(rules)) request.whenDurable = whenDurable;
  else await whenDurable();
  const { caller } = session;
  if (caller.limit) requireWithin(rules, caller.limit, request);
  if (caller.mustChangePassword && !rules.withInitialPassword) throw new AppError('PSY_PASSWORD_INITIAL');
  if (caller.onlyOrg !== undefined && rules.access.auth !== 'org' && !rules.whenVouchedFor)
    throw new AppError('PSY_ACCOUNT_CLOSED_HERE');
  return caller;
}

/** A limited session may make the calls that allow it, for its own row. @throws AppError AC_FORBIDDEN */
function requireWithin({ access, limited }: CallRules, limit: SessionLimit, { params }: FastifyRequest): void {
  if (limited === 'session') return;
  const isOwn =
    limited !== undefined &&
    access.auth === 'org' &&
    access.area === limit.area &&
    own(params, limited.row) === limit.rowId;
  if (!isOwn) throw new AppError('AC_FORBIDDEN');
}
