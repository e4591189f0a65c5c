import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { setAttachments, shownAttachment } from '../../../platform/media/server/attach.ts';
import type { MayRead } from '../../../platform/media/server/may-play.ts';
import { attachedTo, everAttachedTo } from '../../../platform/media/server/queries/media-files.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { CaseDetail, CaseStep } from '../contract/crisis.ts';
import { CASE_STATUS, type WrittenKind } from '../rules/crisis.ts';
import { addStep, decryptStepBody } from './add-step.ts';
import { now } from './crisis-actor.ts';
import { formerVerdicts } from './former-verdicts.ts';
import * as store from './queries/crisis-cases.ts';
import { warnsOfCase } from './queries/warns.ts';
import { requireSources, presentWarningHead } from './read-warnings.ts';
import { summariseRecords } from './summarise-records.ts';
import { WARN_ENTITY } from './verify-warning.ts';

/** Owner of the files of a step, and their use (`media_for`: treatment). */
const STEP_ENTITY = 'case-step';
const MEDIA_FOR = 2;
/** Default page size of steps. */
const STEPS = 20;
const AREA = 'crisis/case';

type StoredStep = RowOf<ReturnType<typeof store.stepById>>;
type StoredCase = RowOf<ReturnType<typeof store.caseById>>;

const scopeOf = ({ actor, services: { access } }: OrgContext) => access.scope(actor, 'crisis-case');

const mayReadStep = (
  { actor, services: { access } }: OrgContext,
  { restricted_to }: Pick<StoredStep, 'restricted_to'>,
): boolean => restricted_to === null || access.groupOf(actor.roleId) === restricted_to;

/** Files of verdicts by step: the current verdict and the former ones. */
async function filesOfVerdicts(ctx: OrgContext, steps: readonly StoredStep[]) {
  const verdicts = steps.filter(({ kind }) => kind === 'verify');
  const warnIds = [...new Set(verdicts.flatMap(({ warn_id }) => warn_id ?? []))];
  if (warnIds.length === 0) return () => [];
  const [files] = await ctx.read([everAttachedTo(ctx.actor.orgId, WARN_ENTITY, warnIds)]);
  const then = new Map((await formerVerdicts(ctx, warnIds)).map(({ stepId, fileIds }) => [stepId, fileIds]));
  return ({ step_id, warn_id, kind, amended }: StoredStep) => {
    const ofWarn = files.filter(({ owner_id }) => kind === 'verify' && owner_id === warn_id);
    return amended
      ? (then.get(step_id) ?? []).flatMap((id) => ofWarn.filter(({ file_id }) => file_id === id))
      : ofWarn.filter(({ former }) => !former);
  };
}

/** Records that steps refer to, by table and id, without duplicates. */
async function recordsOf(ctx: OrgContext, steps: readonly StoredStep[]) {
  const tables = [...new Set(steps.flatMap(({ record_table }) => record_table ?? []))];
  const summaries = await Promise.all(
    tables.map(
      async (table) =>
        [
          table,
          await summariseRecords(
            ctx,
            table,
            steps.flatMap((step) => (step.record_table === table ? (step.record_id ?? []) : [])),
          ),
        ] as const,
    ),
  );
  const byTable = new Map(summaries);
  return ({ record_table, record_id }: StoredStep) => byTable.get(record_table ?? '')?.get(record_id ?? '');
}

/** Steps as wire values. A step about a record shows no more than the record itself would. */
async function presentSteps(ctx: OrgContext, steps: readonly StoredStep[]): Promise<CaseStep[]> {
  const {
    actor: { orgId },
  } = ctx;
  const [own] = await ctx.read([
    attachedTo(
      orgId,
      STEP_ENTITY,
      steps.map(({ step_id }) => step_id),
    ),
  ]);
  const [verdictFiles, recordOf] = [await filesOfVerdicts(ctx, steps), await recordsOf(ctx, steps)];
  const show = await shownAttachment(ctx);
  return Promise.all(
    steps.map(async (step): Promise<CaseStep> => {
      const {
        step_id,
        kind,
        at,
        author_id,
        author_name,
        warn_id,
        record_table,
        record_id,
        level,
        restricted_to,
        amends,
        amended,
      } = step;
      const record = recordOf(step);
      const readable = mayReadStep(ctx, step) && (record_id === null || record !== undefined);
      const content = readable ? await decryptStepBody(ctx, step) : undefined;
      const files = readable ? [...own.filter(({ owner_id }) => owner_id === step_id), ...verdictFiles(step)] : [];
      return {
        step_id,
        kind,
        at,
        author_id,
        author_name: author_name ?? '系统',
        readable,
        amended,
        ...withoutNulls({ warn_id, record_table, record_id, level, restricted_to, amends }),
        ...(content !== undefined && { content }),
        ...(readable && record && { record }),
        attachments: files.map(show),
      };
    }),
  );
}

/**
 * A case with its warnings and a page of its steps, latest first.
 *
 * @throws AppError `notFoundInScope`, and the refusals of its warnings
 */
export async function caseDetail(
  ctx: OrgContext,
  caseId: string,
  { page = 1, size = STEPS }: { page?: number; size?: number },
): Promise<CaseDetail> {
  const {
    actor,
    services: { access },
  } = ctx;
  const { orgId } = actor;
  const [[found], warns, steps, [count]] = await ctx.read([
    store.caseById(orgId, scopeOf(ctx), caseId),
    warnsOfCase(orgId, caseId),
    store.stepsOf(orgId, caseId, size, (page - 1) * size),
    store.countSteps(orgId, caseId),
  ]);
  if (!found) throw notFoundInScope(scopeOf(ctx));
  // The steps repeat the content of the warnings.
  await requireSources(
    ctx,
    warns.map(({ source }) => source),
  );
  const { case_id, child_id, child_name, student_no, study_status, crisis_level, status, opened_at, version, ...rest } =
    found;
  return {
    case_id,
    child_id,
    child_name,
    student_no,
    study_status,
    crisis_level,
    status,
    opened_at,
    version,
    ...withoutNulls(rest),
    warns: warns.map(presentWarningHead),
    can_write: status === CASE_STATUS.open && access.decide(actor, `${AREA}/write`, 'write'),
    can_restrict: access.groupOf(actor.roleId) !== undefined,
    steps: { total: count?.total ?? 0, items: await presentSteps(ctx, steps) },
  };
}

/**
 * An open case, locked until the transaction ends.
 *
 * @throws AppError `notFoundInScope`, PSY_CONFLICT
 */
async function lockOpen(tx: Tx, ctx: OrgContext, caseId: string, version?: number): Promise<StoredCase> {
  const [found] = await tx.run(store.lockCase(ctx.actor.orgId, scopeOf(ctx), caseId));
  if (!found) throw notFoundInScope(scopeOf(ctx));
  if (found.status !== CASE_STATUS.open)
    throw new AppError('PSY_CONFLICT', { message: `这个个案已由${found.closed_by_name ?? '其他老师'}结案` });
  if (version !== undefined && found.version !== version)
    throw new AppError('PSY_CONFLICT', {
      message: `这个个案刚刚由他人改动，现在是${labelOf('crisis_level', found.crisis_level)}，请刷新后重试`,
    });
  return found;
}

const wordsOf = (field: string, text: string): string => {
  const words = text.trim();
  if (words === '') throw invalid(field, '请填写内容');
  return words;
};

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
 * @throws AppError `notFoundInScope`, PSY_NOT_FOUND for the step, PSY_CONFLICT when the case is closed, AC_FORBIDDEN
 */
export async function writeStep(
  ctx: OrgContext,
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
): Promise<CaseStep> {
  const {
    actor,
    services: { access },
  } = ctx;
  const words = wordsOf('/content', content);
  const group = access.groupOf(actor.roleId);
  if (restricted && group === undefined) throw invalid('/restricted', '当前角色不能限制查看范围');
  const stepId = await ctx.transaction(async (tx) => {
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
  });
  const [stored] = await ctx.read([store.stepById(actor.orgId, stepId)]);
  const [step] = await presentSteps(ctx, stored);
  if (!step) throw new AppError('PSY_NOT_FOUND');
  return step;
}

/**
 * Changes the level of a case.
 *
 * @throws AppError `notFoundInScope`, PSY_CONFLICT
 */
export const changeLevel = (
  ctx: OrgContext,
  caseId: string,
  { level, reason, version }: { level: number; reason: string; version: number },
): Promise<void> => {
  const words = wordsOf('/reason', reason);
  return ctx.transaction(async (tx) => {
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
  });
};

/**
 * Closes a case. The next valid warning of the student opens a new one.
 *
 * @throws AppError `notFoundInScope`, PSY_CONFLICT
 */
export const closeCase = (
  ctx: OrgContext,
  caseId: string,
  { reason, version }: { reason: string; version: number },
): Promise<void> => {
  const words = wordsOf('/reason', reason);
  return ctx.transaction(async (tx) => {
    const { child_name } = await lockOpen(tx, ctx, caseId, version);
    const at = now(ctx);
    await tx.run(
      store.updateCase(ctx.actor.orgId, caseId, {
        status: CASE_STATUS.closed,
        closed_at: at,
        closed_by: ctx.caller.userId,
      }),
    );
    await addStep(tx, ctx, { caseId, kind: 'close', content: words });
    await audit(tx, ctx, {
      act: 'close',
      resource: 'crisis-case',
      rowId: caseId,
      rowLabel: child_name,
      before: { status: CASE_STATUS.open },
      after: { status: CASE_STATUS.closed, text_length: [...words].length },
    });
  });
};

/** Files of a step are readable with the step. */
export const mayReadStepFiles: MayRead = async (ctx, id) => {
  const {
    actor,
    services: { access },
  } = ctx;
  if (!access.decide(actor, AREA, 'open')) return false;
  await ctx.proveVerified(AREA);
  const [[step]] = await ctx.read([store.stepById(actor.orgId, id)]);
  if (!step || !mayReadStep(ctx, step)) return false;
  const [[found]] = await ctx.read([store.caseById(actor.orgId, scopeOf(ctx), step.case_id)]);
  return found !== undefined;
};
