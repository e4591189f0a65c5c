import type { DemoPart, DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { staffLogin, userId } from '../../../../platform/demo/server/people.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { bureauAnswers, bureauPlans } from './bureau-plan.ts';
import { ownQuestionnaires } from './own-questionnaire.ts';
import { PHQ9, WHO5 } from './packs.ts';
import type { ScreeningRows } from './rows.ts';
import { screeningsOf } from './screenings.ts';

const DAY_MS = 86_400_000;
/** The school that has composed a questionnaire. */
const COMPOSES = '2001';

/** Packs with items about suicide, released by the psychology teacher and the administrator. */
const releases = ({ spec: { org_id }, demo: { now } }: DemoTenant): ScreeningRows['scale_releases'] =>
  [8, 4].map((role_id, i) => ({
    org_id,
    scale_id: PHQ9.id,
    version: PHQ9.version,
    user_id: userId(staffLogin(org_id, role_id)),
    role_id,
    released_at: isoTime(now - (400 - i) * DAY_MS),
  }));

/** The licence of the WHO-5 is confirmed where the demo uses it. */
const confirmations = ({ spec: { org_id }, demo: { now } }: DemoTenant): ScreeningRows['scale_confirmations'] => [
  {
    org_id,
    scale_id: WHO5.id,
    version: WHO5.version,
    user_id: userId(staffLogin(org_id, 4)),
    reason: '用于本校非商业的学生心理筛查，已向区教育局备案，并注明出处',
    confirmed_at: isoTime(now - 398 * DAY_MS),
  },
];

export const demo: DemoPart = {
  after: ['academic-years', 'staff', 'students', 'guardians'],
  rows: (tenant) =>
    tenant.spec.school
      ? {
          scale_releases: releases(tenant),
          scale_confirmations: confirmations(tenant),
          ...(tenant.spec.org_id === COMPOSES && ownQuestionnaires(tenant)),
          ...screeningsOf(tenant),
          ...bureauAnswers(tenant),
        }
      : bureauPlans(tenant),
};
