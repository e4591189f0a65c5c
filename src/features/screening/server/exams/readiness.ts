import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { FailureDetail } from '../../../../platform/contract/common.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { firstRecipients } from '../../../crisis/server/public.ts';
import { activeStaff } from '../../../staff/server/public.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { isEmptyScope } from '../../rules/scope.ts';
import { isSensitive, namesSensitive, SENSITIVE_CONSENT } from '../../rules/sensitive.ts';
import { countPlanned, placesOf } from '../queries/exam-students.ts';
import type { Exam } from '../queries/exams.ts';
import { confirmationsOf } from '../queries/installed-packs.ts';
import { licenceProblem } from '../scales/licences.ts';
import { loadReleases, releaseProblem } from '../scales/releases.ts';
import { lastBirthday } from './add-sheets.ts';
import { packProblem } from './check-plan.ts';

/** What a plan would be if it were published now, and everything that keeps it from being published. */
export interface Readiness {
  packs: readonly Pack[];
  students: number;
  classes: number;
  /** Accounts that are notified of critical answers first. */
  duty: readonly string[];
  /** The text that students and guardians see; null is that of the product. */
  consentText: string | null;
  problems: FailureDetail[];
}

/** Classes that an answer names at most. */
const NAMED = 5;

/** Checks a draft completely: window, packs and releases, scope, ages, duty, consent text. */
export async function checkReadiness(tx: Tx, ctx: OrgContext, exam: Exam): Promise<Readiness> {
  const problems: FailureDetail[] = [];
  const refuse = (field: string, message: string) => {
    problems.push({ field, message });
  };
  if (exam.ends_at === null || Date.parse(exam.ends_at) <= ctx.now()) refuse('/ends_at', '结束时间已经过了');
  if (exam.starts_at === null) refuse('/starts_at', '请填写开始时间');
  const packs = await checkPacks(tx, ctx, exam, refuse);
  const { students, classIds } = await checkStudents(tx, ctx, exam, packs, refuse);
  const duty = await checkDuty(tx, ctx, exam, classIds, refuse);
  const consentText = checkConsent(exam, packs, refuse);
  return { packs, students, classes: classIds.length, duty, consentText, problems };
}

type Refuse = (field: string, message: string) => void;

async function checkPacks(tx: Tx, ctx: OrgContext, { scale_ids, norm_sets }: Exam, refuse: Refuse): Promise<Pack[]> {
  const known = new Map(ctx.services.packs.allPacks(ctx.actor.orgId).map((pack) => [pack.id, pack]));
  const releases = await loadReleases((statements) => tx.batch(statements), ctx, scale_ids);
  const confirmations = await tx.run(confirmationsOf(ctx.actor.orgId, scale_ids));
  if (scale_ids.length === 0) refuse('/scale_ids', '请选择量表');
  return scale_ids.flatMap((id, i) => {
    const pack = known.get(id);
    const problem =
      packProblem(pack) ?? (pack && (licenceProblem(pack, confirmations) ?? releaseProblem(pack, releases)));
    if (problem !== undefined) refuse(`/scale_ids/${i}`, problem);
    const set = norm_sets[id];
    if (set !== undefined && pack?.kind === 'scale' && !pack.normSets.some((each) => each.id === set))
      refuse(`/norm_sets/${id}`, `${pack.title}的 ${pack.version} 版没有所选的常模，请重新选择`);
    return pack ? [pack] : [];
  });
}

/** The least age of a pack, in completed years; 0 where it names none. */
const leastAge = (pack: Pack): number => ('ages' in pack ? pack.ages.from : 0);

async function checkStudents(
  tx: Tx,
  ctx: OrgContext,
  { scope, reasons }: Exam,
  packs: readonly Pack[],
  refuse: Refuse,
) {
  const { actor, services } = ctx;
  const today = dayOf(ctx.now());
  const [counts] = await tx.run(
    countPlanned(
      actor.orgId,
      scope,
      services.access.scope(actor, 'student'),
      packs.map((pack) => lastBirthday(today, leastAge(pack))),
    ),
  );
  const { students, beyond, younger, class_ids: classIds } = counts ?? emptyCounts;
  if (students === 0) refuse('/scope', isEmptyScope(scope) ? '请选择年级、班级、分组或学生' : '范围里没有在读的学生');
  if (beyond > 0) refuse('/scope', `范围里有 ${beyond} 名学生不在您的管理范围内`);
  if ((reasons['below_age'] ?? '') === '')
    for (const [i, pack] of packs.entries())
      if ((younger[i] ?? 0) > 0)
        refuse(
          '/reasons/below_age',
          `${pack.title}适用于 ${leastAge(pack)} 岁以上，有 ${younger[i]} 名学生年龄不到，要由心理专职教师填写理由`,
        );
  return { students, classIds };
}

const emptyCounts = { students: 0, beyond: 0, younger: [], class_ids: [] };

/** The people on duty: those of the plan, else those whom the escalation notifies first, for each class. */
async function checkDuty(tx: Tx, ctx: OrgContext, { duty }: Exam, classIds: readonly string[], refuse: Refuse) {
  const { orgId } = ctx.actor;
  if (duty.length > 0) {
    const staff = (await tx.run(activeStaff(orgId, duty))).map(({ user_id }) => user_id);
    for (const [i, id] of duty.entries())
      if (!staff.includes(id)) refuse(`/duty/${i}`, '不是本校的教职工，或已停用，请换一名值守人员');
    return staff;
  }
  const places = await tx.run(placesOf(orgId, classIds));
  const first = await firstRecipients(tx, ctx, places);
  const bare = places.filter(({ class_id }) => first.get(class_id)?.length === 0);
  if (bare.length > 0)
    refuse(
      '/duty',
      `预警上报规则的第一步没有人负责${bare.length === places.length ? '' : namesOf(bare)}，请选择值守人员，或者调整上报规则`,
    );
  return [...new Set([...first.values()].flat())];
}

const namesOf = (classes: readonly { class_name: string }[]): string =>
  `${classes
    .slice(0, NAMED)
    .map(({ class_name }) => class_name)
    .join('、')}${classes.length > NAMED ? ` 等 ${classes.length} 个班` : ''}`;

/** The stored text of a plan with sensitive items names them; without a text of its own it gets the product's. */
function checkConsent({ consent_text }: Exam, packs: readonly Pack[], refuse: Refuse): string | null {
  const own = consent_text?.trim() ?? '';
  if (!packs.some(isSensitive)) return own === '' ? null : own;
  if (own === '') return SENSITIVE_CONSENT;
  if (!namesSensitive(own)) refuse('/consent_text', '测评含有自杀、自伤题目，知情同意书要写明');
  return own;
}
