import { expect, it } from 'vitest';
import { refusalOf, rowsOf, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { resultsLike, studentsWithoutWarnings, TOTALS } from './totals-support.ts';

describeApi('single totals', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useVerifiedClient(server, 2001, 8);

  it('are corrected and entered one by one, once for a student, a dimension and a day', async () => {
    const [student] = await studentsWithoutWarnings(server());
    const body = {
      child_id: student?.['child_id'],
      scale_id: 'k10',
      dimension: '总分',
      score: 12,
      tested_on: '2026-04-01',
    };
    const made = await admin().post(TOTALS, body);
    expect(made.status).toBe(201);
    expect((await admin().post(TOTALS, body)).status).toBe(409);
    expect(refusalOf(await admin().post(TOTALS, { ...body, score: 90 })).message).not.toBe('');
    // The clock goes on, so that a job which was interrupted by the next one is taken up again.
    const scoredAs = (score: number) =>
      expect
        .poll(async () => {
          server().clock.advance(1000);
          await server().services.jobs.runDue();
          return (await resultsLike(server(), 'im-k10-20260401-%'))[0]?.['dimensions'];
        })
        .toMatchObject([{ dimension_id: 'total', score }]);
    await scoredAs(12);
    expect((await admin().put(`${TOTALS}/${made.data.total_id}`, { score: 35 })).status).toBe(200);
    await scoredAs(35);
    const sheet = `im-k10-20260401-${String(student?.['child_id'])}`;
    const { replaced } = (await psychologist().get(`/v1/portal/child_exams/${sheet}/report`)).data;
    expect(replaced).toMatchObject([{ scores: [{ dimension_id: 'total', score: 12 }] }]);
    expect(replaced[0].ended_by_name).toBeUndefined();
    // The log says that scores were entered and changed, and never which.
    const entries = await rowsOf(
      server(),
      "select act, before, after from audit_logs where org_id = '2001' and resource = 'exam-total'",
    );
    expect([...new Set(entries.map(({ act }) => act))]).toEqual(expect.arrayContaining(['create', 'update']));
    for (const { before, after } of entries)
      expect({ ...(before as object), ...(after as object) }).not.toHaveProperty('score');
  });
});
