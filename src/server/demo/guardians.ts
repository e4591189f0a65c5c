import { FEMALE, MALE, adultName, type PersonName } from './names.ts';
import type { Random } from './random.ts';
import type { DemoStudent } from './students.ts';

/** A parent or grandparent, who signs in as `o<org>p<n>`. */
export interface DemoGuardian { n: number; name: PersonName; sex: number; children: { student: DemoStudent; relation: number }[] }

/** Guardian relation (`spec §3`) and the sex it implies. */
interface Kin { relation: number; sex: number }

const FATHER = 1;
const MOTHER = 2;
/** A grandparent in place of a parent: few, as at a school in a town many have left to work elsewhere. */
const GRANDPARENTS: readonly [Kin, ...Kin[]] = [{ relation: 3, sex: MALE }, { relation: 4, sex: FEMALE }, { relation: 5, sex: MALE }, { relation: 6, sex: FEMALE }];

const PATERNAL = new Set([FATHER, 3]);

function relationOf(random: Random): Kin {
  if (random.chance(0.06)) return random.pick(GRANDPARENTS);
  return random.chance(0.58) ? { relation: MOTHER, sex: FEMALE } : { relation: FATHER, sex: MALE };
}

/**
 * The first one has two children: the school's first student, and an older one of the same surname. Of the other students most have one
 * guardian registered and some both parents.
 */
export function guardiansOf(students: readonly DemoStudent[], random: Random): DemoGuardian[] {
  const [first, ...rest] = students;
  if (!first) return [];
  const sibling = rest.findLast((s) => s.name.surname.text === first.name.surname.text) ?? rest[0];
  const guardians: DemoGuardian[] = [];
  const add = (child: DemoStudent, relation: number, sex: number, more: readonly DemoStudent[] = []) => {
    const name = adultName(random, sex, PATERNAL.has(relation) ? child.name.surname : undefined);
    guardians.push({ n: guardians.length + 1, name, sex, children: [child, ...more].map((student) => ({ student, relation })) });
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
