import type { DemoPart } from '../../../platform/demo/server/demo.ts';
import { staffLogin, userId } from '../../../platform/demo/server/people.ts';
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
      head_id?: string;
      department_name: string;
      position: number;
    }[];
    department_edus: { org_id: string; department_id: string; period: number; grades: number[] }[];
  }
}

const departmentId = (org_id: string, n: number) => `d${org_id}-${n}`;

/** An office, the one above it, and the role of its head. */
interface Office {
  n: number;
  name: string;
  under?: number;
  head?: number;
}

/** The offices of every school, beside one department for each period it teaches. */
const OFFICES: readonly Office[] = [
  { n: 1, name: '教务处' },
  { n: 2, name: '学生处', head: 14 },
  { n: 3, name: '心理健康教育中心', under: 2, head: 8 },
  { n: 4, name: '总务处' },
];
const OFFICES_OF_INSTITUTION: readonly Office[] = [
  { n: 1, name: '办公室', head: 2 },
  { n: 2, name: '基础教育科' },
  { n: 3, name: '德育与心理健康科', head: 3 },
  { n: 4, name: '心理健康教育指导中心', under: 3, head: 13 },
];
const FIRST_STAGE = 10;

function departmentRows(org_id: string, offices: readonly Office[]): DemoRows['departments'] {
  const places = new Map<number | undefined, number>();
  const next = (under: number | undefined) => {
    const position = places.get(under) ?? 0;
    places.set(under, position + 1);
    return position;
  };
  return offices.map(({ n, name, under, head }) => ({
    org_id,
    department_id: departmentId(org_id, n),
    ...(under !== undefined && { parent_id: departmentId(org_id, under) }),
    department_name: name,
    position: next(under),
    ...(head !== undefined && { head_id: userId(staffLogin(org_id, head)) }),
  }));
}

function departmentsOf(
  org_id: string,
  structures: DemoRows['edu_structures'],
): Pick<DemoRows, 'departments' | 'department_edus'> {
  const stages = structures.map((structure, i) => ({
    n: FIRST_STAGE + i,
    name: `${labelOf('class_period', structure.period)}部`,
    structure,
  }));
  return {
    departments: departmentRows(org_id, [...stages.map(({ n, name }) => ({ n, name })), ...OFFICES]),
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
    if (!school) return { departments: departmentRows(org_id, OFFICES_OF_INSTITUTION) };
    const edu_structures = structureRows(org_id, school.periods);
    return { edu_structures, ...departmentsOf(org_id, edu_structures) };
  },
};
