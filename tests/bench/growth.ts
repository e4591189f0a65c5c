import { CompiledQuery } from 'kysely';
import { forgetNotices, insertNotices, noticesOf } from '../../src/features/notices/server/queries/notices.ts';
import type { AdminRun, Database, Statement } from '../../src/platform/db/server/database.ts';
import { migrate } from '../../src/platform/db/server/migrate.ts';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { claimJob, deleteJob } from '../../src/platform/jobs/server/queries.ts';
import { postgresTools } from './tools.ts';

/** Rows of a table at which its statements are measured. */
const SIZES = [1_000_000, 5_000_000];
const EXTRAPOLATED = 20_000_000;
/** Rows are spread over this many schools; the first has as many again as a tenth of all. */
const SCHOOLS = 200;
const LARGE = 'g0';
const TIMES = 50;
const PIECE = 500_000;

/**
 * What one table costs at one size. Times are the median of some runs; a sweep runs once, in a transaction that is
 * undone.
 */
export interface Growth {
  table: string;
  rows: number;
  bytesPerRow: number;
  insertMs: number;
  /** A page of the large school, newest first. */
  listMs: number;
  /** The number of rows of the large school, which the same page shows; undefined where none does. */
  countMs?: number;
  /** Deleting what is over, of the large school. Undefined where nothing is deleted. */
  retentionMs?: number;
}

/** A table that grows with use. Numbers of rows begin at 1; every tenth row is of the large school. */
interface Growing {
  table: string;
  /** Creates what the inserted rows refer to. */
  parent?: string;
  /** Fills `from` to `to`, given as $1 and $2. */
  fill: string;
  insert(i: number): Statement;
  list: Statement;
  count?: Statement;
  retention?: Statement;
  /** The portal deletes as the owner of the table. */
  retentionByOwner?: string;
}

const raw = (text: string, parameters: readonly unknown[] = []): Statement => CompiledQuery.raw(text, [...parameters]);
const SCHOOL = `'g' || (case when i % 10 = 0 then 0 else i % ${SCHOOLS} end)`;
const ID = "lpad(to_hex(i), 26, '0')";
/** Three years of rows at each size, of which a tenth is over. */
const AT = `timestamptz '2024-01-01' + interval '3 years' * (i::float8 / $3::float8)`;
const OVER = '2024-04-20T00:00:00Z';
const newId = (i: number) => `z${String(i).padStart(25, '0')}`;
const notice = (i: number) => ({
  org_id: LARGE,
  notice_id: newId(i),
  user_id: 'u1',
  kind: 'warning',
  subject_type: 'warn',
  subject_id: `w${i}`,
  title: null,
  created_at: '2026-12-31T00:00:00Z',
  read_at: null,
});

const TABLES: readonly Growing[] = [
  {
    table: 'audit_logs',
    fill: `with added as (
        insert into audit_logs (org_id, log_id, at, user_id, role_id, act, resource, row_id, row_label, before, after, address, request_id)
        select ${SCHOOL}, ${ID}, ${AT}, 'u' || i % 60, 8, 'update', 'student', 's' || i % 2000, '学生' || i % 2000,
          '{"remark":"住校","class_id":"c7-1"}', '{"remark":"走读","class_id":"c7-2"}', '10.0.0.1', md5(i::text)
        from generate_series($1::int, $2::int) i returning org_id, log_id)
      insert into audit_links (org_id, seq, log_id, digest, hash)
      select org_id, ('x' || right(log_id, 8))::bit(32)::int, log_id, md5(log_id) || md5(org_id), md5(org_id) || md5(log_id) from added`,
    insert: (i) =>
      raw(
        `insert into audit_logs (org_id, log_id, at, user_id, role_id, act, resource, row_id) values ($1, $2, '2026-12-31', 'u1', 8, 'read', 'student', 's1')`,
        [LARGE, newId(i)],
      ),
    list: raw('select * from audit_logs where org_id = $1 order by at desc, log_id limit 20', [LARGE]),
    count: raw('select count(*)::int as n from audit_logs where org_id = $1', [LARGE]),
  },
  {
    table: 'notices',
    fill: `insert into notices (org_id, notice_id, user_id, kind, subject_type, subject_id, created_at, read_at)
      select ${SCHOOL}, ${ID}, 'u' || i % 60, 'warning', 'warn', 'w' || i / 4, ${AT}, case when i % 50 > 0 then now() end
      from generate_series($1::int, $2::int) i`,
    insert: (i) => insertNotices([notice(i)]).compile(),
    list: noticesOf(LARGE, { userId: 'u10' }, false, 20, 0).compile(),
    retention: forgetNotices(LARGE, OVER).compile(),
  },
  {
    table: 'exam_answers',
    parent: `insert into exam_sheets (org_id, child_exam_id, exam_id, child_id) values ('${LARGE}', 'e1', 'x1', 's1')`,
    fill: `insert into exam_answers (org_id, answer_id, child_exam_id, device, received_at, answers)
      select ${SCHOOL}, ${ID}, 'e' || i / 200, 'd', ${AT}, repeat(md5(i::text), 7)
      from generate_series($1::int, $2::int) i`,
    insert: (i) =>
      raw(
        `insert into exam_answers (org_id, answer_id, child_exam_id, device, received_at, answers) values ($1, $2, 'e1', 'd', '2026-12-31', repeat('x', 224))`,
        [LARGE, newId(i)],
      ),
    list: raw(
      'select answer_id, answers from exam_answers where org_id = $1 and child_exam_id = $2 order by answer_id',
      [LARGE, 'e77'],
    ),
    retentionByOwner: `delete from exam_answers where org_id = '${LARGE}' and child_exam_id in (select 'e' || i from generate_series(1, 500) i)`,
  },
  {
    table: 'jobs',
    fill: `insert into jobs (job_id, kind, tenant, subject, run_after, created_at)
      select ${ID}, 'bench', ${SCHOOL}, i::text, case when i % 1000 = 0 then timestamptz '2024-01-01' else timestamptz '2099-01-01' end, ${AT}
      from generate_series($1::int, $2::int) i`,
    insert: (i) =>
      raw("insert into jobs (job_id, kind, tenant, subject, run_after) values ($1, 'bench', $2, $1, '2099-01-01')", [
        newId(i),
        LARGE,
      ]),
    list: claimJob({
      kind: 'bench',
      now: '2026-12-31T00:00:00Z',
      lease: 'l',
      until: '2026-12-31T00:01:00Z',
      mine: [],
      perTenant: 1,
      served: [],
    }),
    retention: deleteJob(newId(1), 'none').compile(),
  },
];

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

async function timesOf(times: number, work: (i: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const from = performance.now();
    await work(i);
    taken.push(performance.now() - from);
  }
  return median(taken);
}

class Undone extends Error {}

/** Measures a write that leaves nothing behind. */
async function undone(db: Database, statement: Statement): Promise<number> {
  let ms = NaN;
  await db
    .transaction({ orgId: LARGE, userId: null }, async (tx) => {
      const from = performance.now();
      await tx.run(statement);
      ms = performance.now() - from;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return ms;
}

/** Writes rows whose references do not exist. */
async function unchecked(run: AdminRun, write: () => Promise<unknown>): Promise<void> {
  await run('set session_replication_role = replica');
  await write();
  await run('set session_replication_role = origin');
}

/** Measures a write of the owner that leaves nothing behind. */
const undoneByOwner = (db: Database, statement: string): Promise<number> =>
  db.admin(async (run) => {
    await run('begin');
    const from = performance.now();
    await run(statement);
    const ms = performance.now() - from;
    await run('rollback');
    return ms;
  });

async function fillTo(run: AdminRun, { table, fill }: Growing, before: number, rows: number): Promise<void> {
  await unchecked(run, async () => {
    for (let from = before; from < rows; from += PIECE) await run(fill, [from + 1, Math.min(rows, from + PIECE), rows]);
  });
  await run(`vacuum analyze ${table}`);
}

async function measure(db: Database, growing: Growing, rows: number, run: number): Promise<Growth> {
  const { table, insert, list, count, retention, retentionByOwner } = growing;
  const tenant = { orgId: LARGE, userId: null };
  const size =
    table === 'audit_logs'
      ? "pg_total_relation_size('audit_logs') + pg_total_relation_size('audit_links')"
      : `pg_total_relation_size('${table}')`;
  const [stored] = await db.admin((ask) => ask(`select ${size} as bytes`));
  const read = async (statement: Statement) =>
    statement === list && table === 'jobs' ? undone(db, statement) : db.read(tenant, [statement]);
  const insertMs = await timesOf(TIMES, (i) => db.transaction(tenant, (tx) => tx.run(insert(run * TIMES + i))));
  const retentionMs = retention
    ? await undone(db, retention)
    : retentionByOwner && (await undoneByOwner(db, retentionByOwner));
  return {
    table,
    rows,
    bytesPerRow: Number(stored?.['bytes']) / rows,
    insertMs,
    listMs: await timesOf(TIMES / 5, () => read(list)),
    ...(count && { countMs: await timesOf(TIMES / 10, () => read(count)) }),
    ...(typeof retentionMs === 'number' && { retentionMs }),
  };
}

/**
 * Fills the tables that grow without end, and measures insert, page and retention at each size. It takes long, so that
 * each table is handed on when it is measured.
 *
 * @param only Names of tables; all when none of them is one
 */
export async function growth(
  only: readonly string[],
  say: (text: string) => void,
  keep: (found: Growth) => void,
): Promise<void> {
  const named = TABLES.filter(({ table }) => only.includes(table));
  const { startPostgres } = await postgresTools();
  const started = await startPostgres();
  if (!started) throw new Error('this measurement needs PostgreSQL');
  const name = `xinyu_growth_${process.pid}`;
  const admin = await openDatabase({ url: started.env.TEST_DATABASE_URL });
  await admin.admin((run) => run(`create database ${name}`));
  const url = new URL(started.env.TEST_DATABASE_URL);
  url.pathname = name;
  const db = await openDatabase({ url: url.href });
  try {
    await migrate(db);
    await db.admin(async (run) => {
      await unchecked(run, () =>
        run(
          `insert into orgs (org_id, org_name, org_type, edu_level, service_type, product_status, account_expire_at, total_quota)
         select 'g' || i, '学校' || i, 2, 1, 2, 0, '2039-01-01', 1000 from generate_series(0, ${SCHOOLS - 1}) i`,
        ),
      );
    });
    for (const growing of named.length > 0 ? named : TABLES) {
      const { parent } = growing;
      if (parent) await db.admin((run) => unchecked(run, () => run(parent)));
      let before = 0;
      for (const [i, rows] of SIZES.entries()) {
        say(`${growing.table}：${rows.toLocaleString('en')} 行`);
        await db.admin((run) => fillTo(run, growing, before, rows));
        keep(await measure(db, growing, rows, i));
        before = rows;
      }
      await db.admin((run) => run(`drop table ${growing.table} cascade`));
    }
  } finally {
    await db.close();
    await admin.admin((run) => run(`drop database ${name} with (force)`));
    await admin.close();
    await started.stop();
  }
}

/** By table and size, as a sheet lists them. */
export const inOrder = (found: readonly Growth[]): Growth[] =>
  TABLES.flatMap(({ table }) =>
    found.filter((one) => one.table === table).toSorted((one, other) => one.rows - other.rows),
  );

/** What grew by a factor between two sizes grows by as much again for each such step. */
function extrapolated(one: Growth, other: Growth, of: (growth: Growth) => number | undefined): number | undefined {
  const [a, b] = [of(one), of(other)];
  if (a === undefined || b === undefined || a <= 0) return undefined;
  const power = Math.log(b / a) / Math.log(other.rows / one.rows);
  return b * (EXTRAPOLATED / other.rows) ** Math.max(0, power);
}

/** The measured rows of each table, and what follows from them for a larger one. */
export function withExtrapolation(found: readonly Growth[]): Growth[] {
  return found.flatMap((growth, i) => {
    const before = found[i - 1];
    if (before?.table !== growth.table) return [growth];
    const of = (value: (growth: Growth) => number | undefined) => extrapolated(before, growth, value);
    const [countMs, retentionMs] = [of(({ countMs: ms }) => ms), of(({ retentionMs: ms }) => ms)];
    return [
      growth,
      {
        table: growth.table,
        rows: EXTRAPOLATED,
        bytesPerRow: growth.bytesPerRow,
        insertMs: of(({ insertMs: ms }) => ms) ?? NaN,
        listMs: of(({ listMs: ms }) => ms) ?? NaN,
        ...(countMs !== undefined && { countMs }),
        ...(retentionMs !== undefined && { retentionMs }),
      },
    ];
  });
}
