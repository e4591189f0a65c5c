import type { DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { teacherOf, userId } from '../../../../platform/demo/server/people.ts';
import { randomOf, type Random } from '../../../../platform/demo/server/random.ts';
import type { DemoRows } from '../../../../platform/demo/server/rows.ts';
import { ENROLLED } from '../../../../platform/identity/identity.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { instant } from './days.ts';
import type { DemoRecord } from './record.ts';
import type { CrisisRows } from './rows.ts';
import type { Who } from './story.ts';

export type Student = DemoRows['students'][number];
type Place = Pick<CrisisRows['warns'][number], 'class_id' | 'class_name' | 'period' | 'grade'>;

/** A school while the rows of its warnings and cases are made. */
export interface Setting {
  org_id: string;
  random: Random;
  now: number;
  today: string;
  enrolled: readonly Student[];
  happened: readonly DemoRecord[];
  /** What is made. */
  rows: CrisisRows;
  userOf(who: Who, student: Student): string;
  /** The class of a student at an instant, with its names. */
  placeOf(student: Student, at: number): Place | undefined;
  /** An instant in the school hours of a day. */
  during(day: string): number;
}

function placesOf({ rows: { years = [], classes = [], enrolments = [] } }: DemoTenant): Setting['placeOf'] {
  const current = new Map(classes.map((one) => [one.class_id, one]));
  const former = new Map(enrolments.map((one) => [one.child_id, one]));
  const begun = years.find(({ is_current }) => is_current)?.start_on ?? '';
  return ({ child_id, class_id = '' }, at) => {
    const found = (dayOf(at) < begun ? former.get(child_id) : undefined) ?? current.get(class_id);
    return (
      found && { class_id: found.class_id, class_name: found.class_name, period: found.period, grade: found.grade }
    );
  };
}

function usersOf(tenant: DemoTenant): Setting['userOf'] {
  const { org_id } = tenant.spec;
  return (who, { class_id = '' }) => {
    if (who === 'system') return who;
    return userId(who === 'teacher' ? (teacherOf(tenant, class_id)?.login ?? `o${org_id}r4`) : `o${org_id}${who}`);
  };
}

export function settingOf(tenant: DemoTenant): Setting {
  const { org_id } = tenant.spec;
  const { now } = tenant.demo;
  const random = randomOf(`crisis ${org_id}`);
  return {
    org_id,
    random,
    now,
    today: dayOf(now),
    enrolled: (tenant.rows.students ?? []).filter(
      ({ study_status, class_id }) => study_status === ENROLLED && class_id !== undefined,
    ),
    happened: tenant.happened ?? [],
    rows: { crisis_cases: [], warns: [], case_steps: [], safety_plans: [] },
    userOf: usersOf(tenant),
    placeOf: placesOf(tenant),
    during: (day) => instant(day, 8 * 60 + random.int(0, 540)),
  };
}
