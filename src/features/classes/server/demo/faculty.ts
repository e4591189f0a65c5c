import type { DemoRows } from '../../../../platform/demo/server/rows.ts';
import type { FacultySpec } from '../../../../platform/demo/server/tenant-spec.ts';

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    colleges: {
      org_id: string;
      college_id: string;
      college_name: string;
      ext: Record<string, unknown>;
      updated_at?: string;
    }[];
    majors: {
      org_id: string;
      major_id: string;
      college_id: string;
      major_name: string;
      ext: Record<string, unknown>;
      updated_at?: string;
    }[];
  }
}

const SINCE = '2024-07-10T09:00:00+08:00';

const pad = (n: number) => String(n).padStart(2, '0');

type Faculty = Pick<DemoRows, 'colleges' | 'majors'> & {
  placeOf: (classNo: number) => { college_id: string; major_id: string } | undefined;
};

/** Colleges with their majors, and the major of each class: the classes of a grade alternate between the majors. */
export function facultyOf(org_id: string, spec: readonly FacultySpec[]): Faculty {
  const colleges = spec.map(({ college_name }, i) => ({
    org_id,
    college_id: `g${org_id}-${pad(i + 1)}`,
    college_name,
    ext: {},
    updated_at: SINCE,
  }));
  const majors = spec.flatMap(({ majors: names }, i) =>
    names.map(({ name, turn }) => ({
      org_id,
      major_id: `m${org_id}-${pad(turn)}`,
      college_id: colleges[i]?.college_id ?? '',
      major_name: name,
      ext: {},
      updated_at: SINCE,
    })),
  );
  const inTurn = [...majors].sort((a, b) => a.major_id.localeCompare(b.major_id));
  return {
    colleges,
    majors,
    placeOf(classNo) {
      const major = inTurn.length > 0 ? inTurn[(classNo - 1) % inTurn.length] : undefined;
      return major && { college_id: major.college_id, major_id: major.major_id };
    },
  };
}
