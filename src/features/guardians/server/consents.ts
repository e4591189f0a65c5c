import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { setAttachments, shownAttachment } from '../../../platform/media/server/attach.ts';
import type { MayRead } from '../../../platform/media/server/may-play.ts';
import { attachedTo } from '../../../platform/media/server/queries/media-files.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { consentState } from '../../students/public.ts';
import { NOT_REACHED_CHILD, reachedChildren, requireChild } from '../../students/server/public.ts';
import type { Consent, ConsentStanding, recordConsents as recordCall } from '../contract/consents.ts';
import { CONSENT_HOW, CONSENT_TEXTS } from '../rules.ts';
import * as store from './queries/consents.ts';

/** Owner of signed papers, and their use (`media_for`: question description). */
const ENTITY = 'consent';
const MEDIA_FOR = 1;

const locationOf = (consentId: string) => ({ table: 'guardian_consents', row: consentId, field: 'guardian_name' });

/**
 * Consent states of children, with the guardians who may consent.
 *
 * @throws AppError `notFoundInScope` when any child is out of scope
 */
export async function consentStandings(ctx: OrgContext, childIds: readonly string[]): Promise<ConsentStanding[]> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const today = dayOf(clock.now());
  const wanted = await reachedChildren(ctx, childIds);
  const [children, guardians] = await ctx.read([
    store.consentOfChildren(orgId, wanted),
    store.guardiansOfChildren(orgId, wanted),
  ]);
  return children.map(({ child_id, child_name, class_name, born_on, given }) => ({
    child_id,
    child_name,
    ...(class_name !== null && { class_name }),
    state: consentState(given, born_on, today),
    guardians: guardians.filter((one) => one.child_id === child_id),
  }));
}

/**
 * All consents of a child, latest first.
 *
 * @throws AppError `notFoundInScope`
 */
export async function childConsents(ctx: OrgContext, id: string): Promise<Consent[]> {
  const {
    actor: { orgId },
    services: { keys },
  } = ctx;
  const childId = await requireChild(ctx, id);
  const [consents] = await ctx.read([store.consentsOf(orgId, childId)]);
  const [files] = await ctx.read([
    attachedTo(
      orgId,
      ENTITY,
      consents.map(({ consent_id }) => consent_id),
    ),
  ]);
  const show = await shownAttachment(ctx);
  return Promise.all(
    consents.map(async ({ guardian_name, withdrawn_at, recorded_by_name, ...consent }) => ({
      ...consent,
      guardian_name: await keys.decryptText(orgId, guardian_name, locationOf(consent.consent_id)),
      recorded_by_name: recorded_by_name ?? '',
      ...(withdrawn_at !== null && { withdrawn_at }),
      attachments: files.filter(({ owner_id }) => owner_id === consent.consent_id).map(show),
    })),
  );
}

type Wanted = BodyOf<typeof recordCall>;

function requireSense({ items, how, text_version, consented_on, file_ids = [] }: Wanted, today: string): void {
  if (!CONSENT_TEXTS.some(({ version }) => version === text_version))
    throw invalidWithMessage('/text_version', '没有这个版本的同意书');
  if (consented_on > today) throw invalidWithMessage('/consented_on', '同意日期不能晚于今天');
  if (new Set(items.map(({ child_id, guardian_id }) => `${child_id} ${guardian_id}`)).size < items.length)
    throw invalidWithMessage('/items', '同一位监护人对同一名学生只能记录一次');
  if (file_ids.length > 0 && (items.length > 1 || how !== CONSENT_HOW.paper))
    throw invalidWithMessage('/file_ids', '只有为一名学生记录纸质同意书时能附上扫描件');
}

/**
 * Called in the transaction that records consents of guardians. @param recorded `at` is the time of the record, ISO
 * 8601
 */
type ConsentListener = (
  tx: Tx,
  services: Services,
  orgId: string,
  recorded: { childIds: readonly string[]; at: string },
) => Promise<void>;

/** Called in the transaction that withdraws the consents in force for a child. */
type WithdrawalListener = (ctx: OrgContext, tx: Tx, childId: string) => Promise<void>;

declare module '../../../platform/feature/server/feature.ts' {
  interface ServerFeature {
    /** What follows from consents of guardians that staff record. */
    consentRecorded?: ConsentListener;
    /** What follows from the withdrawal of a guardian's consent. */
    consentWithdrawn?: WithdrawalListener;
  }
}
declare module '../../../platform/context/server/services.ts' {
  interface Services {
    /** What follows from consents of guardians that staff record, of all features. */
    consentListeners: readonly ConsentListener[];
    /** What follows from the withdrawal of a guardian's consent, of all features. */
    withdrawalListeners: readonly WithdrawalListener[];
  }
}

/**
 * Records consents of guardians; a consent in force is not changed.
 *
 * @throws AppError `notFoundInScope` when a child is out of scope; PSY_INVALID_INPUT when a person is not the child's
 *   guardian
 */
export async function recordConsents(ctx: OrgContext, tx: Tx, wanted: Wanted): Promise<{ total: number }> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = inTransaction(ctx, tx);
  const { clock, keys } = services;
  const { items, how, text_version, consented_on, file_ids = [] } = wanted;
  const now = clock.now();
  requireSense(wanted, dayOf(now));
  const childIds = await reachedChildren(
    inTransaction(ctx, tx),
    items.map(({ child_id }) => child_id),
  );
  const ring = await keys.ring(orgId);
  const [guardians, children] = [
    await tx.run(store.guardiansOfChildren(orgId, childIds)),
    await tx.run(store.consentOfChildren(orgId, childIds)),
  ];
  const names = new Map(children.map(({ child_id, child_name }) => [child_id, child_name]));
  const rows = items.map(({ child_id, guardian_id }, i) => {
    const guardian = guardians.find((one) => one.child_id === child_id && one.guardian_id === guardian_id);
    if (!guardian || !names.has(child_id))
      throw invalidWithMessage(
        `/items/${i}/guardian_id`,
        names.has(child_id) ? '此人不是这名学生的监护人' : NOT_REACHED_CHILD,
      );
    const consent_id = newId(clock);
    return {
      org_id: orgId,
      consent_id,
      child_id,
      guardian_id,
      guardian_name: ring.encryptText(guardian.guardian_name, locationOf(consent_id)),
      relation: guardian.relation,
      text_version,
      how,
      consented_on,
      recorded_by: userId,
      recorded_at: isoTime(now),
      withdrawn_at: null,
      withdrawn_by: null,
    };
  });
  const added = await tx.run(store.insertConsents(rows));
  const recorded = { childIds: [...new Set(added.map(({ child_id }) => child_id))], at: isoTime(now) };
  for (const tell of services.consentListeners) await tell(tx, services, orgId, recorded);
  const [first] = added;
  if (first && file_ids.length > 0)
    await setAttachments(tx, ctx, { entity: ENTITY, id: first.consent_id }, MEDIA_FOR, file_ids);
  await audit(
    tx,
    ctx,
    ...added.map(({ child_id }) => ({
      act: 'consent',
      resource: 'consent',
      rowId: child_id,
      rowLabel: names.get(child_id) ?? null,
      after: { consent_text: text_version, consent_way: labelOf('consent_how', how), consent_day: consented_on },
    })),
  );
  return { total: added.length };
}

/**
 * Withdraws the consents in force for a child.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when none is in force
 */
export async function withdrawConsent(ctx: OrgContext, tx: Tx, id: string): Promise<{ total: number }> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const childId = await requireChild(inTransaction(ctx, tx), id);
  const ended = await tx.run(store.withdrawConsents(orgId, childId, ctx.nowIso(), userId));
  if (ended.length === 0) throw new AppError('PSY_CONFLICT', { message: '没有可以撤回的同意，可能刚刚已由他人撤回' });
  for (const follow of ctx.services.withdrawalListeners) await follow(ctx, tx, childId);
  const [child] = await tx.run(store.consentOfChildren(orgId, [childId]));
  await audit(tx, ctx, {
    act: 'withdraw',
    resource: 'consent',
    rowId: childId,
    rowLabel: child?.child_name ?? null,
  });
  return { total: ended.length };
}

/** Readable by roles whose scope includes the child. */
export const mayReadConsent: MayRead = async (ctx, id) => {
  const {
    actor,
    services: { access },
  } = ctx;
  if (!access.decide(actor, 'org-manage/student', 'open')) return false;
  const [[consent]] = await ctx.read([store.childOfConsent(actor.orgId, id)]);
  return consent !== undefined && (await reachedChildren(ctx, [consent.child_id], 'some')).length > 0;
};
