import { openDatabase } from '../../src/platform/db/server/open.ts';
import { BENCH_ORG, type Actor } from './bench-tenant.ts';
import type { BenchDatabase } from './databases.ts';
import { inTransaction } from './people.ts';

/** One member of staff of each group of roles whose home page is measured. */
export interface HomeReader extends Actor {
  name: string;
}

const reader = (name: string, roleId: number, n = 0): HomeReader => ({
  name,
  login: `u-bench-${roleId}-${n}`,
  orgId: BENCH_ORG,
  orgType: '2',
  roleId: String(roleId),
});

/** People of the crisis tenant who reach the whole school, a period, a grade and a few classes. */
export const STAFF: readonly HomeReader[] = [
  reader('心理教师', 8),
  reader('校领导', 12),
  reader('只负责一个学段的领导', 12, 1),
  reader('年级主任', 9),
  reader('班主任', 10),
];

/** Records of the school's counsellors. */
const FOLLOW_UPS = 20_000;
const CONSULTATIONS = 20_000;
/** Newest of the warnings that wait for their verdict: nobody has answered their escalation, but it still goes on. */
const FRESH = 2000;

/** Four of five students have a consent. */
const CONSENTS = `
  insert into guardian_consents (org_id, consent_id, child_id, guardian_id, guardian_name, relation, text_version, how, consented_on, recorded_by, recorded_at)
  select org_id, 'bench-' || child_id, child_id, 'g-' || child_id, '', 1, '1', 1, current_date, 'u-bench', now()
  from students where org_id = '${BENCH_ORG}' and right(child_id, 1) not in ('1', '2')`;

/** Two screenings run: one of the whole school, one of a period. Half of the sheets are submitted. */
const SHEETS = `
  insert into exams (org_id, exam_id, exam_name, starts_at, ends_at, status, created_by)
  select '${BENCH_ORG}', 'bench-home-' || i, '筛查 ' || i, now() - interval '1 day', now() + i * interval '1 day', 'published', 'u-bench'
  from generate_series(1, 2) i;
  insert into exam_sheets (org_id, child_exam_id, exam_id, child_id, class_id, class_name, period, grade, total, started_at, submitted_at)
  select s.org_id, 'bench-home-' || i || '-' || s.child_id, 'bench-home-' || i, s.child_id, s.class_id, c.class_name, c.period, c.grade, 16,
    case when right(s.child_id, 1) < '5' then now() end, case when right(s.child_id, 1) < '5' then now() end
  from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id, generate_series(1, 2) i
  where s.org_id = '${BENCH_ORG}' and (i = 1 or c.period = 3)`;

const RECORDS = `
  insert into follow_ups (org_id, follow_up_id, child_id, created_by, author_group, due_on, done_on)
  select org_id, 'bench-' || n, child_id, 'u-bench-8-' || n % 20, 'psychology', current_date + (10 - n % 400)::int, case when n % 400 > 15 then current_date + (12 - n % 400)::int end
  from (select *, row_number() over (order by child_id) as n from students where org_id = '${BENCH_ORG}' order by child_id limit ${FOLLOW_UPS}) s;
  insert into consultations (org_id, consultation_id, child_id, created_by, author_group, slot, counsellor_id, start_at, minutes, status)
  select org_id, 'bench-' || n, child_id, 'u-bench-8-' || n % 20, 'psychology', 'bench-' || n, 'u-bench-8-' || n % 20, now() + (5 - n % 700) * interval '1 day', 50, case when n % 700 > 6 then 2 else 1 end
  from (select *, row_number() over (order by child_id) as n from students where org_id = '${BENCH_ORG}' order by child_id limit ${CONSULTATIONS}) s;`;

/** Every report has started an escalation. */
const ESCALATIONS = `
  insert into escalations (org_id, warn_id, class_id, reporter_id, rules, step, state, started_at, next_at)
  select org_id, warn_id, class_id, reporter_id, '[]', 1 + n % 2,
    case when valid_status > 0 then 'verified' when n > ${FRESH} then 'exhausted' else 'running' end, reported_at,
    case when valid_status = 0 and n <= ${FRESH} then now() + interval '1 day' end
  from (select *, row_number() over (partition by valid_status order by reported_at desc, warn_id) as n from warns where org_id = '${BENCH_ORG}') w on conflict do nothing;
  insert into escalation_tellings (org_id, warn_id, step, user_id, channel, stand_in, at, state)
  select org_id, warn_id, k, 'u-bench-8-' || k, 'in_app', false, started_at, 'told' from escalations, generate_series(1, 2) k where org_id = '${BENCH_ORG}' and k <= step on conflict do nothing`;

/** Other measurements of screenings have their own sheets. */
const NO_SHEETS = `
  delete from exam_sheets where org_id = '${BENCH_ORG}' and exam_id like 'bench-home-%';
  delete from exams where org_id = '${BENCH_ORG}' and exam_id like 'bench-home-%'`;

async function change(database: BenchDatabase, parts: readonly string[], tables: readonly string[]): Promise<void> {
  const db = await openDatabase(database.owner);
  try {
    for (const rows of parts)
      await inTransaction(db, async (run) => {
        await run("select set_config('app.org_id', $1, true)", [BENCH_ORG]);
        await run(rows);
      });
    for (const table of tables) await db.admin((run) => run(`vacuum analyze ${table}`));
    await db.admin((run) => run('checkpoint'));
  } finally {
    await db.close();
  }
}

/**
 * Adds what the cards of the home pages count beside warnings and cases, at the large school of the crisis tenant.
 *
 * @returns A function that removes the screenings
 */
export async function homeTenant(database: BenchDatabase): Promise<() => Promise<void>> {
  await change(
    database,
    [CONSENTS, SHEETS, RECORDS, ESCALATIONS],
    [
      'students',
      'guardian_consents',
      'exam_sheets',
      'follow_ups',
      'consultations',
      'escalations',
      'escalation_tellings',
    ],
  );
  return () => change(database, [NO_SHEETS], ['exam_sheets']);
}
