import { labelOf } from '../../../platform/schema/labels.ts';
import type { TenantRows } from './rows.ts';
import { CURRENT_YEAR, type PeriodSpec, type TenantSpec } from './tenants.ts';

/** A class of one academic year, with what its students' numbers and ages follow from. */
export interface DemoClass {
  class_id: string;
  year: number;
  period: PeriodSpec;
  grade: number;
  gradeLabel: string;
  classNo: number;
  /** Year in which its students joined the school. */
  entryYear: number;
  name: string;
}

const pad = (n: number, width = 2) => String(n).padStart(width, '0');

export const yearId = (year: number) => `y${year}`;
/** The year before the current one, and the current one. */
export const DEMO_YEARS = [CURRENT_YEAR - 1, CURRENT_YEAR] as const;

export const yearRows = (org_id: string): TenantRows['years'] =>
  DEMO_YEARS.map((year) => ({
    org_id,
    year_id: yearId(year),
    year_name: `${year}—${year + 1}学年`,
    start_on: `${year}-09-01`,
    end_on: `${year + 1}-08-31`,
    is_current: year === CURRENT_YEAR,
  }));

/** Classes of both years, by year, grade and number. */
export function classesOf({ org_id, school }: TenantSpec): DemoClass[] {
  if (!school) return [];
  const numbers = Array.from({ length: school.classesPerGrade }, (_, i) => i + 1);
  return DEMO_YEARS.flatMap((year) =>
    school.periods.flatMap((period) =>
      period.grades.flatMap((grade, step) =>
        numbers.map((classNo): DemoClass => {
          const gradeLabel = labelOf('grade', grade);
          const entryYear = year - step;
          const class_id = `c${org_id}-${year}-${grade}-${pad(classNo)}`;
          return {
            class_id,
            year,
            period,
            grade,
            gradeLabel,
            classNo,
            entryYear,
            name: school.className({ gradeLabel, classNo, entryYear }),
          };
        }),
      ),
    ),
  );
}

const REMARKS = ['寄宿班', '走班教学', '心育试点班'];

/** @param teacherOf Name of the person in charge of a class */
export const classRows = (
  { org_id, school }: TenantSpec,
  classes: readonly DemoClass[],
  teacherOf: (c: DemoClass) => string,
): TenantRows['classes'] =>
  classes.map((c, i) => ({
    org_id,
    class_id: c.class_id,
    year_id: yearId(c.year),
    period: c.period.period,
    grade: c.grade,
    class_no: c.classNo,
    class_name: c.name,
    ...(i % 11 === 4 ? { remark: REMARKS[i % REMARKS.length] } : {}),
    ext: school?.classExt?.({ classNo: c.classNo, teacher: teacherOf(c) }) ?? {},
    created_at: `${c.year}-08-20T09:${pad(i % 60)}:00+08:00`,
    updated_at: `${c.year}-08-${pad(21 + (i % 10))}T10:${pad((i * 7) % 60)}:00+08:00`,
  }));
