import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import { activeStaff } from '../../../staff/server/public.ts';
import type { examPreview, examTopic } from '../../contract/exams.ts';
import { EXPECTED_CRITICAL, isSensitive, minutesFor } from '../../rules/sensitive.ts';
import { countPlannedWithout, plannedWithout, type Lack } from '../queries/exam-students.ts';
import type { Exam } from '../queries/exams.ts';
import { presentHead, presentItems } from '../scales/present-pack.ts';
import { itemsOf, ofAgeOn, packsOfExam } from './add-sheets.ts';
import { loadExam } from './load-exam.ts';
import { checkReadiness } from './readiness.ts';

/** Students that the preview names at most. */
const NAMED_MAX = 200;

async function lacking(ctx: OrgContext, { scope, consent_required: consentRequired }: Exam, lack: Lack) {
  const { actor, services } = ctx;
  const about = { lack, consentRequired, ofAgeOn: ofAgeOn(ctx.now()) };
  const [[count], items] = await ctx.read([
    countPlannedWithout(actor.orgId, scope, about),
    plannedWithout(actor.orgId, scope, services.access.scope(actor, 'student'), { ...about, limit: NAMED_MAX }),
  ]);
  return { total: count?.n ?? 0, items: items.map(withoutNulls) };
}

/** What publishing a plan would mean, and what keeps it from being published. @throws AppError `notFoundInScope` */
export async function previewExam(ctx: OrgContext, tx: Tx, examId: string): Promise<DataOf<typeof examPreview>> {
  const exam = await loadExam(ctx, examId);
  const { packs, students, classes, duty, consentText, problems } = await checkReadiness(tx, ctx, exam);
  const [people] = await ctx.read([activeStaff(ctx.actor.orgId, duty)]);
  const critical = packs.some(isSensitive) ? Math.ceil(students * EXPECTED_CRITICAL) : 0;
  const items = itemsOf(packs);
  return {
    exam_id: examId,
    students,
    classes,
    item_count: items,
    minutes: minutesFor(items),
    without_consent: await lacking(ctx, exam, 'consent'),
    without_account: await lacking(ctx, exam, 'account'),
    expected_critical: critical,
    duty: people.map(({ user_id, teacher_name }) => ({ user_id, user_name: teacher_name })),
    ...(people.length > 0 && { critical_per_person: Math.round((critical / people.length) * 10) / 10 }),
    ...(consentText !== null && { consent_text: consentText }),
    problems,
  };
}

/** The packs of a plan with their questions, in order. @throws AppError `notFoundInScope` */
export async function readTopic(ctx: OrgContext, examId: string): Promise<DataOf<typeof examTopic>> {
  const exam = await loadExam(ctx, examId);
  const packs = packsOfExam(ctx.services, ctx.actor.orgId, exam);
  return {
    exam_id: examId,
    exam_name: exam.exam_name,
    minutes: minutesFor(itemsOf(packs)),
    scales: packs.map((pack) => ({
      ...presentHead(pack),
      ...('instruction' in pack && { instruction: pack.instruction }),
      ...(pack.licence?.authorisedText !== undefined && { authorised_text: pack.licence.authorisedText }),
      items: presentItems(pack),
    })),
  };
}
