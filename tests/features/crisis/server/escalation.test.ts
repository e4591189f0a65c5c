import { expect, it } from 'vitest';
import { forget, remindOn } from '../../../../src/features/notices/server/schedule-reminders.ts';
import { describeApi } from '../../../support/databases.ts';
import { endTests } from './escalation-ends.ts';
import { NAME, tenant, useEscalations } from './escalation-fixture.ts';
import { messageTests } from './escalation-messages.ts';
import { ruleTests } from './escalation-rules.ts';
import { stepTests } from './escalation-steps.ts';

// One pair of servers for all of them: starting others costs more than the tests.
describeApi('escalation', (kind) => {
  const escalations = useEscalations(kind);
  const { server, admin, idOf, due, noticesOf } = escalations;
  stepTests(escalations);
  endTests(escalations);
  messageTests(escalations);
  ruleTests(escalations);

  it('of a fictitious student leaves no trace among students and in the log', async () => {
    const tables = await server().db.admin((found) =>
      found(`select count(*) as n from students where child_name = '${NAME}'`),
    );
    expect(Number(tables[0]?.n)).toBe(0);
    expect((await admin().get('/v1/portal/audits/logs/list?size=200')).text).not.toContain(NAME);
  });

  it('reminds of a date the day before and on the day, once, and not of a moved or cancelled one', async () => {
    server().clock.time = Date.parse('2026-12-07T12:00:00+08:00');
    const remind = (id: string, on: string) =>
      server().db.transaction(tenant, (tx) =>
        remindOn(tx, server().services, '2001', {
          subject: { type: 'follow_up', id },
          userIds: [idOf(8)],
          on,
          kinds: { before: 'follow_up_soon', onDay: 'follow_up_today' },
        }),
      );
    await remind('r1', '2026-12-09');
    await remind('r2', '2026-12-09');
    await remind('r2', '2026-12-20');
    await remind('r3', '2026-12-09');
    await server().db.transaction(tenant, (tx) => forget(tx, '2001', { type: 'follow_up', id: 'r3' }));
    await remind('r4', '2026-12-07');
    server().clock.time = Date.parse('2026-12-08T08:00:00+08:00');
    await due();
    expect(await noticesOf(8, 'r1')).toEqual(['follow_up_soon']);
    server().clock.time = Date.parse('2026-12-09T08:00:01+08:00');
    await due();
    await due();
    expect((await noticesOf(8, 'r1')).sort()).toEqual(['follow_up_soon', 'follow_up_today']);
    for (const id of ['r2', 'r3', 'r4']) expect([id, await noticesOf(8, id)]).toEqual([id, []]);
  });
});
