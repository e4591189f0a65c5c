import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { SCORING } from '../../../../src/features/screening/server/sheets/score-sheets.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { freshDatabase } from '../../../support/databases.ts';
import { times } from '../../../support/faults.ts';
import { Running, useBuild } from '../../../support/process.ts';

const SCHOOL = '2001';
/** The screening of last year, which the demo has scored. */
const EXAM = 'ex2001-1';
/** Sheets with the same answers for each scored one. */
const COPIES = 6;
const PATIENCE = { timeout: 120_000, interval: 5 };
/** The lease of a dead process lasts for many seconds. */
const LONG_PATIENCE = { timeout: 120_000, interval: 200 };

/** Copies of the scored sheets that wait for their scores: what they score is known. */
const ADD_COPIES = `
  insert into exam_sheets (org_id, child_exam_id, exam_id, child_id, attempt, class_id, class_name, period, grade, assented_at,
    started_at, last_answer_at, answered, total, answers, submitted_at)
  select org_id, child_exam_id || '+' || n, exam_id, child_id, attempt + n, class_id, class_name, period, grade, assented_at,
    started_at, last_answer_at, answered, total, answers, submitted_at
  from exam_sheets, generate_series(1, ${COPIES}) n
  where org_id = $1 and exam_id = $2 and scored_at is not null and withdrawn_at is null`;
/** Results in force, their number, and whether each is the one of the sheet that it was copied from. */
const COMPARE = `
  select count(*)::int as results, count(distinct (r.child_exam_id, r.scale_id))::int as different,
    count(*) filter (where (r.version, r.norm_set, r.valid, r.dimensions, r.marks, r.positive)
      is not distinct from (f.version, f.norm_set, f.valid, f.dimensions, f.marks, f.positive))::int as same
  from exam_results r join exam_results f on f.org_id = r.org_id and f.child_exam_id = split_part(r.child_exam_id, '+', 1)
    and f.scale_id = r.scale_id and f.ended_at is null
  where r.org_id = $1 and r.exam_id = $2 and r.child_exam_id like '%+%'`;

describe.skipIf(!inject('databases').postgres)('a process that is killed while it scores', () => {
  const entry = useBuild();
  const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu scoring '));
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

  it('leaves sheets that the next process scores, each once and as their packs say', async () => {
    const fresh = await freshDatabase('server', 'demo');
    onTestFinished(() => fresh.remove());
    const db = await openDatabase(fresh.options);
    onTestFinished(() => db.close());
    const run = (text: string, values: unknown[] = [SCHOOL, EXAM]) =>
      db.admin(async (ask) => {
        await ask("select set_config('app.org_id', $1, false)", [SCHOOL]);
        return ask(text, values);
      });
    await run(ADD_COPIES);
    const [expected] = await run(
      `select (count(*) * ${COPIES})::int as results from exam_results r join exam_sheets h on h.org_id = r.org_id and h.child_exam_id = r.child_exam_id
      where r.org_id = $1 and r.exam_id = $2 and r.ended_at is null and h.withdrawn_at is null and h.child_exam_id not like '%+%'`,
    );
    const wanted = Number(expected?.['results']);
    expect(wanted).toBeGreaterThan(2000);
    const found = async () => Number((await run(COMPARE))[0]?.['results']);

    let before = 0;
    for (let kill = 0; kill < times(1, 10) && before < wanted; kill++) {
      await run('delete from jobs where kind = $2 and tenant = $1', [SCHOOL, SCORING]);
      await run('insert into jobs (kind, tenant, run_after) values ($2, $1, now())', [SCHOOL, SCORING]);
      const running = new Running(entry('main'), {
        PORT: '0',
        DATA_DIR: home,
        DATABASE_URL: fresh.options.url ?? '',
      });
      onTestFinished(async () => {
        await running.kill();
      });
      await expect.poll(found, PATIENCE).toBeGreaterThan(before);
      await running.kill('SIGKILL');
      before = await found();
      if (kill === 0) expect(before, 'it was killed at work').toBeLessThan(wanted);
    }

    // The lease of the job that died with its process ends by itself.
    const last = new Running(entry('main'), { PORT: '0', DATA_DIR: home, DATABASE_URL: fresh.options.url ?? '' });
    onTestFinished(async () => {
      await last.kill();
    });
    await expect.poll(found, LONG_PATIENCE).toBe(wanted);
    expect(await run(COMPARE)).toEqual([{ results: wanted, different: wanted, same: wanted }]);
    const [left] = await run(
      'select count(*)::int as n from exam_sheets where org_id = $1 and exam_id = $2 and scored_at is null and submitted_at is not null',
    );
    expect(left).toEqual({ n: 0 });
  }, 240_000);
});
