import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { KeyRing } from '../../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import type { putAnswers as contract } from '../../contract/sheets.ts';
import { PLACE } from '../../rules/place.ts';
import { critical } from '../../rules/scales/critical.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { mergeAnswers, type Outcome, type SentAnswer, type SheetState } from '../../rules/sheet-state.ts';
import { GRACE_MS, sheetStatus } from '../../rules/status.ts';
import * as store from '../queries/sheets.ts';
import { checkAnswers } from './check-answers.ts';
import { noteCritical } from './note-critical.ts';
import { lockOwnSheet } from './open-sheet.ts';
import { packsOf, progressOf } from './sheet-packs.ts';
import { callLocation, encryptState, readState } from './stored-state.ts';

/** More devices than any student has; each one makes the stored answers longer. */
const DEVICES_MAX = 100;

type Body = BodyOf<typeof contract>;

/** The reply to the device: the progress, and whether the page offers help. */
type Reply = DataOf<typeof contract>;

/** The answers are stored, or the reason why they are not: the transaction commits in both cases. */
export type Put = { refusal: AppError } | { reply: Reply; outcomes: readonly Outcome[] };

interface Arrived {
  sheet: store.StoredSheet;
  packs: readonly Pack[];
  state: SheetState;
  keys: KeyRing;
  answers: readonly SentAnswer[];
}

/**
 * Stores answers in their order of arrival (`api.md`, screening). A critical one starts its warning in the same
 * transaction, also where it comes too late to be stored.
 *
 * @param device Undefined: the device with which the session fetched the sheet, else the session itself
 * @throws AppError `notFoundInScope`, PSY_INVALID_INPUT, PSY_SHEET_NEEDS_CONSENT, PSY_SHEET_SEALED,
 * PSY_EXAM_NOT_OPEN
 */
export async function putAnswers(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { device_id, answers: sent }: Body,
): Promise<Put> {
  const { orgId } = ctx.actor;
  const sheet = await lockOwnSheet(ctx, tx, id);
  requireAllowed(sheet, ctx.now());
  const packs = packsOf(ctx.services, orgId, sheet);
  const answers = checkAnswers(packs, sent, ctx.nowIso());
  const keys = await ctx.services.keys.within(tx).ring(orgId);
  const arrived = { sheet, packs, state: readState(keys, sheet), keys, answers };
  const refusal = refusalOf(sheet, answers, ctx.now());
  return refusal ? refuse(ctx, tx, arrived, refusal) : storeAnswers(ctx, tx, arrived, device_id);
}

/** What is not even looked at: there is no consent to it, or it cannot have been asked yet. */
function requireAllowed(sheet: store.StoredSheet, now: number): void {
  if (sheet.withdrawn_at !== null) throw new AppError('PSY_SHEET_SEALED');
  const status = sheetStatus(sheet, now);
  if (status === 'waiting_consent') throw new AppError('PSY_SHEET_NEEDS_CONSENT');
  if (status === 'planned') throw new AppError('PSY_EXAM_NOT_OPEN');
}

/** Why the answers come too late; undefined where they do not. */
function refusalOf(sheet: store.StoredSheet, answers: readonly SentAnswer[], now: number): AppError | undefined {
  const status = sheetStatus(sheet, now);
  if (status === 'submitted' || status === 'scored') return new AppError('PSY_SHEET_SUBMITTED');
  const endsAt = Date.parse(sheet.ends_at ?? '');
  if (status === 'closed' || now > endsAt + GRACE_MS) return new AppError('PSY_EXAM_NOT_OPEN');
  if (now <= endsAt) return undefined;
  const details = answers.flatMap(({ answered_at }, i) =>
    isLate(sheet, answered_at, now) ? [{ field: `/answers/${i}/answered_at`, message: '这个答案是结束之后填的' }] : [],
  );
  return details.length > 0 ? new AppError('PSY_EXAM_NOT_OPEN', { details }) : undefined;
}

/** Whether an answer was given after the window of an open sheet. */
export const isLate = (sheet: store.StoredSheet, answeredAt: string, now: number): boolean =>
  sheetStatus(sheet, now) === 'open' && givenAt(answeredAt, sheet, now) > Date.parse(sheet.ends_at ?? '');

/** When an answer was given, as far as the device's clock can be believed: after the first opening and before now. */
function givenAt(answeredAt: string, { started_at }: store.StoredSheet, now: number): number {
  const first = started_at === null ? now : Date.parse(started_at);
  return Math.min(Math.max(Date.parse(answeredAt), first), now);
}

/** Stores nothing but that a critical answer was reported, so that a repeated call does not report it again. */
async function refuse(ctx: OrgContext, tx: Tx, { sheet, ...arrived }: Arrived, refusal: AppError): Promise<Put> {
  const { state, keys, answers } = arrived;
  const late = answers.map((answer) => ({ answer, outcome: 'late' as const }));
  const isNoted = await noteCritical(ctx, tx, { sheet, ...arrived }, late);
  if (isNoted)
    await tx.run(
      store.changeSheet(ctx.actor.orgId, sheet.child_exam_id, {
        answers: encryptState(keys, sheet.child_exam_id, state),
      }),
    );
  return { refusal };
}

async function storeAnswers(ctx: OrgContext, tx: Tx, arrived: Arrived, deviceId: string | undefined): Promise<Put> {
  const { sheet, packs, state, keys, answers } = arrived;
  const { orgId } = ctx.actor;
  const id = sheet.child_exam_id;
  const device = deviceId ?? deviceOf(state, ctx.caller.chainId);
  const outcomes = mergeAnswers(state, { device, holder: sheet.device ?? undefined }, answers);
  if (state.devices.length > DEVICES_MAX) throw invalid('/device_id', '这份问卷用过的设备太多');
  const progress = progressOf(packs, state);
  const reply = { ...progress, ...(offersHelp(ctx, sheet, packs, answers) && { offer: true }) };
  if (outcomes.every((outcome) => outcome === 'repeated')) return { reply, outcomes };
  const answered = answers.map((answer, i) => ({ answer, outcome: outcomes[i] ?? 'repeated' }));
  await noteCritical(ctx, tx, arrived, answered);
  const at = ctx.nowIso();
  const answerId = newId(ctx.services.clock);
  const statements = [
    store.changeSheet(orgId, id, {
      answers: encryptState(keys, id, state),
      last_answer_at: at,
      ...progress,
      ...(sheet.device === null && { device }),
      ...(sheet.started_at === null && { started_at: at }),
    }),
    store.appendAnswers({
      org_id: orgId,
      answer_id: answerId,
      child_exam_id: id,
      device,
      received_at: at,
      answers: keys.encryptText(JSON.stringify(answers), callLocation(answerId)),
      superseded: outcomes.includes('superseded'),
    }),
  ];
  // Sent in one message with the commit: this is the busiest call of the portal.
  tx.beforeCommit({ statements: async () => statements });
  return { reply, outcomes };
}

/**
 * Whether the student is offered help at once: after a critical answer on an own device, also where the reply to the
 * same answer got lost before. In a computer room neighbours see the screen, and a plan for both places may be taken
 * there with an account: only a plan for own devices lets the reply differ.
 */
const offersHelp = (
  { caller }: OrgContext,
  { place }: store.StoredSheet,
  packs: readonly Pack[],
  answers: readonly SentAnswer[],
): boolean =>
  place === PLACE.own &&
  caller.limit === undefined &&
  answers.some((answer) => packs.some((pack) => pack.id === answer.scale_id && critical(pack, [answer]).length > 0));

const deviceOf = ({ devices, sessions }: SheetState, chainId: string): string =>
  devices[sessions[chainId] ?? -1] ?? chainId;
