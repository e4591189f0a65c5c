import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { RowOf } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { shownAttachment } from '../../../platform/media/server/attach.ts';
import type { MayRead } from '../../../platform/media/server/may-play.ts';
import { attachedTo, everAttachedTo } from '../../../platform/media/server/queries/media-files.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import type { CaseDetail, CaseStep } from '../contract/cases.ts';
import { CASE_STATUS, INFORMED, isFromScreening } from '../rules/crisis.ts';
import { decryptStepBody } from './add-step.ts';
import { scopeOf } from './case-scope.ts';
import { formerVerdicts } from './former-verdicts.ts';
import { decryptNextText } from './plan-next-step.ts';
import * as store from './queries/crisis-cases.ts';
import { lastPlanOf } from './queries/safety-plans.ts';
import { warnsOfCase } from './queries/warns.ts';
import { requireSources, presentWarningHead } from './read-warnings.ts';
import { summariseRecords } from './summarise-records.ts';
import { WARN_ENTITY } from './verify-warning.ts';

/** Owner of the files of a step. */
export const STEP_ENTITY = 'case-step';
/** Default page size of steps. */
const STEPS = 20;
const AREA = 'crisis/case';

export type StoredStep = RowOf<ReturnType<typeof store.stepById>>;

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
async function recordsOf(ctx: OrgContext, steps: readonly StoredStep[], whole: boolean) {
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
            whole,
          ),
        ] as const,
    ),
  );
  const byTable = new Map(summaries);
  return ({ record_table, record_id }: StoredStep) => byTable.get(record_table ?? '')?.get(record_id ?? '');
}

/** Steps as wire values. A step about a record shows no more than the record itself would. */
export async function presentSteps(ctx: OrgContext, steps: readonly StoredStep[], whole = false): Promise<CaseStep[]> {
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
  const [verdictFiles, recordOf] = [await filesOfVerdicts(ctx, steps), await recordsOf(ctx, steps, whole)];
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
        ...withoutNulls({
          informed_at: step.informed_at,
          informed_how: step.informed_how,
          contact_result: step.contact_result,
        }),
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
 * @param whole The texts of records in full length
 * @throws AppError `notFoundInScope`, and the refusals of its warnings
 */
export async function caseDetail(
  ctx: OrgContext,
  caseId: string,
  { page = 1, size = STEPS, whole = false }: { page?: number; size?: number; whole?: boolean },
): Promise<CaseDetail> {
  const {
    actor,
    services: { access },
  } = ctx;
  const { orgId } = actor;
  const [[found], warns, steps, [count], informed, [plan]] = await ctx.read([
    store.caseOnDay(orgId, scopeOf(ctx), caseId, dayOf(ctx.now())),
    warnsOfCase(orgId, caseId),
    store.stepsOf(orgId, caseId, size, (page - 1) * size),
    store.countSteps(orgId, caseId),
    store.informedOf(orgId, caseId),
    lastPlanOf(orgId, caseId),
  ]);
  if (!found) throw notFoundInScope(scopeOf(ctx));
  // The steps repeat the content of the warnings.
  await requireSources(
    ctx,
    warns.map(({ source }) => source),
  );
  const { case_id, child_id, child_name, student_no, study_status, crisis_level, status, opened_at, version, ...rest } =
    found;
  const { class_id: _class, next_text: _text, ...shown } = rest;
  const next_text = await decryptNextText(ctx.services.keys, orgId, found);
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
    ...withoutNulls(shown),
    ...(next_text !== undefined && { next_text }),
    ...(plan && { safety_plan: { ...plan, author_name: plan.author_name ?? '' } }),
    warns: warns.map((warn) => presentWarningHead(ctx, warn)),
    inform: isFromScreening(warns),
    informed: informed.flatMap(({ who, by_name, ...notice }) => {
      const known = INFORMED.find((each) => each === who);
      return known ? [{ ...notice, who: known, by_name: by_name ?? '' }] : [];
    }),
    can_write: status === CASE_STATUS.open && access.decide(actor, `${AREA}/write`, 'write'),
    can_restrict: access.groupOf(actor.roleId) !== undefined,
    steps: { total: count?.total ?? 0, items: await presentSteps(ctx, steps, whole) },
  };
}

/** A step of a case. The caller must have checked access. */
export async function caseStep(ctx: OrgContext, stepId: string): Promise<CaseStep> {
  const [stored] = await ctx.read([store.stepById(ctx.actor.orgId, stepId)]);
  const [step] = await presentSteps(ctx, stored);
  if (!step) throw new AppError('PSY_NOT_FOUND');
  return step;
}

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
