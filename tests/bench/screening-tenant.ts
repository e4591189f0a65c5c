import gad7 from '../../schemas/scales/gad-7.json' with { type: 'json' };
import phq9 from '../../schemas/scales/phq-9.json' with { type: 'json' };
import { loadConfig } from '../../src/app/server/config/load.ts';
import { insertAll } from '../../src/app/server/demo/seed.ts';
import { wrappingKeysOf } from '../../src/app/server/wrapping-keys.ts';
import { emptyState, mergeAnswers } from '../../src/features/screening/rules/sheet-state.ts';
import { encryptState } from '../../src/features/screening/server/sheets/stored-state.ts';
import { createDataKeys, type KeyRing } from '../../src/platform/crypto/server/data-keys.ts';
import type { AdminRun } from '../../src/platform/db/server/database.ts';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { IDENTITY } from '../../src/platform/identity/identity.ts';
import { createSessions } from '../../src/platform/identity/server/sessions.ts';
import { systemClock } from '../../src/platform/runtime/server/clock.ts';
import { MemoryState } from '../../src/platform/state/server/memory-state.ts';
import { BENCH_ORG, type Actor } from './bench-tenant.ts';
import type { BenchDatabase } from './databases.ts';
import type { Identity } from './load.ts';
import { addPeople, inTransaction } from './people.ts';

/** Packs of every sheet, in the order of the questions. */
const PACKS = [phq9, gad7];
export const ITEMS = PACKS.flatMap(({ id, items }) => items.map((item) => ({ scale_id: id, item_id: item.id })));
/** An answer that starts a warning when it is given. */
export const CRITICAL = { scale_id: phq9.id, item_id: '9' };

/** Screenings of the large school: one that runs, one whose progress is counted, and one that waits for its scores. */
export const RUNNING = 'bench-running';
export const HALF_DONE = 'bench-half-done';
export const SUBMITTED = 'bench-submitted';
export const HALF_DONE_SHEETS = 50_000;
export const SUBMITTED_SHEETS = 100_000;
/** Students who sign in by password, beside those who have a session. */
export const SIGNING_IN = 60;
const PIECE = 10_000;
const DAY_MS = 86_400_000;

const PSYCHOLOGIST: Actor = { login: 'u-bench-8-0', orgId: BENCH_ORG, orgType: '2', roleId: '8' };

/** A student with a sheet of the running screening. */
export interface Taker {
  identity: Identity;
  sheet: string;
}

export interface ScreeningTenant {
  psychologist: Actor;
  takers: Taker[];
  /** Login names and sheets of the students who sign in. */
  signing: { login: string; sheet: string }[];
  /** A class to edit meanwhile. */
  classId: string;
}

const sheetOf = (examId: string, childId: string) => `${examId}-${childId}`;

const examRow = (exam_id: string, exam_name: string) => ({
  org_id: BENCH_ORG,
  exam_id,
  exam_name,
  scale_ids: PACKS.map(({ id }) => id),
  scale_versions: Object.fromEntries(PACKS.map(({ id, version }) => [id, version])),
  starts_at: new Date(systemClock.now() - DAY_MS).toISOString(),
  ends_at: new Date(systemClock.now() + DAY_MS).toISOString(),
  duty: [PSYCHOLOGIST.login],
  status: 'published',
  created_by: PSYCHOLOGIST.login,
});

const ORDERED =
  'select * from students where org_id = $1 and study_status = 1 and user_id is not null order by child_id limit $2::int';

/** One sheet of each of the first students. */
const addSheets = (run: AdminRun, examId: string, count: number) =>
  run(
    `insert into exam_sheets (org_id, child_exam_id, exam_id, child_id, class_id, class_name, period, grade, assented_at, total)
    select s.org_id, $3 || '-' || s.child_id, $3, s.child_id, s.class_id, c.class_name, c.period, c.grade, now(), ${ITEMS.length}
    from (${ORDERED}) s join classes c on c.org_id = s.org_id and c.class_id = s.class_id`,
    [BENCH_ORG, count, examId],
  );

/** Answers all items with the values 0 to 2, but denies the critical one. */
function answersOf(ring: KeyRing, examId: string, childId: string, n: number): string {
  const state = emptyState();
  const at = new Date(systemClock.now() - DAY_MS / 2 + n).toISOString();
  const answers = ITEMS.map((item, i) => {
    const value = item.scale_id === CRITICAL.scale_id && item.item_id === CRITICAL.item_id ? 0 : (n + i) % 3;
    return { ...item, value, answered_at: at, seq: i };
  });
  mergeAnswers(state, { device: 'bench', holder: 'bench' }, answers);
  return encryptState(ring, sheetOf(examId, childId), state);
}

/** Answers and submits the sheets of the screening that waits for its scores. */
async function submitAll(run: AdminRun, ring: KeyRing, children: readonly string[]): Promise<void> {
  for (let from = 0; from < children.length; from += PIECE) {
    const part = children.slice(from, from + PIECE);
    await run(
      `update exam_sheets h set answers = a.answers, answered = ${ITEMS.length}, started_at = now() - interval '12 hours', submitted_at = now() - interval '1 hour'
      from unnest($2::text[], $3::text[]) as a (id, answers) where h.org_id = $1 and h.child_exam_id = a.id`,
      [
        BENCH_ORG,
        part.map((childId) => sheetOf(SUBMITTED, childId)),
        part.map((childId, i) => answersOf(ring, SUBMITTED, childId, from + i)),
      ],
    );
  }
}

/** Submits sheets of students to a screening that has no scores yet. A product that starts afterwards scores them. */
export async function addSubmitted(database: BenchDatabase, count = SUBMITTED_SHEETS): Promise<void> {
  const db = await openDatabase(database.owner);
  try {
    const config = loadConfig({ env: { ...database.env, DATABASE_URL: '' } });
    const state = new MemoryState(systemClock);
    const keys = createDataKeys({ db, state, clock: systemClock, wrapping: wrappingKeysOf(config) });
    const ring = await keys.ring(BENCH_ORG);
    await inTransaction(db, async (run) => {
      await run("select set_config('app.org_id', $1, true)", [BENCH_ORG]);
      await addSheets(run, SUBMITTED, count);
      const children = await run('select child_id from exam_sheets where org_id = $1 and exam_id = $2', [
        BENCH_ORG,
        SUBMITTED,
      ]);
      await submitAll(
        run,
        ring,
        children.map(({ child_id }) => String(child_id)),
      );
    });
    await db.admin((run) => run('vacuum analyze exam_sheets'));
    await db.admin((run) => run('checkpoint'));
  } finally {
    await db.close();
  }
}

/** Students whose sheets a group report counts. */
export const REPORTED = 50_000;

/** Withdraws half of the scored sheets, so that those of so many students are left. */
export async function keepReported(database: BenchDatabase): Promise<void> {
  const db = await openDatabase(database.owner);
  try {
    // The embedded engine has no autovacuum: without statistics it compares each result with each sheet.
    await db.admin((run) => run('analyze exam_sheets'));
    await db.admin((run) => run('analyze exam_results'));
    await inTransaction(db, async (run) => {
      await run("select set_config('app.org_id', $1, true)", [BENCH_ORG]);
      const half = 'select child_exam_id from exam_sheets where exam_id = $1 order by child_exam_id limit $2';
      const left = [SUBMITTED, SUBMITTED_SHEETS - REPORTED];
      await run(`update exam_results set ended_at = now() where exam_id = $1 and child_exam_id in (${half})`, left);
      await run(`update exam_sheets set withdrawn_at = now() where exam_id = $1 and child_exam_id in (${half})`, left);
    });
    await db.admin((run) => run('vacuum analyze exam_sheets'));
    await db.admin((run) => run('vacuum analyze exam_results'));
  } finally {
    await db.close();
  }
}

/** @param takers Students who answer at the same time, each with a session */
export async function screeningTenant(database: BenchDatabase, takers: number): Promise<ScreeningTenant> {
  const db = await openDatabase(database.owner);
  try {
    const config = loadConfig({ env: { ...database.env, DATABASE_URL: '' } });
    const state = new MemoryState(systemClock);
    let students: Record<string, unknown>[] = [];
    await inTransaction(db, async (run) => {
      await run("select set_config('app.org_id', $1, true)", [BENCH_ORG]);
      const known = await run('select 1 from memberships where user_id = $1', [PSYCHOLOGIST.login]);
      if (known.length === 0) await addPeople(run, BENCH_ORG, [{ userId: PSYCHOLOGIST.login, roleId: 8, reach: {} }]);
      await insertAll(run, 'exams', [
        examRow(RUNNING, '正在进行'),
        examRow(HALF_DONE, '完成一半'),
        examRow(SUBMITTED, '等待计分'),
      ]);
      students = await run(
        `select s.child_id, s.class_id, a.user_id, a.login_name from (${ORDERED}) s join accounts a on a.user_id = s.user_id order by s.child_id`,
        [BENCH_ORG, takers + SIGNING_IN],
      );
      await run(
        `insert into memberships (org_id, user_id, identity, role_id, role_extend) select org_id, user_id, ${IDENTITY.student}, null, '{}' from (${ORDERED}) s`,
        [BENCH_ORG, takers + SIGNING_IN],
      );
      await addSheets(run, RUNNING, takers + SIGNING_IN);
      await addSheets(run, HALF_DONE, HALF_DONE_SHEETS);
      await run(
        `update exam_sheets set started_at = now(), submitted_at = now(), scored_at = now() where exam_id = $1 and right(child_id, 1) < '5'`,
        [HALF_DONE],
      );
    });
    await db.admin((run) => run('vacuum analyze exam_sheets'));
    await db.admin((run) => run('checkpoint'));
    const sessions = createSessions({
      db,
      state,
      clock: systemClock,
      secret: database.env['APP_SECRET'] ?? '',
      ...config.session,
    });
    const begun: Taker[] = [];
    for (const { child_id, user_id } of students.slice(0, takers)) {
      const { access_token: accessToken, code } = await sessions.open(String(user_id), 'web', {
        device: 'bench',
        address: '127.0.0.1',
      });
      begun.push({
        identity: { accessToken, code, orgId: BENCH_ORG, orgType: '2', roleId: '' },
        sheet: sheetOf(RUNNING, String(child_id)),
      });
    }
    return {
      psychologist: PSYCHOLOGIST,
      takers: begun,
      signing: students.slice(takers, takers + SIGNING_IN).map(({ login_name, child_id }) => ({
        login: String(login_name),
        sheet: sheetOf(RUNNING, String(child_id)),
      })),
      classId: String(students[0]?.['class_id']),
    };
  } finally {
    await db.close();
  }
}
