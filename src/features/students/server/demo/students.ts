import type { DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { FEMALE, MALE, childName, type PersonName } from '../../../../platform/demo/server/names.ts';
import { userId } from '../../../../platform/demo/server/people.ts';
import type { Random } from '../../../../platform/demo/server/random.ts';
import type { DemoRows } from '../../../../platform/demo/server/rows.ts';
import { ENROLLED } from '../../../../platform/identity/identity.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import type { DemoClass } from '../../../classes/server/public.ts';

declare module '../../../../platform/demo/server/demo.ts' {
  interface DemoTenant {
    /** By their numbers. */
    students?: readonly DemoStudent[];
  }
}

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    students: {
      org_id: string;
      child_id: string;
      student_id: string;
      class_id?: string;
      child_name: string;
      name_pinyin: string;
      student_no: string;
      sex: number;
      born_on: string;
      study_status: number;
      user_id?: string;
      ext: Record<string, unknown>;
      created_at: string;
      updated_at: string;
      id_card?: string;
      mobile?: string;
      address?: string;
      enrolled_on?: string;
    }[];
  }
}

export interface DemoStudent {
  /** Counts from 1 through the school, class by class; logins and ids end in it. */
  n: number;
  child_id: string;
  login: string;
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

const padded = (n: number, width: number) => String(n).padStart(width, '0');

/** @param classes Those of the current year; every student is in one */
export function studentsOf(
  { org_id, school }: Pick<DemoTenant['spec'], 'org_id' | 'school'>,
  classes: readonly DemoClass[],
  random: Random,
): DemoStudent[] {
  if (!school) return [];
  let n = 0;
  const sizes = classSizes(school.students, classes.length, random);
  return classes.flatMap((c, i) =>
    Array.from({ length: sizes[i] ?? 0 }, (_, seat): DemoStudent => {
      const sex = random.chance(0.52) ? MALE : FEMALE;
      n += 1;
      return {
        n,
        child_id: `k${org_id}-${padded(n, 4)}`,
        login: `o${org_id}s${n}`,
        class: c,
        sex,
        name: childName(random, sex),
        born_on: birthday(c, random),
        student_no: `${c.entryYear}${c.period.period}${padded(c.classNo, 2)}${padded(seat + 1, 2)}`,
        study_status: school.suspendedOneIn && n % school.suspendedOneIn === 0 ? SUSPENDED : ENROLLED,
      };
    }),
  );
}

export const studentRows = (org_id: string, students: readonly DemoStudent[]): DemoRows['students'] =>
  students.map((s) => ({
    org_id,
    child_id: s.child_id,
    student_id: `s${org_id}-${padded(s.n, 4)}`,
    class_id: s.class.class_id,
    child_name: s.name.name,
    name_pinyin: s.name.pinyin,
    student_no: s.student_no,
    sex: s.sex,
    born_on: s.born_on,
    study_status: s.study_status,
    user_id: userId(s.login),
    ext: {},
    created_at: `${s.class.entryYear}-08-25T09:00:00+08:00`,
    updated_at: `${s.class.year}-09-01T08:00:00+08:00`,
  }));
