import { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Home } from '../../../../src/features/home/contract.ts';
import type { SentStatement } from '../../../../src/platform/db/server/database.ts';
import { dataOf, rowsOf, useVerifiedClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const HOME = '/v1/portal/home';

describeApi('the statements of the home page', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const leader = useVerifiedClient(server, 2001, 12);
  const head = useVerifiedClient(server, 2001, 10);

  /** What a request sends to the database. */
  async function sentBy(client: Client): Promise<SentStatement[]> {
    const sent: SentStatement[] = [];
    const stop = server().db.onStatement((statement) => sent.push(statement));
    const { status } = await client.get(HOME);
    stop();
    expect(status).toBe(200);
    return sent;
  }

  /** The plan of a statement where an index is used if any fits. */
  const planOf = ({ sql, parameters }: SentStatement): Promise<string> =>
    server().db.admin(async (run) => {
      await run('begin');
      try {
        await run('set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off');
        return (await run(`explain ${sql}`, parameters)).map((row) => String(row['QUERY PLAN'])).join('\n');
      } finally {
        await run('rollback');
      }
    });

  beforeAll(async () => {
    // Without statistics the planner takes the tables for empty, and without a vacuum an index for no answer by itself.
    await rowsOf(server(), 'vacuum analyze');
  });

  it('count what waits, the sheets and the steps of a new year by indexes that hold nothing else', async () => {
    const plans = await Promise.all((await sentBy(admin())).map(planOf));
    for (const index of [
      'warns_waiting',
      'exam_sheets_open',
      'exam_sheets_submitted',
      'students_unconsented',
      'students_unregistered',
    ]) {
      const found = plans.filter((plan) => plan.includes(`using ${index} `));
      expect([index, found.length]).toEqual([index, 1]);
    }
  });

  it('read no list and no statistics whose numbers the page does not show', async () => {
    const sent = (await sentBy(admin())).map(({ sql }) => sql.replace(/\s+/g, ' '));
    // A step that is done or not counts no further than it must.
    for (const table of ['"students"', '"teachers"', '"classes"'])
      expect(sent.filter((sql) => sql.includes(`from ${table} as t`) && /limit [12]\)/.test(sql))).toHaveLength(1);
    const ofWarnings = sent.filter((sql) => sql.includes('from "warns"') || sql.includes('from warns w'));
    // The numbers that wait, the trend, and the own reports.
    expect(ofWarnings.length).toBeLessThanOrEqual(4);
    expect(sent.some((sql) => sql.includes("'verdict' as dim"))).toBe(false);
  });

  it('count running screenings as their page does, for a school and for parts of it', async () => {
    for (const client of [admin(), leader(), head()]) {
      const { cards } = dataOf<Home>(await client.get(HOME));
      const exams = cards.find(({ key }) => key === 'screening')?.content?.exams ?? [];
      const { items } = dataOf<Listed>(await client.get('/v1/portal/screening/progress?size=50'));
      expect(exams.length).toBeGreaterThan(0);
      for (const { exam_id, total, submitted } of exams)
        expect(items.find((item) => item['exam_id'] === exam_id)).toMatchObject({ total, submitted });
    }
  });

  it('are not compiled by the server', async () => {
    const [rows] = await server().db.read({ orgId: '2001', userId: null }, [
      CompiledQuery.raw("select current_setting('jit') as jit"),
    ]);
    expect(rows).toEqual([{ jit: 'off' }]);
  });
});
