import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { setAttachments } from '../../../platform/media/server/attach.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CASE_STATUS, isFromScreening, notInformed, type Informed, type WrittenKind } from '../rules/crisis.ts';
import { addStep } from './add-step.ts';
import { now } from './crisis-actor.ts';
import { lockOpen, wordsOf } from './lock-case.ts';
import { forgetNextStep } from './plan-next-step.ts';
import * as store from './queries/crisis-cases.ts';
import { warnsOfCase } from './queries/warns.ts';
import { STEP_ENTITY, type StoredStep } from './read-case.ts';

/** Use of the files of a step (`media_for`: treatment). */
const MEDIA_FOR = 2;

/**
 * The step to amend: written by the caller, by hand, in this case.
 *
 * @throws AppError PSY_NOT_FOUND, AC_FORBIDDEN, PSY_CONFLICT
 */
async function stepToAmend(
  tx: Tx,
  { actor: { orgId }, caller: { userId } }: OrgContext,
  caseId: string,
  kind: string,
  stepId: string,
): Promise<StoredStep> {
  const [step] = await tx.run(store.stepById(orgId, stepId));
  if (!step || step.case_id !== caseId) throw new AppError('PSY_NOT_FOUND');
  if (step.author_id !== userId || step.kind !== kind)
    throw new AppError('AC_FORBIDDEN', { message: '只能更正自己写的记录' });
  return step;
}

/**
 * Adds a step to a case, or amends a step of the caller. The former text is kept, and a restriction stays.
 *
 * @returns id of the step
 * @throws AppError `notFoundInScope`, PSY_NOT_FOUND for the step, PSY_CONFLICT when the case is closed, AC_FORBIDDEN
 */
export async function writeStep(
  ctx: OrgContext,
  tx: Tx,
  caseId: string,
  {
    kind,
    content,
    fileIds,
    restricted,
    amends,
  }: {
    kind: WrittenKind;
    content: string;
    fileIds: readonly string[];
    restricted: boolean;
    amends: string | undefined;
  },
): Promise<string> {
  const {
    actor,
    services: { access },
  } = ctx;
  const words = wordsOf('/content', content);
  const group = access.groupOf(actor.roleId);
  if (restricted && group === undefined) throw invalid('/restricted', '当前角色不能限制查看范围');
  const { child_name } = await lockOpen(tx, ctx, caseId);
  const was = amends === undefined ? undefined : await stepToAmend(tx, ctx, caseId, kind, amends);
  const restrictedTo = was?.restricted_to ?? (restricted ? group : undefined);
  const id = await addStep(tx, ctx, { caseId, kind, content: words, restrictedTo, amends });
  const attached = await setAttachments(tx, ctx, { entity: STEP_ENTITY, id }, MEDIA_FOR, fileIds);
  await audit(tx, ctx, {
    act: was ? 'update' : 'create',
    resource: 'crisis-case',
    rowId: caseId,
    rowLabel: child_name,
    after: {
      step_kind: labelOf('case_step_kind', kind),
      text_length: [...words].length,
      ...(restrictedTo !== undefined && { restricted_to: labelOf('role_group', restrictedTo) }),
      ...attached,
    },
  });
  return id;
}

/**
 * Changes the level of a case.
 *
 * @throws AppError `notFoundInScope`, PSY_CONFLICT
 */
export async function changeLevel(
  ctx: OrgContext,
  tx: Tx,
  caseId: string,
  { level, reason, version }: { level: number; reason: string; version: number },
): Promise<void> {
  const words = wordsOf('/reason', reason);
  const { child_name, crisis_level } = await lockOpen(tx, ctx, caseId, version);
  if (crisis_level === level) throw invalid('/crisis_level', `现在就是${labelOf('crisis_level', level)}`);
  await tx.run(store.updateCase(ctx.actor.orgId, caseId, { crisis_level: level }));
  await addStep(tx, ctx, { caseId, kind: 'level', content: words, level });
  await audit(tx, ctx, {
    act: 'update',
    resource: 'crisis-case',
    rowId: caseId,
    rowLabel: child_name,
    before: { crisis_level },
    after: { crisis_level: level, text_length: [...words].length },
  });
}

/**
 * What a case from a screening says about people who have not been informed; undefined where everybody was.
 *
 * @throws AppError PSY_INVALID_INPUT without a reason
 */
async function reasonNotInformed(
  tx: Tx,
  { actor: { orgId } }: OrgContext,
  caseId: string,
  reason: string | undefined,
): Promise<string | undefined> {
  const [warns, informed] = await tx.batch([warnsOfCase(orgId, caseId), store.informedOf(orgId, caseId)]);
  const missing = isFromScreening(warns) ? notInformed(informed) : [];
  if (missing.length === 0) return undefined;
  const who = missing.map((each) => labelOf('informed_who', each)).join('、');
  const words = reason?.trim() ?? '';
  if (words === '') throw invalid('/uninformed_reason', `尚未记录告知${who}，请先记录，或说明原因`);
  return `没有告知${who}的原因：${words}`;
}

/** Who was informed of the risk, when and how. */
export interface Informing {
  people: readonly { who: Informed; name: string }[];
  at: string;
  how: number;
  note?: string | undefined;
}

/**
 * Records that the guardian and the class teacher were informed, together or one after the other.
 *
 * @returns id of the step
 * @throws AppError `notFoundInScope`, PSY_CONFLICT when the case is closed, PSY_INVALID_INPUT
 */
export async function recordInformed(
  ctx: OrgContext,
  tx: Tx,
  caseId: string,
  { people, at, how, note }: Informing,
): Promise<string> {
  const { child_name } = await lockOpen(tx, ctx, caseId);
  if (Date.parse(at) > ctx.now()) throw invalid('/at', '告知的时间不能晚于现在');
  const who = people.map((each) => each.who);
  if (new Set(who).size < who.length) throw invalid('/people', '同一种人只填一次');
  const names = people.map(
    (each, i) => `${labelOf('informed_who', each.who)}${wordsOf(`/people/${i}/name`, each.name)}`,
  );
  const words = note?.trim() ?? '';
  const content = [names.join('、'), ...(words === '' ? [] : [words])].join('\n');
  const id = await addStep(tx, ctx, { caseId, kind: 'informed', content, informed: { who, at, how } });
  await audit(tx, ctx, {
    act: 'create',
    resource: 'crisis-case',
    rowId: caseId,
    rowLabel: child_name,
    after: { step_kind: labelOf('case_step_kind', 'informed'), text_length: [...content].length },
  });
  return id;
}

/**
 * Closes a case. The next valid warning of the student opens a new one.
 *
 * @param uninformed Why people were not informed, of a case from a screening
 * @throws AppError `notFoundInScope`, PSY_CONFLICT, PSY_INVALID_INPUT
 */
export async function closeCase(
  ctx: OrgContext,
  tx: Tx,
  caseId: string,
  { reason, version, uninformed }: { reason: string; version: number; uninformed?: string | undefined },
): Promise<void> {
  const words = wordsOf('/reason', reason);
  const { child_name } = await lockOpen(tx, ctx, caseId, version);
  const why = await reasonNotInformed(tx, ctx, caseId, uninformed);
  const at = now(ctx);
  await tx.run(
    store.updateCase(ctx.actor.orgId, caseId, {
      status: CASE_STATUS.closed,
      closed_at: at,
      closed_by: ctx.caller.userId,
      next_on: null,
      next_text: null,
    }),
  );
  await forgetNextStep(tx, ctx.actor.orgId, caseId);
  const content = why === undefined ? words : `${words}\n${why}`;
  await addStep(tx, ctx, { caseId, kind: 'close', content });
  await audit(tx, ctx, {
    act: 'close',
    resource: 'crisis-case',
    rowId: caseId,
    rowLabel: child_name,
    before: { status: CASE_STATUS.open },
    after: { status: CASE_STATUS.closed, text_length: [...words].length },
  });
}
