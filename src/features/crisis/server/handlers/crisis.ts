import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import { implement, type Implementation, type OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { childrenNamed } from '../../../../platform/resources/server/queries/children.ts';
import { codesOf } from '../../../../platform/schema/labels.ts';
import * as reportContract from '../../contract/reports.ts';
import * as warningContract from '../../contract/warnings.ts';
import { VALID_STATUS, WARN_SOURCE } from '../../rules/crisis.ts';
import { acknowledgeWarning } from '../acknowledge-warning.ts';
import { childToReport, lockWarn, currentStudentsByName, warnsOfChild } from '../queries/warns.ts';
import { crisisCategories } from '../read-categories.ts';
import { readOwnReports } from '../read-own-reports.ts';
import { requireSources, requireWarn, presentWarningHead, presentWarning } from '../read-warnings.ts';
import { reportWarning, type Report } from '../report-warning.ts';
import { requireConsulting } from '../require-consulting.ts';
import { changeVerdict, requireLevel, verifyWarning } from '../verify-warning.ts';

const SOURCES = [...codesOf('warn_source')].map(Number);
/** Default page size of a student's warnings. */
const WARNS = 20;
/** Last digits of the student number; they distinguish students of the same name. */
const NO_END = 4;

/** Wire payload to `Report`. */
const asReport = ({
  child_id,
  category_ids,
  warn_content,
  source_type,
  student_consulting_id,
  talk_id,
}: reportContract.CrisisReport): Report => ({
  childId: child_id,
  // The person chooses the student, so one question may lead to reports about several.
  ...(talk_id === undefined
    ? { source: WARN_SOURCE.manual, sourceType: source_type }
    : { source: WARN_SOURCE.smartTalk, sourceRef: `${talk_id}:${child_id}` }),
  categoryId: category_ids[0],
  content: warn_content,
  studentConsultingId: student_consulting_id ?? undefined,
});

const report = async (tx: Tx, ctx: OrgContext, body: reportContract.CrisisReport) => {
  await requireConsulting(tx, ctx, body);
  const reported = await reportWarning(tx, ctx, ctx.services.access.scope(ctx.actor, 'student'), asReport(body));
  // Never drops what a person has written.
  if (!reported.isNew)
    throw new AppError('PSY_CONFLICT', { message: '已经从这次提问为这名学生上报过预警，请在那条预警里补充' });
  return reported;
};

/**
 * A warning within the role's scope, locked.
 *
 * @throws AppError `notFoundInScope`
 */
async function lock(tx: Tx, { actor, services: { access } }: OrgContext, warnId: string) {
  const scope = access.scope(actor, 'warn');
  const [warn] = await tx.run(lockWarn(actor.orgId, scope, warnId));
  if (!warn) throw notFoundInScope(scope);
  return warn;
}

/** From the report of a warning to the end of a case (`spec §7`, crisis and warnings). */
export const crisisHandlers: readonly Implementation[] = [
  implement(reportContract.crisisCategories, async (ctx) => ({ items: crisisCategories(ctx) })),
  implement(reportContract.studentNamed, async (ctx, { query: { class_id, child_name } }) => {
    const {
      actor,
      services: { access },
    } = ctx;
    const [found] = await ctx.read([
      currentStudentsByName(actor.orgId, access.scope(actor, 'student'), class_id, child_name.trim()),
    ]);
    return { items: found.map(({ student_no, ...child }) => ({ ...child, no_end: student_no.slice(-NO_END) })) };
  }),
  implement(reportContract.ownReports, (ctx, { query: { page = 1, size = WARNS, ...more } }) =>
    readOwnReports(ctx, { page, size, ...more }),
  ),
  implement(reportContract.reportWarning, (ctx, { body }) =>
    ctx.transaction(async (tx) => ({ warn_id: (await report(tx, ctx, body)).warnId })),
  ),
  implement(reportContract.reportCrisis, (ctx, { body: { crisis_level, file_ids = [], reason, ...body } }) =>
    ctx.transaction(async (tx) => {
      const { warnId } = await report(tx, ctx, body);
      const { caseId = '' } = await verifyWarning(tx, ctx, await lock(tx, ctx, warnId), {
        validStatus: VALID_STATUS.valid,
        level: crisis_level,
        reason: reason ?? '',
        fileIds: file_ids,
      });
      return { warn_id: warnId, case_id: caseId };
    }),
  ),
  implement(warningContract.warnDetail, async (ctx, { params: { id } }) =>
    presentWarning(ctx, await requireWarn(ctx, id)),
  ),
  implement(warningContract.childWarns, async (ctx, { params: { id }, query: { page = 1, size = WARNS } }) => {
    const {
      actor,
      services: { access },
    } = ctx;
    await requireSources(ctx, SOURCES);
    const scope = access.scope(actor, 'warn');
    const [[named]] = await ctx.read([childrenNamed(actor.orgId, [id])]);
    const [[child], warns] = await ctx.read([
      childToReport(actor.orgId, scope, named?.child_id ?? id),
      warnsOfChild(actor.orgId, named?.child_id ?? id),
    ]);
    if (!child) throw notFoundInScope(scope);
    return {
      total: warns.length,
      items: warns.slice((page - 1) * size, page * size).map((warn) => presentWarningHead(ctx, warn)),
    };
  }),
  implement(
    warningContract.verifyWarning,
    async (ctx, { params: { id }, body: { valid_status, crisis_level, file_ids = [], reason } }) => {
      await requireWarn(ctx, id);
      const level = requireLevel(valid_status, crisis_level);
      await ctx.transaction(async (tx) =>
        verifyWarning(tx, ctx, await lock(tx, ctx, id), {
          validStatus: valid_status,
          level,
          reason: reason ?? '',
          fileIds: file_ids,
        }),
      );
      return presentWarning(ctx, await requireWarn(ctx, id));
    },
  ),
  implement(
    warningContract.changeVerdict,
    async (ctx, { params: { id }, body: { crisis_level, file_ids, reason, version } }) => {
      await requireWarn(ctx, id);
      await ctx.transaction(async (tx) =>
        changeVerdict(tx, ctx, await lock(tx, ctx, id), {
          level: crisis_level,
          reason: reason ?? undefined,
          fileIds: file_ids,
          version,
        }),
      );
      return presentWarning(ctx, await requireWarn(ctx, id));
    },
  ),
  implement(warningContract.acknowledgeWarning, (ctx, { params }) =>
    ctx.transaction((tx) => acknowledgeWarning(ctx, tx, params.id)),
  ),
];
