import { DEMO_YEARS, isCurrent, yearId, yearName } from '../../../../platform/demo/server/calendar.ts';
import { randomOf, type Random } from '../../../../platform/demo/server/random.ts';
import type { DemoRows } from '../../../../platform/demo/server/rows.ts';
import type { DemoClass } from '../../../classes/server/public.ts';
import type { DemoStudent } from './students.ts';

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    enrolments: {
      org_id: string;
      child_id: string;
      since: string;
      study_status: number;
      class_id: string;
      class_name: string;
      period: number;
      grade: number;
      year_id: string;
      year_name: string;
    }[];
  }
}

type Row = DemoRows['students'][number];
type Details = Pick<Row, 'id_card' | 'mobile' | 'address' | 'enrolled_on'>;

const STREETS = ['东湖路', '文昌街', '书院巷', '青年大道', '滨河路', '南山街', '梧桐巷', '解放路'] as const;
/** The area code 990000 is no real place's. */
const AREA = '990000';
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';

const withCheck = (seventeen: string) =>
  `${seventeen}${CHECKS[WEIGHTS.reduce((sum, weight, i) => sum + weight * Number(seventeen[i]), 0) % 11] ?? ''}`;

/** The order number of an identity card is odd for men. */
const idCard = ({ born_on, sex, n }: DemoStudent) =>
  withCheck(`${AREA}${born_on.replaceAll('-', '')}${String((n * 2 + sex) % 1000).padStart(3, '0')}`);

const details = (random: Random, student: DemoStudent): Details => ({
  enrolled_on: `${student.class.entryYear}-09-01`,
  ...(random.chance(0.9) && { id_card: idCard(student) }),
  ...(random.chance(0.85) && { mobile: `1990001${String(random.int(0, 9999)).padStart(4, '0')}` }),
  ...(random.chance(0.8) && {
    address: `青禾市东城区${random.pick(STREETS)}${random.int(1, 199)}号${random.int(1, 30)}栋${random.int(101, 1804)}室`,
  }),
});

/** Further facts of students, in the order of the students; from a random stream of their own. */
export function studentDetails(org_id: string, students: readonly DemoStudent[]): Details[] {
  const random = randomOf(`student details ${org_id}`);
  return students.map((student) => details(random, student));
}

/**
 * The class of the previous year, for students who were at the school then; the current one is written with the
 * student.
 */
export function formerEnrolments(
  org_id: string,
  students: readonly DemoStudent[],
  classes: readonly DemoClass[],
): DemoRows['enrolments'] {
  const [former] = DEMO_YEARS;
  const classOf = new Map(
    classes.filter(({ year }) => year === former).map((c) => [`${c.entryYear} ${c.period.period} ${c.classNo}`, c]),
  );
  return students.flatMap((student) => {
    const then = classOf.get(`${student.class.entryYear} ${student.class.period.period} ${student.class.classNo}`);
    return then && isCurrent(student.class)
      ? [
          {
            org_id,
            child_id: student.child_id,
            since: `${former}-09-01T08:00:00+08:00`,
            study_status: 1,
            class_id: then.class_id,
            class_name: then.name,
            period: then.period.period,
            grade: then.grade,
            year_id: yearId(former),
            year_name: yearName(former),
          },
        ]
      : [];
  });
}
