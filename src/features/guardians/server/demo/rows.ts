import type { Demo } from '../../../../platform/demo/server/demo.ts';
import { FEMALE, adultName } from '../../../../platform/demo/server/names.ts';
import { userId } from '../../../../platform/demo/server/people.ts';
import { randomOf } from '../../../../platform/demo/server/random.ts';
import type { DemoRows } from '../../../../platform/demo/server/rows.ts';
import type { DemoStudent } from '../../../students/server/public.ts';
import { FATHER, MOTHER, type DemoGuardian } from './guardians.ts';

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    guardians: {
      org_id: string;
      guardian_id: string;
      guardian_name: string;
      name_pinyin: string;
      mobile?: string;
      user_id?: string;
      ext: Record<string, unknown>;
      updated_at?: string;
    }[];
    guardian_children: { org_id: string; guardian_id: string; child_id: string; relation: number }[];
  }
}

/** When the school took them in. */
const SINCE = '2026-08-28T09:00:00+08:00';

type GuardianRows = Pick<DemoRows, 'guardians' | 'guardian_children'>;

/** Guardians who sign in, and their children. The school finds a guardian by the mobile number of the account. */
export const guardianRows = (
  org_id: string,
  guardians: readonly DemoGuardian[],
  accounts: Demo['accounts'],
): GuardianRows => ({
  guardians: guardians.map(({ login, name }) => ({
    org_id,
    guardian_id: userId(login),
    guardian_name: name.name,
    name_pinyin: name.pinyin,
    mobile: accounts.get(userId(login))?.mobile,
    user_id: userId(login),
    ext: {},
    updated_at: SINCE,
  })),
  guardian_children: guardians.flatMap(({ login, children }) =>
    children.map(({ student, relation }) => ({
      org_id,
      guardian_id: userId(login),
      child_id: student.child_id,
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
    rows.guardian_children.push({ org_id, guardian_id, child_id: child.student.child_id, relation: MOTHER });
  }
  return rows;
}
