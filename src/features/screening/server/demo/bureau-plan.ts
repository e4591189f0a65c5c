import type { DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { staffLogin, userId } from '../../../../platform/demo/server/people.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { during } from './during.ts';
import { WHO5 } from './packs.ts';
import type { ScreeningRows } from './rows.ts';

const BUREAU = '1001';
export const BUREAU_PLAN = 'bp1001-1';
/** The school whose screening follows the plan; the others wait, but for the one that declined. */
const ACCEPTED = { org_id: '2002', exam_id: 'ex2002-1' };
const DECLINED = '2003';
const SCHOOLS = ['2001', ACCEPTED.org_id, DECLINED, '2004'];

/** Whether a screening of the demo follows the institution's plan. */
export const followsPlan = (orgId: string, examId: string): boolean =>
  orgId === ACCEPTED.org_id && examId === ACCEPTED.exam_id;

/** The institution's psychology teacher plans. */
const PLANNER = userId(staffLogin(BUREAU, 13));

function planOf({ spec: { org_id, org_name }, demo: { now } }: DemoTenant): ScreeningRows['bureau_plans'][number] {
  const sent_at = isoTime(during(now, -14, 600));
  return {
    org_id,
    plan_id: BUREAU_PLAN,
    plan_name: '2026 年秋季全市学生幸福感调查',
    bureau_name: org_name,
    scale_ids: [WHO5.id],
    school_ids: SCHOOLS,
    grades: ['2-4', '2-5', '2-6', '3', '4', '5', '7'],
    starts_at: isoTime(during(now, -10, 8 * 60)),
    ends_at: isoTime(during(now, 40, 20 * 60)),
    consent_text: null,
    visibility: { student: 'words', guardian: 'words', class_teacher: 'none' },
    note: '请各校在开放时间内安排一周集中作答，并提前告知家长。',
    status: 'sent',
    sent_at,
    sent_by: PLANNER,
    informed: SCHOOLS,
    created_by: PLANNER,
    created_at: isoTime(during(now, -15, 600)),
    updated_at: sent_at,
  };
}

/** The institution's plan for its schools. */
export const bureauPlans = (tenant: DemoTenant): Pick<ScreeningRows, 'bureau_plans'> | object =>
  tenant.spec.org_id === BUREAU ? { bureau_plans: [planOf(tenant)] } : {};

/** What a school answered to it. */
export function bureauAnswers({
  spec: { org_id },
  demo: { now },
}: DemoTenant): Pick<ScreeningRows, 'bureau_answers'> | object {
  const answer = {
    org_id,
    plan_id: BUREAU_PLAN,
    bureau_id: BUREAU,
    answered_by: userId(staffLogin(org_id, 8)),
    answered_at: isoTime(during(now, -13, 540)),
  };
  if (org_id === ACCEPTED.org_id)
    return { bureau_answers: [{ ...answer, status: 'accepted', reason: null, exam_id: ACCEPTED.exam_id }] };
  if (org_id === DECLINED)
    return {
      bureau_answers: [
        { ...answer, status: 'declined', reason: '学院九月已完成新生普测，本学期不再重复', exam_id: null },
      ],
    };
  return {};
}
