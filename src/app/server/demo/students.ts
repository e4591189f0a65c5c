import { ENROLLED } from '../../../platform/identity/identity.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { DemoClass } from './classes.ts';
import { FEMALE, MALE, childName, type PersonName } from './names.ts';
import type { Random } from './random.ts';
import type { TenantRows } from './rows.ts';
import type { SchoolSpec } from './tenants.ts';

export interface DemoStudent {
  /** Counts from 1 through the school, class by class; logins and ids end in it. */
  n: number;
  class: DemoClass;
  name: PersonName;
  sex: number;
  student_no: string;
  born_on: string;
  study_status: number;
}

const SUSPENDED = 2;
const DAY_MS = 86_400_000;

/** Sizes of `count` classes that differ by a few and add up to `total`. */
export function classSizes(total: number, count: number, random: Random): number[] {
  const base = Math.floor(total / count);
  const sizes = Array.from({ length: count }, (_, i) => base + (i < total % count ? 1 : 0));
  for (let move = 0; move < count; move++) {
    const from = random.int(0, count - 1);
    const to = random.int(0, count - 1);
    const [less = base, more = base] = [sizes[from], sizes[to]];
    if (from === to || less <= base - 3 || more >= base + 3) continue;
    sizes[from] = less - 1;
    sizes[to] = more + 1;
  }
  return sizes;
}

/**
 * A day in the year of birth of a grade: six years old by the end of the August before the first grade of primary
 * school.
 */
function birthday(c: DemoClass, random: Random): string {
  const schooled = c.period.schooledBefore + c.year - c.entryYear;
  const first = Date.UTC(c.year - schooled - 7, 8, 1);
  return isoTime(first + random.int(0, 364) * DAY_MS).slice(0, 10);
}

/** @param classes Those of the current year; every student is in one */
export function studentsOf(school: SchoolSpec, classes: readonly DemoClass[], random: Random): DemoStudent[] {
  let n = 0;
  const sizes = classSizes(school.students, classes.length, random);
  return classes.flatMap((c, i) =>
    Array.from({ length: sizes[i] ?? 0 }, (_, seat): DemoStudent => {
      const sex = random.chance(0.52) ? MALE : FEMALE;
      const two = (value: number) => String(value).padStart(2, '0');
      n += 1;
      return {
        n,
        class: c,
        sex,
        name: childName(random, sex),
        born_on: birthday(c, random),
        student_no: `${c.entryYear}${c.period.period}${two(c.classNo)}${two(seat + 1)}`,
        study_status: school.suspendedOneIn && n % school.suspendedOneIn === 0 ? SUSPENDED : ENROLLED,
      };
    }),
  );
}

export const childId = (org_id: string, n: number) => `k${org_id}-${String(n).padStart(4, '0')}`;

/** @param userIdOf The account a student signs in with, where there is one */
export const studentRows = (
  org_id: string,
  students: readonly DemoStudent[],
  userIdOf: (n: number) => string | undefined,
): TenantRows['students'] =>
  students.map((s) => ({
    org_id,
    child_id: childId(org_id, s.n),
    student_id: `s${org_id}-${String(s.n).padStart(4, '0')}`,
    class_id: s.class.class_id,
    child_name: s.name.name,
    name_pinyin: s.name.pinyin,
    student_no: s.student_no,
    sex: s.sex,
    born_on: s.born_on,
    study_status: s.study_status,
    user_id: userIdOf(s.n),
    ext: {},
    created_at: `${s.class.entryYear}-08-25T09:00:00+08:00`,
    updated_at: `${s.class.year}-09-01T08:00:00+08:00`,
  }));
