import type { DemoPart } from '../../../platform/demo/server/demo.ts';
import type { DemoRows } from '../../../platform/demo/server/rows.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { structureRows } from './structure-rows.ts';

declare module '../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    edu_structures: { org_id: string; period: number; edu_type?: number | undefined; grades: number[] }[];
    departments: {
      org_id: string;
      department_id: string;
      parent_id?: string;
      department_name: string;
      position: number;
    }[];
    department_edus: { org_id: string; department_id: string; period: number; grades: number[] }[];
  }
}

const departmentId = (org_id: string, n: number) => `d${org_id}-${n}`;

/** The offices of every school, and one department for each period it teaches. */
const OFFICES: readonly { n: number; name: string; under?: number }[] = [
  { n: 1, name: '教务处' },
  { n: 2, name: '学生处' },
  { n: 3, name: '心理健康教育中心', under: 2 },
  { n: 4, name: '总务处' },
];
const FIRST_STAGE = 10;

function departmentsOf(
  org_id: string,
  structures: DemoRows['edu_structures'],
): Pick<DemoRows, 'departments' | 'department_edus'> {
  const stages = structures.map((structure, i) => ({
    n: FIRST_STAGE + i,
    name: `${labelOf('class_period', structure.period)}部`,
    structure,
  }));
  const places = new Map<number | undefined, number>();
  const next = (under: number | undefined) => {
    const position = places.get(under) ?? 0;
    places.set(under, position + 1);
    return position;
  };
  const all: { n: number; name: string; under?: number }[] = [
    ...stages.map(({ n, name }) => ({ n, name })),
    ...OFFICES,
  ];
  return {
    departments: all.map(({ n, name, under }) => ({
      org_id,
      department_id: departmentId(org_id, n),
      ...(under === undefined ? {} : { parent_id: departmentId(org_id, under) }),
      department_name: name,
      position: next(under),
    })),
    department_edus: stages.map(({ n, structure: { period, grades } }) => ({
      org_id,
      department_id: departmentId(org_id, n),
      period,
      grades,
    })),
  };
}

export const demo: DemoPart = {
  rows({ spec: { org_id, school } }) {
    if (!school) return {};
    const edu_structures = structureRows(org_id, school.periods);
    return { edu_structures, ...departmentsOf(org_id, edu_structures) };
  },
};
