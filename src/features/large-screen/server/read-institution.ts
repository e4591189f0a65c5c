import { productStatus, serviceState } from '../../../platform/access/service-stage.ts';
import { termsOf } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import { readScreenFacts } from '../../crisis/server/public.ts';
import { lastPlanAnswers, type PlanAnswer } from '../../screening/server/public.ts';
import type { ScreenNumbers } from '../contract.ts';
import { schoolsInService } from './queries.ts';
import { casesOf, head, progressOf, trendOf, type ScreenOrg } from './read-screen.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'smallestGroup'>;

const sum = (answers: readonly PlanAnswer[], of: 'planned' | 'submitted') =>
  answers.reduce((all, answer) => all + answer[of], 0);

/**
 * The numbers of an institution over its schools, from counts only: no row about a student is read.
 *
 * @param reached The schools that the reader may know of
 */
export async function readInstitution(
  services: Parts,
  org: ScreenOrg,
  reached: (schoolId: string) => boolean,
): Promise<ScreenNumbers> {
  const { db, clock, smallestGroup: smallest } = services;
  const { orgId } = org;
  const [found] = await db.read({ orgId, userId: null }, [schoolsInService(orgId)]);
  const schools = found.filter(({ org_id }) => reached(org_id));
  const ids = schools.map(({ org_id }) => org_id);
  const [facts, answers] = await Promise.all([readScreenFacts(services, orgId, ids), lastPlanAnswers(services, orgId)]);
  const given = ids.flatMap((id) => answers?.get(id) ?? []);
  return {
    ...head(org, services),
    warnings: { states: [withoutNulls({ key: 'pending', n: facts.all.waiting })], ...trendOf(facts.all) },
    cases: casesOf(facts.all),
    ...(answers && {
      screening: {
        ...progressOf({ planned: sum(given, 'planned'), submitted: sum(given, 'submitted') }, smallest),
        parts: [],
      },
    }),
    schools: schools.map(({ org_id, org_name, edu_level, ...terms }) => {
      const { warned, verifyMinutes } = facts.of(org_id);
      const answer = answers?.get(org_id);
      return {
        school_id: org_id,
        school_name: org_name,
        product_status: productStatus(serviceState(termsOf(terms), clock.now())),
        ...withoutNulls({ edu_level }),
        ...withoutNulls({ warned, verify_minutes: verifyMinutes, answer: answer?.status ?? null }),
        ...(answer && progressOf(answer, smallest)),
      };
    }),
  };
}
