import type { DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { FEMALE, MALE, adultName, type PersonName } from '../../../../platform/demo/server/names.ts';
import type { Random } from '../../../../platform/demo/server/random.ts';
import type { DemoStudent } from '../../../students/server/public.ts';

declare module '../../../../platform/demo/server/demo.ts' {
  interface DemoTenant {
    /** Guardians who sign in, by their numbers. */
    guardians?: readonly DemoGuardian[];
    /** Guardians of another tenant with a child here too. */
    sharedGuardians?: readonly DemoGuardian[];
  }
}

/** A parent or grandparent, who signs in as `o<org>p<n>`. */
export interface DemoGuardian {
  n: number;
  login: string;
  name: PersonName;
  sex: number;
  children: { student: DemoStudent; relation: number }[];
}

/** Guardian relation (`spec §3`) and the sex it implies. */
interface Kin {
  relation: number;
  sex: number;
}

export const FATHER = 1;
export const MOTHER = 2;
/** A grandparent instead of a parent: a few, as in a town from which many have moved away for work. */
const GRANDPARENTS: readonly [Kin, ...Kin[]] = [
  { relation: 3, sex: MALE },
  { relation: 4, sex: FEMALE },
  { relation: 5, sex: MALE },
  { relation: 6, sex: FEMALE },
];

const PATERNAL = new Set([FATHER, 3]);

function relationOf(random: Random): Kin {
  if (random.chance(0.06)) return random.pick(GRANDPARENTS);
  return random.chance(0.58) ? { relation: MOTHER, sex: FEMALE } : { relation: FATHER, sex: MALE };
}

/**
 * The first one has two children: the school's first student, and an older one of the same surname. Of the other
 * students most have one guardian registered and some both parents.
 */
export function guardiansOf(org_id: string, students: readonly DemoStudent[], random: Random): DemoGuardian[] {
  const [first, ...rest] = students;
  if (!first) return [];
  const sibling = rest.findLast((s) => s.name.surname.text === first.name.surname.text) ?? rest[0];
  const guardians: DemoGuardian[] = [];
  const add = (child: DemoStudent, relation: number, sex: number, more: readonly DemoStudent[] = []) => {
    const name = adultName(random, sex, PATERNAL.has(relation) ? child.name.surname : undefined);
    const n = guardians.length + 1;
    guardians.push({
      n,
      login: `o${org_id}p${n}`,
      name,
      sex,
      children: [child, ...more].map((student) => ({ student, relation })),
    });
  };
  add(first, FATHER, MALE, sibling && [sibling]);
  for (const student of rest) {
    if (student === sibling || !random.chance(0.62)) continue;
    const one = relationOf(random);
    add(student, one.relation, one.sex);
    if (one.relation === MOTHER && random.chance(0.25)) add(student, FATHER, MALE);
  }
  return guardians;
}

/**
 * The guardian of another tenant as one of this tenant: with a child of the same surname.
 *
 * @throws Error where the two tenants share no surname
 */
export function sharedGuardian({ spec, demo, students = [] }: DemoTenant): DemoGuardian | undefined {
  const where = spec.school?.sharedGuardian;
  if (!where) return undefined;
  const guardian = demo.tenants.get(where.org_id)?.guardians?.find(({ n }) => n === where.n);
  const [child] = guardian?.children ?? [];
  const sibling = students.find((s) => s.name.surname.text === child?.student.name.surname.text);
  if (!guardian || !child || !sibling) throw new Error(`${spec.org_id} and ${where.org_id} share no family`);
  return { ...guardian, children: [{ student: sibling, relation: child.relation }] };
}
