import { expect, it } from 'vitest';
import { insertProposals } from '../../../../src/features/roster/server/queries.ts';
import { lockOrg } from '../../../../src/platform/context/server/queries/orgs.ts';
import { dataOf, rowsOf } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { waitForLock } from '../../../support/locks.ts';
import { whileHeld } from '../../../support/while-held.ts';
import { filesOf, smallRoster, zipOf } from '../support.ts';
import { useReceiving } from './receiving.ts';

describeApi('proposals of rosters', (kind) => {
  const { server, admin, send, proposals, decide, own } = useReceiving(kind);

  const employ = async (name: string, login: string) =>
    dataOf<{ user_id: string }>(
      await admin().post('/v1/portal/teachers', { teacher_name: name, login_name: login, role_id: 7 }),
    ).user_id;
  const named = async () => (await proposals()).map(({ kind: what, name }) => [what, name]);
  const sendWell = async (file: Buffer) => {
    const answer = await send(file);
    expect(answer.status, answer.text).toBe(200);
    await server().services.jobs.idle();
  };

  it('are left out for staff who were deleted meanwhile, and do not stop the others', async () => {
    const before = zipOf(await own());
    const gone = await employ('将走一', 'roster.gone');
    const stays = await employ('将走二', 'roster.stays');
    await sendWell(before);
    expect(await named()).toEqual(
      expect.arrayContaining([
        ['teacher_left', '将走一'],
        ['teacher_left', '将走二'],
      ]),
    );
    const ids = (await proposals()).map(({ proposal_id }) => proposal_id);
    expect(ids).toHaveLength(2);
    expect((await admin().delete(`/v1/portal/teachers/${gone}`)).status).toBe(200);
    expect(await named()).toEqual([['teacher_left', '将走二']]);
    const answer = await decide(ids, 'follow');
    expect(answer.status, answer.text).toBe(200);
    const [teacher] = await rowsOf(server(), 'select enabled from teachers where user_id = $1', stays);
    expect(teacher).toEqual({ enabled: false });
    expect(await rowsOf(server(), "select 1 as one from roster_proposals where org_id = '2001'")).toEqual([]);
  });

  it('that are kept are logged with their ids', async () => {
    const before = zipOf(await own());
    await employ('留任', 'roster.kept');
    await sendWell(before);
    const ids = (await proposals()).map(({ proposal_id }) => proposal_id);
    expect(ids).toHaveLength(1);
    expect((await decide(ids, 'keep')).status).toBe(200);
    const logged = await rowsOf(
      server(),
      "select act, row_label, after from audit_logs where org_id = '2001' and resource = 'roster' and act = 'refuse'",
    );
    expect(logged).toEqual([{ act: 'refuse', row_label: '1 项建议保持不变', after: { ids } }]);
  });

  it('are those of one roster where two arrive at once', async () => {
    const [some] = await rowsOf(
      server(),
      "select class_id from classes where org_id = '2001' order by class_id limit 1",
    );
    const classId = String(some?.['class_id']);
    const stored = {
      org_id: '2001',
      proposal_id: `class_left ${classId}`,
      kind: 'class_left' as const,
      child_id: null,
      user_id: null,
      class_id: classId,
      file_name: 'first.zip',
      found_at: new Date(server().clock.now()).toISOString(),
    };
    const file = zipOf(await own());
    // The first roster has stored its proposals, and its transaction is open.
    const { second } = await whileHeld(
      server().db,
      '2001',
      [lockOrg('2001'), insertProposals('2001', [stored])],
      async () => {
        const sent = sendWell(file);
        await waitForLock(server().db);
        return { second: sent };
      },
    );
    await second;
    expect(await named()).toEqual([]);
    const few = zipOf(filesOf(smallRoster()));
    const alone = await (async () => {
      await sendWell(few);
      return (await proposals()).length;
    })();
    expect(alone).toBeGreaterThan(0);
    await Promise.all([sendWell(file), sendWell(few)]);
    expect([0, alone]).toContain((await proposals()).length);
  });

  it('are decided with the organisation locked first', async () => {
    const before = zipOf(await own());
    await employ('在岗', 'roster.order');
    await sendWell(before);
    const ids = (await proposals()).map(({ proposal_id }) => proposal_id);
    const { answer } = await whileHeld(server().db, '2001', [lockOrg('2001')], async () => {
      const decided = decide(ids, 'keep');
      await waitForLock(server().db);
      return { answer: decided };
    });
    expect((await answer).status).toBe(200);
    expect(await proposals()).toEqual([]);
  });
});
