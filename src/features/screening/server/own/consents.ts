import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import type { agree as agreeCall, GivenConsent, MyConsent } from '../../contract/own.ts';
import { textFor } from '../../rules/consent-text.ts';
import * as store from '../queries/consents.ts';
import { ownChild, personOf } from './own-child.ts';

/** The time of a sheet that the consent of an identity sets. */
const AGREED_AT: Readonly<Record<number, 'assented_at' | 'consented_at'>> = {
  [IDENTITY.student]: 'assented_at',
  [IDENTITY.parent]: 'consented_at',
};

interface Window {
  status: string;
  ends_at: string | null;
}
const isOver = ({ status, ends_at }: Window, now: string): boolean =>
  status !== 'published' || (ends_at !== null && ends_at <= now);

/** A student is always asked; guardians only where the sheet needs their consent. */
const isAsked = (identity: number, needsConsent: boolean): boolean => identity !== IDENTITY.parent || needsConsent;

interface Given {
  identity: number;
  user_id: string;
  withdrawn_at: string | null;
}
/** Whether a person who agreed once has no consent in force now. */
const isWithdrawn = (history: readonly Given[]): boolean =>
  history.some(
    ({ user_id, withdrawn_at }) =>
      withdrawn_at !== null && !history.some((other) => other.user_id === user_id && other.withdrawn_at === null),
  );

function stateOf(identity: number, asked: boolean, over: boolean, history: readonly Given[]): MyConsent['state'] {
  const own = history.filter((one) => one.identity === identity);
  if (isWithdrawn(own)) return 'withdrawn';
  if (own.length > 0) return 'given';
  if (!asked) return 'not_needed';
  return over ? 'over' : 'open';
}

/** What the caller was asked to agree to, latest first. */
export async function readConsents(ctx: OrgContext): Promise<MyConsent[]> {
  const {
    actor,
    caller: { userId },
    services: { access },
  } = ctx;
  const { orgId, identity } = actor;
  const scope = access.scope(actor, 'student');
  const [sheets, given] = await ctx.read([
    store.sheetsOfChildren(orgId, scope),
    store.consentsOfChildren(orgId, scope),
  ]);
  const now = ctx.nowIso();
  const latest = new Map(sheets.toReversed().map((sheet) => [`${sheet.exam_id} ${sheet.child_id}`, sheet]));
  return [...latest.values()].toReversed().map((sheet): MyConsent => {
    const { exam_id, child_id, submitted_at } = sheet;
    const history = given.filter((one) => one.exam_id === exam_id && one.child_id === child_id);
    const over = isOver(sheet, now);
    const asked = isAsked(identity, sheet.needs_consent);
    const state = stateOf(identity, asked, over, history);
    return {
      exam_id,
      exam_name: sheet.exam_name,
      child_id,
      child_name: sheet.child_name,
      ...withoutNulls({ starts_at: sheet.starts_at, ends_at: sheet.ends_at }),
      text: textFor(identity, sheet.consent_text),
      state,
      may_agree: asked && !over && (state === 'open' || (state === 'withdrawn' && submitted_at === null)),
      history: history.map(({ user_id, consent_id, text, given_at, withdrawn_at, ...one }): GivenConsent => ({
        consent_id,
        identity: one.identity,
        own: user_id === userId,
        text,
        given_at,
        ...withoutNulls({ withdrawn_at }),
      })),
    };
  });
}

/**
 * Records the consent of a guardian or the assent of a student. A consent in force is answered as it is. What was
 * withdrawn can be given again until the sheet is submitted or the window is over.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when no consent can be given
 */
export async function agree(
  ctx: OrgContext,
  tx: Tx,
  { exam_id: examId, child_id }: BodyOf<typeof agreeCall>,
): Promise<{ consent_id: string }> {
  const {
    actor,
    caller,
    services: { access, clock },
  } = ctx;
  const { orgId, identity } = actor;
  const child = await ownChild(ctx, tx, child_id);
  const childId = child.child_id;
  const userId = personOf(caller, child);
  const sheets = await tx.run(store.lockSheets(orgId, examId, childId));
  const [sheet] = sheets;
  const column = AGREED_AT[identity];
  if (!sheet || !column) throw notFoundInScope(access.scope(actor, 'student'));
  const history = await tx.run(store.consentsTo(orgId, examId, childId));
  const inForce = history.find((one) => one.user_id === userId && one.withdrawn_at === null);
  if (inForce) return { consent_id: inForce.consent_id };
  const at = ctx.nowIso();
  if (isOver(sheet, at)) throw new AppError('PSY_CONFLICT', { message: '这次问卷已经结束' });
  if (
    !isAsked(
      identity,
      sheets.some(({ needs_consent }) => needs_consent),
    )
  )
    throw new AppError('PSY_CONFLICT', { message: '这次问卷不需要监护人同意' });
  if (sheets.some(({ submitted_at, withdrawn_at }) => submitted_at !== null && withdrawn_at !== null))
    throw new AppError('PSY_CONFLICT', { message: '问卷已经封存，如需恢复请联系学校' });
  const consent_id = newId(clock);
  const row = { org_id: orgId, consent_id, exam_id: examId, child_id: childId, identity, user_id: userId };
  await tx.run(
    store.insertConsent({ ...row, text: textFor(identity, sheet.consent_text), given_at: at, withdrawn_at: null }),
  );
  const given = { identity, user_id: userId, withdrawn_at: null };
  await tx.run(
    store.changeSheets(orgId, examId, childId, {
      [column]: at,
      ...(!isWithdrawn([given, ...history]) && { withdrawn_at: null }),
    }),
  );
  return { consent_id };
}

/**
 * Withdraws an own consent: the sheets stop and are sealed, their results end. Answers stay encrypted. Not in the audit
 * log: a withdrawal shows only in the plan.
 *
 * @throws AppError PSY_NOT_FOUND when the account gave no such consent
 */
export async function withdraw(ctx: OrgContext, tx: Tx, consentId: string): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const [consent] = await tx.run(store.ownConsent(orgId, userId, consentId));
  if (!consent) throw new AppError('PSY_NOT_FOUND');
  const { exam_id: examId, child_id: childId, identity } = consent;
  await tx.run(store.lockSheets(orgId, examId, childId));
  const at = ctx.nowIso();
  if ((await tx.run(store.withdrawConsent(orgId, consentId, at))) === 0) return;
  const others = (await tx.run(store.consentsTo(orgId, examId, childId))).some(
    (one) => one.identity === identity && one.withdrawn_at === null,
  );
  const column = AGREED_AT[identity];
  await tx.run(
    store.changeSheets(orgId, examId, childId, {
      withdrawn_at: at,
      ...(column !== undefined && !others && { [column]: null }),
    }),
  );
  await tx.run(store.endResults(orgId, examId, childId, at));
}
