import type { Services } from '../../../platform/context/server/services.ts';
import { isoTime, nowIso } from '../../../platform/runtime/server/clock.ts';
import { dayAfter, momentOf } from '../../../platform/schema/days.ts';
import { WARN_PROGRESS } from '../../../platform/schema/generated/enums.ts';
import { withoutNulls } from '../../../platform/schema/json.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { publishedCount } from '../../../platform/statistics/disclosure.ts';
import { readScreenFacts, studentsByProgress, type ScreenFacts } from '../../crisis/server/public.ts';
import { studentsBetween } from '../../interventions/server/public.ts';
import { studentsInRunning } from '../../screening/server/public.ts';
import type { ScreenNumbers } from '../contract.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'smallestGroup'>;

/** Whom a screen is about. */
export interface ScreenOrg {
  orgId: string;
  orgName: string;
  orgType: number;
  /** Software features that a school has opened. */
  features: ReadonlySet<string>;
}

export const head = ({ orgName, orgType }: ScreenOrg, { clock, smallestGroup }: Parts) => ({
  org_name: orgName,
  org_type: orgType,
  as_of: nowIso(clock),
  smallest: smallestGroup,
});

/** What is said of warnings besides their states. */
export const trendOf = ({ warned, months, sources, verifyMinutes }: ScreenFacts) => ({
  ...withoutNulls({ warned, verify_minutes: verifyMinutes }),
  months: months.map((month) => withoutNulls(month)),
  sources: sources.map((source) => withoutNulls(source)),
});

export const casesOf = ({ open }: ScreenFacts) => open.map((level) => withoutNulls(level));

/** A published number; null, and absent on the wire, where the group is too small. */
const shown = (students: number | undefined, smallest: number): number | null =>
  publishedCount(students ?? 0, smallest) ?? null;

/** Numbers of students who take part in a screening. */
export const progressOf = (counts: { planned: number; submitted: number }, smallest: number) =>
  withoutNulls({
    planned: shown(counts.planned, smallest),
    submitted: shown(counts.submitted, smallest),
  });

const gradeLabel = (period: number | null, grade: number | null): string =>
  period === null || grade === null ? '' : `${labelOf('class_period', period)} ${labelOf('grade', grade)}`;

/**
 * The numbers of a school. Every number of students is suppressed and rounded on its own by the rules of
 * `platform/statistics/disclosure.ts`, because passers-by read the screen too. What the school has not opened is
 * absent.
 */
export async function readSchool(services: Parts, org: ScreenOrg): Promise<ScreenNumbers> {
  const { db, clock, smallestGroup: smallest } = services;
  const { orgId, features } = org;
  const today = dayOf(clock.now());
  const midnight = (day: string) => isoTime(momentOf(day, '00:00'));
  const [facts, [states, running, [day]]] = await Promise.all([
    readScreenFacts(services, orgId, [orgId]),
    db.read({ orgId, userId: null }, [
      studentsByProgress(orgId, nowIso(clock)),
      studentsInRunning(orgId, nowIso(clock)),
      studentsBetween(orgId, midnight(today), midnight(dayAfter(today, 1))),
    ]),
  ]);
  const stateOf = new Map(states.map(({ progress, children }) => [progress, children]));
  const all = running.find(({ is_all }) => is_all);
  return {
    ...head(org, services),
    ...(features.has('warning') && {
      warnings: {
        states: WARN_PROGRESS.map(({ value: key }) => withoutNulls({ key, n: shown(stateOf.get(key), smallest) })),
        ...trendOf(facts.all),
      },
    }),
    ...(features.has('crisis') && { cases: casesOf(facts.all) }),
    ...(features.has('Intervene_consulting') && {
      consultations: withoutNulls({
        booked: shown(day?.booked, smallest),
        done: shown(day?.done, smallest),
      }),
    }),
    ...(all &&
      all.planned > 0 && {
        screening: {
          ...progressOf(all, smallest),
          parts: running
            .filter(({ is_all }) => !is_all)
            .map(({ period, grade, ...counts }) => ({
              key: `${period}-${grade}`,
              label: gradeLabel(period, grade),
              ...progressOf(counts, smallest),
            })),
        },
      }),
  };
}
