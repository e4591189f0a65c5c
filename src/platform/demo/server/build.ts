import { IDENTITY } from '../../identity/identity.ts';
import { baseRows } from './base-rows.ts';
import type { Demo, DemoPart, DemoTenant } from './demo.ts';
import { adultName } from './names.ts';
import { userId } from './people.ts';
import { randomOf } from './random.ts';
import type { AccountRow, DemoRows } from './rows.ts';
import type { DemoPlan } from './tenant-spec.ts';

export interface DemoData {
  accounts: AccountRow[];
  tenants: ReadonlyMap<string, Partial<DemoRows>>;
}

function emptyDemo({ tenants, sharedStaff }: DemoPlan, now: number, accounts: ReadonlyMap<string, AccountRow>): Demo {
  const empty = new Map<string, DemoTenant>();
  const demo: Demo = {
    now,
    sharedStaff: sharedStaff.map((spec) => ({ ...spec, name: adultName(randomOf(spec.login), spec.sex).name })),
    tenants: empty,
    accounts,
  };
  for (const spec of tenants)
    empty.set(spec.org_id, { spec, demo, random: randomOf(`tenant ${spec.org_id}`), people: [], rows: {} });
  return demo;
}

/** One account for each person; students have no mobile number. */
function accountsOf({ sharedStaff, tenants }: Demo, password_hash: string): AccountRow[] {
  const people = [...tenants.values()].flatMap((tenant) => tenant.people);
  const adults = [IDENTITY.staff, IDENTITY.parent].flatMap((identity) => people.filter((p) => p.identity === identity));
  const students = people.filter(({ identity }) => identity === IDENTITY.student);
  const unique = new Map<string, { login: string; name: string; sex: number }>();
  for (const person of [...sharedStaff, ...adults, ...students])
    if (!unique.has(person.login)) unique.set(person.login, person);
  const isStudent = new Set(students.map(({ login }) => login));
  let mobiles = 0;
  return [...unique.values()].map(({ login, name, sex }) => ({
    user_id: userId(login),
    login_name: login,
    login_key: login,
    password_hash,
    real_name: name,
    sex,
    mobile: isStudent.has(login) ? undefined : `1990000${String(++mobiles).padStart(4, '0')}`,
  }));
}

function addRows({ rows, spec }: DemoTenant, made: Partial<DemoRows>): void {
  const twice = Object.keys(made).filter((table) => table in rows);
  if (twice.length > 0) throw new Error(`rows of ${spec.org_id} from two parts: ${twice.join(', ')}`);
  Object.assign(rows, made);
}

/**
 * Every row of a demo, the same each time but for what depends on `now` and the hash.
 *
 * @param parts In their order (`demoParts`)
 * @param now Milliseconds since the epoch; the ends of services and the days of events count from it
 * @param passwordHash Of the one password that all accounts share
 */
export function buildDemo(parts: readonly DemoPart[], plan: DemoPlan, now: number, passwordHash: string): DemoData {
  const accounts = new Map<string, AccountRow>();
  const demo = emptyDemo(plan, now, accounts);
  const tenants = [...demo.tenants.values()];
  for (const part of parts) for (const tenant of tenants) part.draw?.(tenant);
  for (const account of accountsOf(demo, passwordHash)) accounts.set(account.user_id, account);
  for (const tenant of tenants) {
    addRows(tenant, baseRows(tenant));
    for (const part of parts) addRows(tenant, part.rows?.(tenant) ?? {});
  }
  return { accounts: [...accounts.values()], tenants: new Map(tenants.map(({ spec, rows }) => [spec.org_id, rows])) };
}
