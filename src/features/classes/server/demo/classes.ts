import { DEMO_YEARS, yearId } from '../../../../platform/demo/server/calendar.ts';
import type { DemoRows } from '../../../../platform/demo/server/rows.ts';
import type { PeriodSpec, TenantSpec } from '../../../../platform/demo/server/tenant-spec.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';

declare module '../../../../platform/demo/server/demo.ts' {
  interface DemoTenant {
    /** Classes of a school in both years, by year, grade and number. */
    classes?: readonly DemoClass[];
  }
}

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    classes: {
      org_id: string;
      class_id: string;
      year_id: string;
      period: number;
      grade: number;
      class_no: number;
      class_name: string;
      college_id?: string;
      major_id?: string;
      remark?: string;
      ext: Record<string, unknown>;
      created_at: string;
      updated_at: string;
    }[];
  }
}

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
): DemoRows['classes'] =>
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
