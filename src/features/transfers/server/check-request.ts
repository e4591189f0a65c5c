import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { guardiansOfChild } from '../../guardians/server/public.ts';
import { isAtSchool } from '../../students/public.ts';
import { requireChild } from '../../students/server/public.ts';
import type { send } from '../contract.ts';
import { schoolNamed, studentOf } from './queries/sent.ts';

type Wanted = BodyOf<typeof send>;
type Pairs = readonly (readonly [string, string])[];

/** Relation of a student to themselves (`guardian_relation`); not a guardian. */
const OWN = 0;
/** How far ahead a day of leaving may be. */
const AHEAD_MS = 366 * 86_400_000;

/** A student with what a transfer depends on. */
export async function studentToTransfer(ctx: OrgContext, id: string) {
  const childId = await requireChild(ctx, id);
  const [[student]] = await ctx.read([studentOf(ctx.actor.orgId, childId)]);
  if (!student) throw new AppError('PSY_NOT_FOUND');
  return { ...student, has_left: !isAtSchool(student.study_status) };
}
export type StudentToTransfer = Awaited<ReturnType<typeof studentToTransfer>>;

/** Guardians who may consent for the student. */
export async function guardiansOf(ctx: OrgContext, childId: string) {
  const [found] = await ctx.read([guardiansOfChild(ctx.actor.orgId, childId)]);
  return found
    .filter(({ relation }) => relation !== OWN)
    .map(({ guardian_id, guardian_name, relation }) => ({ guardian_id, guardian_name, relation }));
}

/**
 * Where the package goes.
 *
 * @throws AppError PSY_INVALID_INPUT where it is no other school of this installation, and unless one of both is named
 */
export async function receiverOf(
  ctx: OrgContext,
  { org_id, name }: Wanted['to'],
): Promise<{ orgId: string | null; name: string }> {
  if ((org_id === undefined) === (name === undefined))
    throw invalidWithMessage('/to', '请选择接收学校，或填写另一个系统的名称，只填一项');
  if (org_id === undefined) return { orgId: null, name: (name ?? '').trim() };
  const [[school]] = await ctx.read([schoolNamed(org_id)]);
  if (!school || school.org_id === ctx.actor.orgId)
    throw invalidWithMessage('/to/org_id', '没有这所学校，或者就是本校');
  return { orgId: school.org_id, name: school.school_name };
}

async function consentOf(ctx: OrgContext, childId: string, basis: Wanted['basis']): Promise<Pairs> {
  const { guardian_id, how, consented_on } = basis;
  if (guardian_id === undefined) throw invalidWithMessage('/basis/guardian_id', '请选择同意的监护人');
  if (how === undefined) throw invalidWithMessage('/basis/how', '请选择同意的方式');
  if (consented_on === undefined) throw invalidWithMessage('/basis/consented_on', '请填写同意的日期');
  if (consented_on > dayOf(ctx.now())) throw invalidWithMessage('/basis/consented_on', '同意日期不能晚于今天');
  const guardian = (await guardiansOf(ctx, childId)).find((one) => one.guardian_id === guardian_id);
  if (!guardian) throw invalidWithMessage('/basis/guardian_id', '此人不是这名学生的监护人');
  return [
    ['依据', '监护人同意'],
    ['监护人', `${guardian.guardian_name}（${labelOf('guardian_relation', guardian.relation)}）`],
    ['方式', labelOf('consent_how', how)],
    ['日期', consented_on],
  ];
}

/** The grounds on which the package goes, in words. @throws AppError PSY_INVALID_INPUT */
export async function basisOf(ctx: OrgContext, childId: string, basis: Wanted['basis']): Promise<Pairs> {
  if (basis.kind === 'consent') return consentOf(ctx, childId, basis);
  if (basis.reason === undefined) throw invalidWithMessage('/basis/reason', '请说明法律依据或理由');
  return [
    ['依据', '法律依据或其他理由'],
    ['说明', basis.reason.trim()],
  ];
}

/** The day of leaving of a student who is still at school. @throws AppError PSY_INVALID_INPUT */
export function leavingDay(ctx: OrgContext, { has_left }: StudentToTransfer, leavesOn: string | undefined) {
  if (has_left) return null;
  if (leavesOn === undefined) throw invalidWithMessage('/leaves_on', '学生仍在本校：请先办理离校，或填写离校日期');
  if (leavesOn > dayOf(ctx.now() + AHEAD_MS)) throw invalidWithMessage('/leaves_on', '离校日期不能晚于一年以后');
  return leavesOn;
}
