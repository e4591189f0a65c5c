import type { Scope } from '../../../platform/access/server/queries/scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { SOURCE_TYPE, VALID_STATUS, type WarnSource } from '../rules/crisis.ts';
import { now, SYSTEM, type CrisisActor } from './crisis-actor.ts';
import { startEscalation } from './escalation/escalate.ts';
import { rulesNow, verdictDueFrom } from './escalation/rules.ts';
import * as store from './queries/warns.ts';
import { crisisCategories } from './read-categories.ts';

/** A report about a student. */
export interface Report {
  childId: string;
  source: WarnSource;
  /** Id in the source; makes a repeated report idempotent. */
  sourceRef?: string | undefined;
  /** The rule that raised it, if no person reported it. */
  rule?: string | undefined;
  /** A risk type of the tenant. */
  categoryId?: string | undefined;
  content: string;
  sourceType?: number | undefined;
  studentConsultingId?: string | undefined;
  suggestedLevel?: number | undefined;
  /** Marks a drill; lists show it only on request. */
  drill?: boolean | undefined;
  /** Accounts that are notified before the first step of the tenant's escalation, such as the people on duty. */
  first?: readonly string[] | undefined;
  /**
   * The verdict follows an interview and has a deadline (`verdictDueFrom`). `planned` gives the first recipients until
   * then; `urgent` escalates at once like every warning, and again when the verdict is overdue.
   */
  interview?: 'planned' | 'urgent' | undefined;
}

/** The result of a report. */
export interface Reported {
  warnId: string;
  childId: string;
  childName: string;
  classId: string | null;
  source: WarnSource;
  drill: boolean;
  isNew: boolean;
  /** `valid_status` of the warning that existed already. */
  status: number;
}

/** Location of an encrypted text of a warning. */
export const warnFieldLocation = (warnId: string, field: 'warn_content' | 'reason') => ({
  table: 'warns',
  row: warnId,
  field,
});

/** @throws AppError PSY_INVALID_INPUT */
function requireComplete(
  ctx: CrisisActor & { services: Pick<Services, 'schemas'> },
  { content, categoryId, sourceType, studentConsultingId }: Report,
): void {
  if (content.trim() === '') throw invalid('/warn_content', '请选择或输入问题描述');
  if (categoryId !== undefined && !crisisCategories(ctx).some(({ extreme_case_id }) => extreme_case_id === categoryId))
    throw invalid('/category_ids/0', '没有这种风险类型');
  if (sourceType === SOURCE_TYPE.consulting && studentConsultingId === undefined)
    throw invalid('/student_consulting_id', '咨询中发现的，请选择是哪一次咨询');
}

/**
 * The only entry for warnings: by a person, a screening or the assistant. The warning waits for a verdict and escalates
 * until it is acknowledged.
 *
 * @param scope students within the reporter's scope; all for the system
 * @throws AppError PSY_INVALID_INPUT
 */
export async function reportWarning(
  tx: Tx,
  ctx: CrisisActor & { services: Pick<Services, 'access' | 'schemas'> },
  scope: Scope,
  report: Report,
): Promise<Reported> {
  const { orgId } = ctx.actor;
  const { userId } = ctx.caller;
  const { clock, keys } = ctx.services;
  const { childId, source, sourceRef, categoryId, sourceType, suggestedLevel, drill = false } = report;
  const text = report.content.trim();
  requireComplete(ctx, report);
  const [child] = await tx.run(store.childToReport(orgId, scope, childId));
  if (!child) throw invalid('/child_id', '没有这名学生，或者不在您的管理范围内');
  const { child_name: childName, class_id: classId } = child;
  const warnId = newId(clock);
  const { interview } = report;
  const due = interview && verdictDueFrom(await rulesNow(tx, ctx.services.access, orgId), clock.now());
  const inserted = await tx.run(
    store.insertWarn({
      org_id: orgId,
      warn_id: warnId,
      child_id: childId,
      class_id: classId,
      class_name: child.class_name,
      period: child.period,
      grade: child.grade,
      source,
      source_ref: sourceRef ?? null,
      rule: report.rule ?? null,
      category_id: categoryId ?? null,
      warn_content: await keys.within(tx).encryptText(orgId, text, warnFieldLocation(warnId, 'warn_content')),
      source_type: sourceType ?? null,
      student_consulting_id: sourceType === SOURCE_TYPE.consulting ? (report.studentConsultingId ?? null) : null,
      suggested_level: suggestedLevel ?? null,
      reporter_id: userId,
      reported_at: now(ctx),
      drill,
      verdict_due: due ?? null,
    }),
  );
  const reported = { childId, childName, classId, source, drill };
  if (inserted === 0) {
    const [existing] = await tx.run(store.warnRaisedBy(orgId, source, sourceRef ?? ''));
    return {
      ...reported,
      warnId: existing?.warn_id ?? warnId,
      isNew: false,
      status: existing?.valid_status ?? VALID_STATUS.pending,
    };
  }
  // Without the text: readers of the audit log need not have the right to read warnings.
  await audit(tx, ctx, {
    act: 'create',
    resource: 'warn',
    rowId: warnId,
    rowLabel: childName,
    after: { source, ...(categoryId !== undefined && { category_id: categoryId }), text_length: [...text].length },
  });
  await startEscalation(tx, ctx, {
    warnId,
    classId,
    level: suggestedLevel,
    reporterId: userId === SYSTEM ? null : userId,
    first: report.first,
    verdict: due === undefined ? undefined : { due, isPatient: interview === 'planned' },
  });
  return { ...reported, warnId, isNew: true, status: VALID_STATUS.pending };
}
