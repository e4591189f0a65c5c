import { createHmac } from 'node:crypto';
import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext, RequestContext } from '../../../../platform/context/server/context.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import { NO_TENANT, type RowOf, type Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { plainCode } from '../../../../platform/file-codes/file-code.ts';
import { newCode } from '../../../../platform/file-codes/server/new-code.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { network } from '../../../../platform/identity/server/network.ts';
import type { CodeList, examSignIn, makeCodes as makeCodesCall } from '../../contract/rooms.ts';
import { CODE_LENGTH } from '../../rules/codes.ts';
import { sheetStatus } from '../../rules/status.ts';
import * as store from '../queries/rooms.ts';

/** A session in a computer room lasts at most this long. */
const SESSION_MS = 12 * 3_600_000;

/** Under a key of the installation: eight characters could be guessed from a plain hash. */
const hashOf = ({ cipher }: Pick<Services, 'cipher'>, code: string): string =>
  createHmac('sha256', cipher.keyFor('exam codes')).update(code).digest('base64url');

/**
 * Makes a code for each open sheet of a screening within the caller's scope, and ends those that the sheets had. Only
 * hashes are stored.
 *
 * @throws AppError `notFoundInScope`; PSY_EXAM_NOT_OPEN after the window
 */
export async function makeCodes(
  ctx: OrgContext,
  tx: Tx,
  examId: string,
  { class_id: classId, child_ids: childIds }: BodyOf<typeof makeCodesCall>,
): Promise<CodeList> {
  const { actor, services } = ctx;
  const scope = services.access.scope(actor, 'student');
  const [[exam], seats] = await tx.batch([
    store.examById(actor.orgId, examId),
    store.seatsOf(actor.orgId, scope, examId, { classId, childIds }),
  ]);
  if (!exam || (scope.kind !== 'all' && seats.length === 0)) throw notFoundInScope(scope);
  const expiresAt = exam.ends_at ?? '';
  if (exam.status !== 'published' || ctx.now() >= Date.parse(expiresAt)) throw new AppError('PSY_EXAM_NOT_OPEN');
  const open = seats.filter(({ submitted_at, withdrawn_at }) => submitted_at === null && withdrawn_at === null);
  if (open.length === 0) return { total: 0, items: [] };
  const made = open.map((seat) => ({ seat, code: newCode(CODE_LENGTH) }));
  const ended = await tx.run(
    store.endCodes(
      actor.orgId,
      open.map(({ child_exam_id }) => child_exam_id),
    ),
  );
  const at = ctx.nowIso();
  const hashed = made.map(({ seat, code }) => ({ seat, code_hash: hashOf(services, code) }));
  await tx.batch([
    store.forgetTenants(
      ended.map(({ code_hash }) => code_hash),
      at,
    ),
    store.insertCodes(
      hashed.map(({ seat, code_hash }) => ({
        org_id: actor.orgId,
        code_hash,
        exam_id: examId,
        child_exam_id: seat.child_exam_id,
        made_by: ctx.caller.userId,
        made_at: at,
        expires_at: expiresAt,
      })),
    ),
    store.insertTenants(hashed.map(({ code_hash }) => ({ code_hash, tenant: actor.orgId, expires_at: expiresAt }))),
  ]);
  await audit(tx, ctx, {
    act: 'create',
    resource: 'exam_code',
    rowId: examId,
    rowLabel: exam.exam_name,
    after: { total: made.length },
  });
  const items = made.map(({ seat: { child_id, child_name, student_no, class_name }, code }) => ({
    child_id,
    child_name,
    student_no,
    ...(class_name !== null && { class_name }),
    code,
  }));
  return { total: items.length, items };
}

/** A typed code, with the school that it belongs to. */
export interface TypedCode {
  orgId: string;
  hash: string;
}

/**
 * Wrong codes of one address within a minute after which none is tried: five for each of 60 students. Codes that work
 * never count.
 */
export const WRONG_MAX = 300;
const WRONG_MS = 60_000;

/** @throws AppError PSY_EXAM_CODE_WRONG; AC_TOO_MANY_REQUESTS for an address that guesses */
export async function findCode({ services, address }: RequestContext, code: string): Promise<TypedCode> {
  const { db, state } = services;
  const key = `exam-code:wrong:${network(address)}`;
  if (Number((await state.get(key)) ?? 0) >= WRONG_MAX)
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: await state.left(key) });
  const hash = hashOf(services, plainCode(code));
  const [[school]] = await db.read(NO_TENANT, [store.tenantOfCode(hash)]);
  if (school) return { orgId: school.tenant, hash };
  await state.count(key, WRONG_MS);
  throw new AppError('PSY_EXAM_CODE_WRONG');
}

type Seat = RowOf<ReturnType<typeof store.lockCode>>;

/** A device that was heard from within this time has the sheet open. */
const PRESENT_MS = 90_000;

/**
 * Notes the use of a code, which may be typed again after a restart of the PC.
 *
 * @param ask Refuses where another device has the sheet open, so that the student is asked first
 * @throws AppError PSY_EXAM_CODE_WRONG, PSY_ORG_SUSPENDED, PSY_SHEET_SUBMITTED, PSY_SHEET_NEEDS_CONSENT,
 *   PSY_EXAM_NOT_OPEN, PSY_SHEET_ELSEWHERE
 */
export async function takeSeat(
  ctx: RequestContext,
  tx: Tx,
  { orgId, hash }: TypedCode,
  { device_id: device, ask = false }: BodyOf<typeof examSignIn>,
): Promise<Seat> {
  const [found] = await tx.run(store.lockCode(orgId, hash));
  if (!found || ctx.now() >= Date.parse(found.expires_at)) throw new AppError('PSY_EXAM_CODE_WRONG');
  if (found.suspended_at !== null) throw new AppError('PSY_ORG_SUSPENDED');
  requireOpen(sheetStatus(found, ctx.now()));
  const { holder, heard_at } = found;
  const isElsewhere = holder !== null && holder !== device && heard_at !== null;
  if (ask && isElsewhere && ctx.now() - Date.parse(heard_at) < PRESENT_MS) throw new AppError('PSY_SHEET_ELSEWHERE');
  await tx.run(store.useCode(orgId, hash, ctx.nowIso(), device ?? null));
  return found;
}

/** Opens a session for one sheet until the window ends, and ends the sheet's session before. */
export async function openSeat(
  ctx: RequestContext,
  orgId: string,
  { child_exam_id, exam_id, child_id: childId, org_type, expires_at }: Seat,
): Promise<DataOf<typeof examSignIn>> {
  const { sessions, log } = ctx.services;
  const limit = { orgId, identity: IDENTITY.student, childId, area: 'screening/answer', rowId: child_exam_id };
  const until = Math.min(Date.parse(expires_at), ctx.now() + SESSION_MS);
  const pair = await sessions.openLimited(limit, until, ctx.appKind, ctx);
  log.info({ request_id: ctx.requestId, org_id: orgId, app_kind: ctx.appKind }, 'signed in with a code');
  return { ...pair, org_id: orgId, org_type, exam_id, child_exam_id };
}

function requireOpen(status: ReturnType<typeof sheetStatus>): void {
  if (status === 'open') return;
  if (status === 'submitted' || status === 'scored') throw new AppError('PSY_SHEET_SUBMITTED');
  throw new AppError(status === 'waiting_consent' ? 'PSY_SHEET_NEEDS_CONSENT' : 'PSY_EXAM_NOT_OPEN');
}
