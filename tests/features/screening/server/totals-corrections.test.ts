import { expect, it } from 'vitest';
import { holdSheet } from '../../../../src/features/screening/server/queries/sheets.ts';
import { scoringJob } from '../../../../src/features/screening/server/sheets/score-sheets.ts';
import { Worker } from '../../../../src/platform/jobs/server/worker.ts';
import { refusalOf, rowsOf, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { waitForLock } from '../../../support/locks.ts';
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
    const scoredAs = (score: number) =>
      expect
        .poll(async () => {
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

  it('are scored when another transaction held their sheet and was rolled back', async () => {
    const [, student] = await studentsWithoutWarnings(server());
    const { db, services } = server();
    services.jobs.pause();
    const tested_on = '2026-04-02';
    const sheet = `im-k10-20260402-${String(student?.['child_id'])}`;
    const body = { child_id: student?.['child_id'], scale_id: 'k10', dimension: '总分', score: 13, tested_on };
    expect((await admin().post(TOTALS, body)).status).toBe(201);

    let rollBack = (): void => undefined;
    const mayRollBack = new Promise<void>((resolve) => (rollBack = resolve));
    let lock = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => (lock = resolve));
    const other = db.transaction({ orgId: '2001', userId: null }, async (tx) => {
      await tx.run(holdSheet('2001', sheet));
      lock();
      // The embedded engine has one connection: nothing runs beside a transaction.
      if (db.kind === 'server') await mayRollBack;
      throw new Error('rolled back');
    });
    await Promise.race([isLocked, other]).catch(() => undefined);
    const scoring = new Worker([scoringJob], services).runDue();
    await waitForLock(db);
    rollBack();
    await expect(other).rejects.toThrow('rolled back');
    await scoring;
    expect(await resultsLike(server(), sheet)).toMatchObject([{ dimensions: [{ score: 13 }] }]);
  });
});
