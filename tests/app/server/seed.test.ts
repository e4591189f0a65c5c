import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, demoLogins } from '../../../src/app/server/demo/logins.ts';
import { holdsDemoData, seedDemo, type SeedOutcome } from '../../../src/app/server/demo/seed.ts';
import { features } from '../../../src/app/server/features.ts';
import type { Database, Row } from '../../../src/platform/db/server/database.ts';
import { createPasswords, type Passwords } from '../../../src/platform/identity/server/passwords.ts';
import { passwordDigest } from '../../../src/platform/signing/mac.ts';
import { describeDatabases, useDatabase } from '../../support/databases.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const plain = { features, now: NOW, hashPassword: async (digest: string) => `hash of ${digest}` };

const ask = (db: Database, sql: string, parameters?: unknown[]): Promise<Row[]> =>
  db.admin((run) => run(sql, parameters));

const tables = [
  'accounts',
  'orgs',
  'org_features',
  'org_settings',
  'sites',
  'memberships',
  'years',
  'edu_structures',
  'colleges',
  'majors',
  'classes',
  'students',
  'guardians',
  'guardian_children',
  'crisis_cases',
  'warns',
  'case_steps',
  'safety_plans',
  'interventions',
  'consultations',
  'referrals',
  'installation',
];
/** Every row of every table, without the times at which it was written. */
async function dump(db: Database): Promise<string> {
  const texts = await Promise.all(
    tables.map((table) =>
      ask(db, `select (to_jsonb(t) - 'created_at' - 'updated_at')::text as row from ${table} t order by 1`),
    ),
  );
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

const countBy = async (db: Database, sql: string) =>
  Object.fromEntries((await ask(db, sql)).map(({ key, n }) => [String(key), Number(n)]));

describeDatabases('the demo seed', (kind) => {
  const opened = useDatabase(kind);
  let db: Database;
  let passwords: Passwords;
  beforeAll(async () => {
    db = opened();
    passwords = await createPasswords({ memoryCost: 8192, timeCost: 1 });
    expect(await holdsDemoData(db)).toBe(false);
    expect(await seedDemo(db, { features, now: NOW, hashPassword: passwords.hash })).toBe('seeded');
  });

  it('creates the same people with the same ids at any time and place', async () => {
    const people = await ask(
      db,
      `select concat_ws(' ', login_name, real_name, child_id, class_id, student_no, born_on) as text from accounts left join students using (user_id)
      where login_name in ('o2001r4', 'o2001s1', 'o2001s1620', 'o2003s600', 'o2001p1') order by 1`,
    );
    expect(people.map(({ text }) => text)).toEqual([
      'o2001p1 徐国平',
      'o2001r4 李超',
      'o2001s1 徐梓阳 k2001-0001 c2001-2026-7-01 202630101 2013-12-09',
      'o2001s1620 赵紫彤 k2001-1620 c2001-2026-12-06 202440644 2009-04-17',
      'o2003s600 黄浩诚 k2003-0600 c2003-2026-704-05 202370531 2005-05-27',
    ]);
  });

  it('marks the database as one with demo data', async () => {
    expect(await holdsDemoData(db)).toBe(true);
  });

  it('fills the first school with 36 current classes, as many last year, and 1,620 enrolled students', async () => {
    expect(
      await countBy(db, "select year_id as key, count(*) as n from classes where org_id = '2001' group by 1"),
    ).toEqual({ y2025: 36, y2026: 36 });
    expect(
      await countBy(
        db,
        "select grade as key, count(*) as n from classes where org_id = '2001' and year_id = 'y2026' group by 1",
      ),
    ).toEqual({ 7: 6, 8: 6, 9: 6, 10: 6, 11: 6, 12: 6 });
    expect(
      await ask(
        db,
        `select count(*)::int as n, count(distinct s.class_id)::int as classes, count(distinct student_no)::int as numbers, bool_and(study_status = 1 and c.year_id = 'y2026') as current
      from students s join classes c using (org_id, class_id) where s.org_id = '2001'`,
      ),
    ).toEqual([{ n: 1620, classes: 36, numbers: 1620, current: true }]);
    const [sizes] = await ask(
      db,
      "select min(n)::int as least, max(n)::int as most from (select count(*) as n from students where org_id = '2001' group by class_id) x",
    );
    expect(sizes?.least).toBeLessThan(Number(sizes?.most));
    expect(sizes?.least).toBeGreaterThan(39);
  });

  it('gives every tenant its type, its state and its place under the bureau', async () => {
    const rows = await ask(
      db,
      'select org_id, org_type, edu_level, parent_org_id, product_status, round(extract(epoch from account_expire_at - to_timestamp($1)) / 86400)::int as days from orgs order by 1',
      [NOW / 1000],
    );
    expect(rows).toEqual([
      { org_id: '1001', org_type: 1, edu_level: null, parent_org_id: null, product_status: 0, days: 1095 },
      { org_id: '2001', org_type: 2, edu_level: 1, parent_org_id: '1001', product_status: 0, days: 1095 },
      { org_id: '2002', org_type: 2, edu_level: 1, parent_org_id: '1001', product_status: 0, days: 1095 },
      { org_id: '2003', org_type: 2, edu_level: 3, parent_org_id: '1001', product_status: 0, days: 1095 },
      { org_id: '2004', org_type: 2, edu_level: 2, parent_org_id: '1001', product_status: 2, days: -5 },
      { org_id: '2005', org_type: 2, edu_level: 1, parent_org_id: '1001', product_status: 2, days: -60 },
    ]);
  });

  it('fills the fields that the overlay of the university adds, and no others', async () => {
    const [filled] = await ask(
      db,
      `select count(*)::int as n from classes where org_id = '2003' and ext ->> 'counsellor_name' <> '' and ext ->> 'campus' in ('east', 'west')`,
    );
    expect(filled?.n).toBe(40);
    expect(await ask(db, "select from classes where org_id <> '2003' and ext <> '{}'")).toEqual([]);
  });

  it('lets every documented login sign in with its role and the common password', async () => {
    const held = await ask(
      db,
      'select login_name, org_id, identity, role_id, password_hash, enabled from accounts join memberships using (user_id)',
    );
    for (const { login } of demoLogins())
      expect(
        held.map((row) => row.login_name),
        login,
      ).toContain(login);
    for (const org of ['2001', '2002', '2003', '2004', '2005']) {
      for (const role of [4, 5, 7, 8, 9, 10, 12, 14])
        expect(held).toContainEqual(
          expect.objectContaining({
            login_name: `o${org}r${role}`,
            org_id: org,
            identity: 3,
            role_id: role,
            enabled: true,
          }),
        );
    }
    for (const role of [1, 2, 3, 13])
      expect(held).toContainEqual(
        expect.objectContaining({ login_name: `o1001r${role}`, org_id: '1001', identity: 3, role_id: role }),
      );
    const multi = held
      .filter((row) => row.login_name === 'multi')
      .map((row) => `${String(row.org_id)} ${String(row.role_id)}`);
    expect(multi.sort()).toEqual(['2001 10', '2001 8', '2002 4', '2002 7']);
    const [hash, ...others] = new Set(held.map((row) => String(row.password_hash)));
    expect(others).toEqual([]);
    expect(await passwords.verify(hash, passwordDigest(DEMO_PASSWORD))).toBe(true);
  });

  it('gives grade heads their grade, and class teachers an existing class', async () => {
    const heads = await ask(db, "select role_extend from memberships where org_id = '2001' and role_id = 9");
    expect(heads.map((row) => row.role_extend)).toContainEqual({ grade_combos: [{ period: 4, grade: 10 }] });
    expect(heads).toHaveLength(6);
    const teachers = await ask(
      db,
      `select c.year_id from memberships m left join classes c on c.org_id = m.org_id and c.class_id = m.role_extend -> 'class_ids' ->> 0 where m.role_id = 10`,
    );
    expect(teachers.map((row) => row.year_id)).not.toContain(null);
    expect(new Set(teachers.map((row) => row.year_id))).toEqual(new Set(['y2026']));
  });

  it('gives every student an account; the first parent has two children at one school, the second one at each of two', async () => {
    const [students] = await ask(
      db,
      `select count(*)::int as n from students s join memberships m using (org_id, user_id) join accounts a using (user_id)
      where s.org_id = '2001' and m.identity = 1 and a.real_name = s.child_name and a.login_name = 'o2001s' || substr(s.child_id, 7)::int`,
    );
    expect(students?.n).toBe(1620);
    const children = (login: string) =>
      ask(
        db,
        `select org_id, left(real_name, 1) = left(child_name, 1) as namesake from guardians g join guardian_children using (org_id, guardian_id) join accounts a using (user_id) join students s using (org_id, child_id)
      where a.login_name = $1 order by 1`,
        [login],
      );
    expect(await children('o2001p1')).toEqual([
      { org_id: '2001', namesake: true },
      { org_id: '2001', namesake: true },
    ]);
    expect((await children('o2001p2')).map((row) => row.org_id)).toEqual(['2001', '2002']);
    expect(
      await ask(
        db,
        'select from guardians g where user_id is not null and not exists (select from memberships m where m.org_id = g.org_id and m.user_id = g.user_id and m.identity = 2)',
      ),
    ).toEqual([]);
  });

  it('writes matching sort keys, ages and mobiles', async () => {
    expect(
      await ask(db, "select child_name, name_pinyin from students where name_pinyin !~ '^[a-z]+( [a-z]+){1,3}$'"),
    ).toEqual([]);
    const ages = await countBy(
      db,
      "select grade as key, avg(2026 - extract(year from born_on - 243)) as n from students join classes using (org_id, class_id) where org_id in ('2001', '2002') group by 1",
    );
    for (const [grade, age] of Object.entries(ages)) expect(age, grade).toBeCloseTo(Number(grade) + 6, 0);
    expect(await ask(db, "select mobile from accounts where mobile !~ '^1990000[0-9]{4}$'")).toEqual([]);
  });

  it('has warnings of every source and verdict over two school years, and cases of the valid ones', async () => {
    expect(await countBy(db, 'select org_id as key, count(*) as n from warns group by 1')).toEqual({
      2001: 66,
      2002: 3,
      2003: 4,
    });
    expect(
      Object.keys(
        await countBy(
          db,
          "select concat_ws(' ', source, valid_status) as key, count(*) as n from warns where org_id = '2001' group by 1",
        ),
      ),
    ).toEqual(expect.arrayContaining(['1 0', '1 1', '1 2', '2 0', '2 1', '2 2', '3 0', '3 1', '3 2']));
    expect(
      Object.keys(
        await countBy(db, "select crisis_level as key, count(*) as n from warns where org_id = '2001' group by 1"),
      ),
    ).toEqual(expect.arrayContaining(['1', '2', '3']));
    expect(
      await countBy(db, "select status as key, count(*) as n from crisis_cases where org_id = '2001' group by 1"),
    ).toEqual({ 1: 5, 2: 11 });
    // As the product itself would have written it: a valid warning is in a case of the same student, each has its
    // report and its verdict, no step follows the closing, and no time is in the future.
    expect(
      await ask(
        db,
        `select w.warn_id from warns w left join crisis_cases c using (org_id, case_id) where (w.valid_status = 1) <> (c.child_id is not null and c.child_id = w.child_id)
      or w.valid_status = 1 and 2 <> (select count(*) from case_steps p where p.org_id = w.org_id and p.case_id = w.case_id and p.warn_id = w.warn_id)
      or greatest(w.reported_at, w.verified_at, w.acknowledged_at) > to_timestamp($1) or w.verified_at < w.reported_at`,
        [NOW / 1000],
      ),
    ).toEqual([]);
    expect(
      await ask(
        db,
        `select p.step_id from case_steps p join crisis_cases c using (org_id, case_id) where p.at > coalesce(c.closed_at, to_timestamp($1))`,
        [NOW / 1000],
      ),
    ).toEqual([]);
    expect(
      await ask(
        db,
        "select w.warn_id from warns w left join accounts a on a.user_id = w.reporter_id where a.user_id is null and (w.reporter_id <> 'system' or w.rule is null)",
      ),
    ).toEqual([]);
    const kinds = await ask(db, "select kind from case_steps where org_id = '2001' group by 1");
    expect(kinds.map(({ kind: one }) => one)).toEqual(
      expect.arrayContaining([
        'report',
        'verify',
        'level',
        'note',
        'family',
        'reassess',
        'referral',
        'follow_up',
        'consultation',
        'close',
      ]),
    );
    expect(
      (await ask(db, 'select step_id from case_steps where restricted_to is not null or amends is not null')).length,
    ).toBeGreaterThan(2);
  });

  it('changes nothing when it runs again', async () => {
    const before = await dump(db);
    expect(await seedDemo(db, { ...plain, now: NOW + 1 })).toBe('present');
    expect(await dump(db)).toBe(before);
  });

  it('leaves the rows of each tenant visible to that tenant only', async () => {
    const visible = await db.admin(async (run) => {
      await run('begin');
      await run(
        "select set_config('role', 'xinyu_app', true), set_config('app.org_id', '2002', true), set_config('app.user_id', '', true)",
      );
      const orgs = await run(
        'select distinct org_id from classes union select distinct org_id from students union select distinct org_id from memberships union select distinct org_id from guardians',
      );
      await run('rollback');
      return orgs;
    });
    expect(visible).toEqual([{ org_id: '2002' }]);
  });
});

describe('seeding more than once', () => {
  // The second run waits for the only connection as long as the first run takes.
  const one = useDatabase('embedded', { waitLimitMs: 120_000 });
  const other = useDatabase('embedded');
  const taken = useDatabase('embedded');

  it('creates the same rows each time, and only once when two processes seed concurrently', async () => {
    const outcomes = await Promise.all([seedDemo(one(), plain), seedDemo(one(), plain)]);
    expect(outcomes.sort()).toEqual(['present', 'seeded'] satisfies SeedOutcome[]);
    expect(await seedDemo(other(), plain)).toBe('seeded');
    expect(await dump(one())).toBe(await dump(other()));
  });

  it('leaves a database with other accounts alone', async () => {
    const db = taken();
    await ask(
      db,
      "insert into accounts (user_id, login_name, login_key, password_hash, real_name) values ('u', 'head', 'head', 'x', '某')",
    );
    expect(await seedDemo(db, plain)).toBe('occupied');
    expect(await holdsDemoData(db)).toBe(false);
    expect(await ask(db, 'select from orgs')).toEqual([]);
  });
});
