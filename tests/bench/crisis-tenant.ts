import { loadConfig } from '../../src/app/server/config/load.ts';
import { insertAll } from '../../src/app/server/demo/seed.ts';
import { wrappingKeysOf } from '../../src/app/server/wrapping-keys.ts';
import { stepFieldLocation } from '../../src/features/crisis/server/add-step.ts';
import { warnFieldLocation } from '../../src/features/crisis/server/report-warning.ts';
import { createDataKeys, type KeyRing } from '../../src/platform/crypto/server/data-keys.ts';
import type { AdminRun } from '../../src/platform/db/server/database.ts';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { createSessions } from '../../src/platform/identity/server/sessions.ts';
import { systemClock } from '../../src/platform/runtime/server/clock.ts';
import { MemoryState } from '../../src/platform/state/server/memory-state.ts';
import { BENCH_ORG, type Actor } from './bench-tenant.ts';
import type { BenchDatabase } from './databases.ts';
import type { Identity } from './load.ts';
import { addPeople, inTransaction, type Person } from './people.ts';

/** The bureau above the large school, and other schools below it, each with the same number of warnings. */
const BUREAU = '9000';
const SCHOOLS = 10;
const WARNS_OF_A_SCHOOL = 100_000;
/** Number of students with warnings at the large school, and at each other school. */
const WORRIED = 10_000;
const STUDENTS_ELSEWHERE = 1000;
const PIECE = 10_000;
/** Steps of one case. */
const LONG_STEPS = 500;
/** Two hundred connected people, as at a large school: many class teachers and a few leaders. */
const TEACHERS_OF_A_CLASS = 4;
const CLASS_TEACHERS = 160;
const LEADERS = { 8: 20, 9: 12, 12: 4, 14: 4 } as const;
/** The psychology teachers, who are notified of each report. */
export const NOTIFIED = LEADERS[8];

/** The first one is the large school. */
const schoolId = (i: number) => String(Number(BENCH_ORG) + i);
const warnIdOf = (orgId: string, i: number) => `${orgId}w${String(i).padStart(6, '0')}`;

/** A school below the bureau beside the large one, with classes and students. */
async function addSchool(run: AdminRun, orgId: string): Promise<void> {
  await run(
    `insert into orgs (org_id, parent_org_id, org_name, org_type, edu_level, service_type, product_status, account_expire_at, total_quota)
    select $1, '${BUREAU}', '压测学校 ' || $1, 2, 1, 2, 0, account_expire_at, total_quota from orgs where org_id = '${BENCH_ORG}'`,
    [orgId],
  );
  await run("select set_config('app.org_id', $1, true)", [orgId]);
  await run(
    "insert into years (org_id, year_id, year_name, start_on, end_on, is_current) values ($1, 'y', '2026-2027', '2026-09-01', '2027-08-31', true)",
    [orgId],
  );
  await run(
    `insert into classes (org_id, class_id, year_id, period, grade, class_no, class_name) select $1, $1 || 'c' || g || '-' || n, 'y', 3, g, n, '第 ' || g || '-' || n || ' 班' from generate_series(7, 9) g, generate_series(1, 20) n`,
    [orgId],
  );
  await run(
    `insert into students (org_id, child_id, student_id, class_id, child_name, student_no, sex, study_status)
    select $1, $1 || 's' || i, $1 || 'e' || i, $1 || 'c' || (7 + i % 3) || '-' || (1 + i / 3 % 20), '学生' || i, 'N' || i, 1 + i % 2, 1 from generate_series(0, ${STUDENTS_ELSEWHERE - 1}) i`,
    [orgId],
  );
}

/**
 * Warnings of three years, four of five of them verified, and the cases of the valid ones. Inserted without the
 * triggers that count each warning; their own function computes the counts at the end.
 */
async function addWarns(run: AdminRun, orgId: string, students: number, ring: KeyRing): Promise<void> {
  await run("select set_config('app.org_id', $1, true)", [orgId]);
  await run('set local session_replication_role = replica');
  await run(
    `create temporary table numbered on commit drop as select s.child_id, s.class_id, c.class_name, c.period, c.grade, row_number() over (order by s.child_id) - 1 as no
    from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id where s.org_id = $1 order by s.child_id limit ${students}`,
    [orgId],
  );
  await run('create index on numbered (no); analyze numbered');
  await run(
    `insert into crisis_cases (org_id, case_id, child_id, crisis_level, status, opened_at, first_contact_at, closed_at, closed_by)
    select $1, $1 || 'k' || no, child_id, 1 + no % 3, 1 + least(no % 5, 1), at, at + no % 90 * interval '20 minutes', case when no % 5 > 0 then at + interval '90 days' end, case when no % 5 > 0 then 'u-bench' end
    from (select no, child_id, now() - no * interval '1000 days' / ${students} as at from numbered where no % 10 < 5) n`,
    [orgId],
  );
  for (let from = 0; from < WARNS_OF_A_SCHOOL; from += PIECE) {
    const words = Array.from({ length: PIECE }, (_, i) =>
      ring.encryptText(
        '近两周情绪低落，上课注意力不集中，夜里睡不好，几次提到活着没意思。',
        warnFieldLocation(warnIdOf(orgId, from + i), 'warn_content'),
      ),
    );
    await run(
      `insert into warns (org_id, warn_id, child_id, case_id, class_id, class_name, period, grade, source, rule, category_id, warn_content, source_type, reporter_id, reported_at, valid_status, crisis_level, verified_by, verified_at, acknowledged_by, acknowledged_at)
      select $1, $1 || 'w' || lpad(i::text, 6, '0'), n.child_id, case when status = 1 then $1 || 'k' || n.no end, n.class_id, n.class_name, n.period, n.grade, 1 + i % 3, case i % 3 when 1 then 'phq-9' when 2 then '提到自伤' end,
        (array['emotion', 'family', 'study', 'suicide'])[1 + i % 4], words, 1, case i % 3 when 0 then 'u-bench' else 'system' end, at, status, case when status = 1 then 1 + i % 3 end,
        case when status > 0 then 'u-bench' end, case when status > 0 then at + i % 300 * interval '7 minutes' end, case when status > 0 then 'u-bench' end, case when status > 0 then at + i % 60 * interval '1 minute' end
      from (select ${from} + o.i - 1 as i, o.words, now() - (${WARNS_OF_A_SCHOOL} - ${from} - o.i) * interval '1000 days' / ${WARNS_OF_A_SCHOOL} as at from unnest($2::text[]) with ordinality as o (words, i)) w
      join numbered n on n.no = w.i * 7 % ${students}
      cross join lateral (select case when w.i % 5 = 4 then 0 when n.no % 10 < 5 then 1 else 2 end as status) v`,
      [orgId, words],
    );
  }
}

/** The tables that the triggers maintain (`0032.do.warn-statistics.sql`). */
async function count(run: AdminRun, orgId: string): Promise<void> {
  await run("select set_config('app.org_id', $1, true)", [orgId]);
  await run('set local session_replication_role = replica');
  await run(
    'insert into warn_tallies (org_id, child_id, cells) select org_id, child_id, warn_tally(org_id, child_id) from (select distinct org_id, child_id from warns where org_id = $1) w',
    [orgId],
  );
  await run(
    `insert into warn_counts (org_id, year, part, dim, key, n, children)
    select org_id, (cell ->> 0)::smallint, cell ->> 1, cell ->> 2, cell ->> 3, sum(n), count(*) from (select org_id, k.key::jsonb as cell, k.value::int as n from warn_tallies, jsonb_each_text(cells) k where org_id = $1) c group by 1, 2, 3, 4, 5`,
    [orgId],
  );
}

/** A case with many steps. @returns its id */
async function addLongCase(run: AdminRun, ring: KeyRing): Promise<string> {
  await run("select set_config('app.org_id', $1, true)", [BENCH_ORG]);
  const caseId = `${BENCH_ORG}k0`;
  await insertAll(
    run,
    'case_steps',
    Array.from({ length: LONG_STEPS }, (_, i) => {
      const step_id = `${BENCH_ORG}p${String(i).padStart(4, '0')}`;
      const at = new Date(systemClock.now() - (LONG_STEPS - i) * 3_600_000).toISOString();
      return {
        org_id: BENCH_ORG,
        step_id,
        case_id: caseId,
        kind: i % 3 ? 'note' : 'family',
        author_id: 'u-bench',
        at,
        body: ring.encryptText('与家长通话，约定每周一次回访。'.repeat(8), stepFieldLocation(step_id)),
      };
    }),
  );
  return caseId;
}

async function peopleOf(run: AdminRun): Promise<Person[]> {
  await run("select set_config('app.org_id', $1, true)", [BENCH_ORG]);
  const classes = await run(
    'select c.class_id, c.period, c.grade from classes c join years y on y.org_id = c.org_id and y.year_id = c.year_id and y.is_current where c.org_id = $1 order by c.class_id',
    [BENCH_ORG],
  );
  const grades = [
    ...new Map(classes.map(({ period, grade }) => [`${String(period)} ${String(grade)}`, { period, grade }])).values(),
  ];
  const ofTeacher = (i: number) =>
    classes
      .filter((_, c) => Array.from({ length: TEACHERS_OF_A_CLASS }, (__, n) => (c + n) % CLASS_TEACHERS).includes(i))
      .map(({ class_id }) => class_id);
  const reachOf = (roleId: number, i: number) =>
    roleId === 9 ? { grade_combos: [grades[i % grades.length]] } : roleId === 12 && i > 0 ? { periods: [3] } : {};
  return [
    ...Array.from({ length: CLASS_TEACHERS }, (_, i) => ({
      userId: `u-bench-10-${i}`,
      roleId: 10,
      reach: { class_ids: ofTeacher(i) },
    })),
    ...Object.entries(LEADERS).flatMap(([role, n]) =>
      Array.from({ length: n }, (_, i) => ({
        userId: `u-bench-${role}-${i}`,
        roleId: Number(role),
        reach: reachOf(Number(role), i),
      })),
    ),
  ];
}

/** The people and rows to measure with. */
export interface CrisisTenant {
  /** Connected staff, each with a session of their own. */
  staff: Identity[];
  bureau: Actor;
  /** One who sees all warnings of the large school, and one who sees those of a period. */
  psychologist: Actor;
  leader: Actor;
  longCase: string;
  /** A class of the large school, and one student of each of many classes. */
  classId: string;
  children: string[];
}

/** @param say Called with the progress */
export async function crisisTenant(database: BenchDatabase, say: (text: string) => void): Promise<CrisisTenant> {
  const db = await openDatabase(database.owner);
  try {
    const config = loadConfig({ env: { ...database.env, DATABASE_URL: '' } });
    const state = new MemoryState(systemClock);
    const keys = createDataKeys({ db, state, clock: systemClock, wrapping: wrappingKeysOf(config) });
    await inTransaction(db, async (run) => {
      await run(
        `insert into orgs (org_id, org_name, org_type, service_type, product_status, account_expire_at) select '${BUREAU}', '压测教育局', 1, 2, 0, account_expire_at from orgs where org_id = '${BENCH_ORG}'`,
      );
      await run(`update orgs set parent_org_id = '${BUREAU}' where org_id = '${BENCH_ORG}'`);
      await addPeople(run, BUREAU, [{ userId: 'u-bench-1-0', roleId: 1, reach: {} }]);
      for (let i = 1; i < SCHOOLS; i++) await addSchool(run, schoolId(i));
      await addPeople(run, BENCH_ORG, await peopleOf(run));
    });
    for (let i = 0; i < SCHOOLS; i++) {
      const orgId = schoolId(i);
      const ring = await keys.ring(orgId);
      await inTransaction(db, (run) => addWarns(run, orgId, i === 0 ? WORRIED : STUDENTS_ELSEWHERE, ring));
      say(`预警 ${((i + 1) * WARNS_OF_A_SCHOOL).toLocaleString('en')} 条`);
    }
    say('汇总');
    await db.admin((run) =>
      run('vacuum analyze warns, crisis_cases, students, classes, memberships, teachers, accounts'),
    );
    // All other schools are equal.
    for (const orgId of [BENCH_ORG, schoolId(1)]) await inTransaction(db, (run) => count(run, orgId));
    for (let i = 2; i < SCHOOLS; i++)
      await inTransaction(db, (run) =>
        run(`insert into warn_counts select $1, year, part, dim, key, n, children from warn_counts where org_id = $2`, [
          schoolId(i),
          schoolId(1),
        ]),
      );
    const sessions = createSessions({
      db,
      state,
      clock: systemClock,
      secret: database.env['APP_SECRET'] ?? '',
      ...config.session,
    });
    const ring = await keys.ring(BENCH_ORG);
    let [longCase, classId] = ['', ''];
    let children: string[] = [];
    let people: Person[] = [];
    await inTransaction(db, async (run) => {
      longCase = await addLongCase(run, ring);
      people = await peopleOf(run);
      children = (
        await run(
          'select min(child_id) as id from students where org_id = $1 and study_status = 1 group by class_id order by 1',
          [BENCH_ORG],
        )
      ).map(({ id }) => String(id));
      classId = String(
        (await run('select class_id from warns where org_id = $1 order by reported_at desc limit 1', [BENCH_ORG]))[0]?.[
          'class_id'
        ],
      );
    });
    await db.admin((run) => run('vacuum analyze warn_tallies, warn_counts, case_steps'));
    await db.admin((run) => run('checkpoint'));
    const staff: Identity[] = [];
    for (const { userId, roleId } of people) {
      const { access_token: accessToken, code } = await sessions.open(userId, 'web', {
        device: 'bench',
        address: '127.0.0.1',
      });
      staff.push({ accessToken, code, orgId: BENCH_ORG, orgType: '2', roleId: String(roleId) });
    }
    const at = (login: string, orgId: string, orgType: string, roleId: string): Actor => ({
      login,
      orgId,
      orgType,
      roleId,
    });
    return {
      staff,
      longCase,
      classId,
      children,
      bureau: at('u-bench-1-0', BUREAU, '1', '1'),
      psychologist: at('u-bench-8-0', BENCH_ORG, '2', '8'),
      leader: at('u-bench-12-1', BENCH_ORG, '2', '12'),
    };
  } finally {
    await db.close();
  }
}
