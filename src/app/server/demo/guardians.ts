import { FEMALE, MALE, adultName, type PersonName } from './names.ts';
import { randomOf, type Random } from './random.ts';
import type { TenantRows } from './rows.ts';
import { childId, type DemoStudent } from './students.ts';

/** A parent or grandparent, who signs in as `o<org>p<n>`. */
export interface DemoGuardian {
  n: number;
  name: PersonName;
  sex: number;
  children: { student: DemoStudent; relation: number }[];
}

/** Guardian relation (`spec §3`) and the sex it implies. */
interface Kin {
  relation: number;
  sex: number;
}

const FATHER = 1;
const MOTHER = 2;
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
export function guardiansOf(students: readonly DemoStudent[], random: Random): DemoGuardian[] {
  const [first, ...rest] = students;
  if (!first) return [];
  const sibling = rest.findLast((s) => s.name.surname.text === first.name.surname.text) ?? rest[0];
  const guardians: DemoGuardian[] = [];
  const add = (child: DemoStudent, relation: number, sex: number, more: readonly DemoStudent[] = []) => {
    const name = adultName(random, sex, PATERNAL.has(relation) ? child.name.surname : undefined);
    guardians.push({
      n: guardians.length + 1,
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

/** When the school took them in. */
const SINCE = '2026-08-28T09:00:00+08:00';

type GuardianRows = Pick<TenantRows, 'guardians' | 'guardian_children'>;

/** The guardian rows of a school for guardians who sign in, and their children. */
export const guardianRows = (
  org_id: string,
  guardians: readonly DemoGuardian[],
  userIdOf: (n: number) => string,
): GuardianRows => ({
  guardians: guardians.map(({ n, name }) => ({
    org_id,
    guardian_id: userIdOf(n),
    guardian_name: name.name,
    name_pinyin: name.pinyin,
    user_id: userIdOf(n),
    ext: {},
    updated_at: SINCE,
  })),
  guardian_children: guardians.flatMap(({ n, children }) =>
    children.map(({ student, relation }) => ({
      org_id,
      guardian_id: userIdOf(n),
      child_id: childId(org_id, student.n),
      relation,
    })),
  ),
});

/** Mothers of some children of whom only the father signs in, with their numbers; from a random stream of their own. */
export function withoutAccount(org_id: string, guardians: readonly DemoGuardian[]): GuardianRows {
  const random = randomOf(`guardians without account ${org_id}`);
  const guarded = new Map<DemoStudent, number>();
  for (const { children } of guardians)
    for (const { student } of children) guarded.set(student, (guarded.get(student) ?? 0) + 1);
  const rows: GuardianRows = { guardians: [], guardian_children: [] };
  for (const {
    children: [child],
  } of guardians) {
    if (!child || child.relation !== FATHER || guarded.get(child.student) !== 1 || !random.chance(0.2)) continue;
    const name = adultName(random, FEMALE);
    const guardian_id = `g${org_id}-${String(rows.guardians.length + 1).padStart(4, '0')}`;
    rows.guardians.push({
      org_id,
      guardian_id,
      guardian_name: name.name,
      name_pinyin: name.pinyin,
      mobile: `1990002${String(random.int(0, 9999)).padStart(4, '0')}`,
      ext: {},
      updated_at: SINCE,
    });
    rows.guardian_children.push({ org_id, guardian_id, child_id: childId(org_id, child.student.n), relation: MOTHER });
  }
  return rows;
}
