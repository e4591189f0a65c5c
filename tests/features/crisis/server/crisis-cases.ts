import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseDetail } from '../../../../src/features/crisis/contract/cases.ts';
import type { WarnDetail } from '../../../../src/features/crisis/contract/warnings.ts';
import { WARN_SOURCE } from '../../../../src/features/crisis/rules/crisis.ts';
import { reportWarning } from '../../../../src/features/crisis/server/report-warning.ts';
import { systemIn } from '../../../../src/platform/audit/server/operator.ts';
import type { TakenFile } from '../../../../src/platform/media/contract/media.ts';
import { png } from '../../../platform/media/server/samples.ts';
import { sent } from '../../../platform/media/server/support.ts';
import { dataOf, rowsOf } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { CASES, WARNS, type CrisisFixture } from './crisis-fixture.ts';

/** Which warnings make one case, and how a case goes from its first step to its end. */
export function caseTests({
  server,
  clients,
  child,
  worry,
  reported,
  verify,
  verified,
  detail,
  kinds,
  logOf,
}: CrisisFixture): void {
  it('joins every valid warning of a student in one open case with the most urgent level', async () => {
    const id = child();
    const warns = await Promise.all([
      reported(id),
      reported(id, { category_ids: ['family'], warn_content: '父母离异' }),
      reported(id),
    ]);
    const levels = [3, 1, 2];
    const answers = await Promise.all(
      warns.map((warn, i) =>
        verify(clients.psychologist, warn, { valid_status: 1, crisis_level: levels[i], reason: `第${i + 1}条` }),
      ),
    );
    const ids = new Set(answers.map((answer) => dataOf<WarnDetail>(answer).case_id));
    expect([answers.map(({ status }) => status), ids.size]).toEqual([[200, 200, 200], 1]);
    const seen = await detail([...ids][0] ?? '');
    expect([
      seen.crisis_level,
      seen.status,
      seen.warns.length,
      seen.steps.items.filter(({ kind: one }) => one === 'verify').length,
    ]).toEqual([1, 1, 3, 3]);
    expect(seen.steps.items.some(({ content }) => content === '父母离异')).toBe(true);
    expect(dataOf<{ crisis_level?: number }>(await clients.admin.get(`/v1/portal/children/${id}`)).crisis_level).toBe(
      1,
    );
    expect(
      dataOf<{ crisis_level?: number }>(await clients.teacher.get(`/v1/portal/children/${id}`)).crisis_level,
    ).toBeUndefined();
  });

  it('has one open case for concurrent reports by two users and a screening, each with a warning', async () => {
    const id = child();
    const crisis = (client: Client, crisis_level: number) =>
      client.post(
        '/v1/portal/psychology_crisis/artificials',
        worry(id, { crisis_level, file_ids: [], reason: '当面了解' }),
      );
    const found = (sourceRef: string) =>
      server().db.transaction({ orgId: '2001', userId: null }, (tx) => {
        const call = { ...systemIn(server().services, '2001'), services: server().services };
        return reportWarning(
          tx,
          call,
          { kind: 'all' },
          { childId: id, source: WARN_SOURCE.assessment, sourceRef, rule: 'phq-9', content: '第九题选了几乎每天' },
        );
      });
    const [first, second, mine, screened, again] = await Promise.all([
      crisis(clients.psychologist, 3),
      crisis(clients.admin, 1),
      reported(id),
      found('exam-1'),
      found('exam-1'),
    ]);
    const cases = [first, second].map((answer) => dataOf<{ case_id: string }>(answer).case_id);
    expect([new Set(cases).size, screened.warnId === again.warnId, [screened.isNew, again.isNew].sort()]).toEqual([
      1,
      true,
      [false, true],
    ]);
    const verdicts = await Promise.all([
      verify(clients.psychologist, mine, { valid_status: 1, crisis_level: 2 }),
      verify(clients.admin, screened.warnId, { valid_status: 1, crisis_level: 2 }),
    ]);
    expect(verdicts.map((answer) => dataOf<WarnDetail>(answer).case_id)).toEqual([cases[0], cases[0]]);
    const seen = await detail(cases[0] ?? '');
    expect([
      seen.crisis_level,
      seen.warns.map(({ source }) => source).sort(),
      kinds(seen).filter((one) => one === 'report').length,
    ]).toEqual([1, [1, 1, 1, 2], 4]);
    expect(await rowsOf(server(), 'select count(*)::int as n from crisis_cases where child_id = $1', id)).toEqual([
      { n: 1 },
    ]);
  });

  it('is reported and verified in one request by roles that may, all or nothing', async () => {
    const id = child();
    const crisis = (client: Client, more: object = {}) =>
      client.post(
        '/v1/portal/psychology_crisis/artificials',
        worry(id, { crisis_level: 1, file_ids: [], reason: '当面了解', ...more }),
      );
    expect((await crisis(clients.teacher)).code).toBe('AC_FORBIDDEN');
    expect((await crisis(clients.psychologist, { file_ids: ['nothing'] })).fields).toEqual(['/file_ids']);
    expect(await rowsOf(server(), 'select 1 from warns where child_id = $1', id)).toEqual([]);
    const picture = await sent(server(), clients.psychologist, '聊天记录.png', png());
    const { warn_id, case_id } = dataOf<{ warn_id: string; case_id: string }>(
      await crisis(clients.psychologist, { file_ids: [picture.file_id] }),
    );
    const seen = await detail(case_id);
    expect([
      kinds(seen),
      seen.crisis_level,
      seen.steps.items[0]?.attachments.map(({ media_name }) => media_name),
    ]).toEqual([['report', 'verify 1'], 1, ['聊天记录.png']]);
    expect((await clients.leader.get(`/v1/portal/media/${picture.file_id}/actions/get_play_url`)).status).toBe(200);
    expect((await clients.teacher.get(`/v1/portal/media/${picture.file_id}/actions/get_play_url`)).code).toBe(
      'PSY_OUT_OF_REACH',
    );
    expect(dataOf<WarnDetail>(await clients.psychologist.get(`${WARNS}/${warn_id}`)).acknowledged_by_name).toBe(
      seen.steps.items[0]?.author_name,
    );
  });

  describe('from its first step to its end', () => {
    let id: string;
    let case_id: string;
    let picture: TakenFile;
    let note: CaseDetail['steps']['items'][number];
    beforeAll(async () => {
      id = child();
      ({ case_id = '' } = await verified(id));
      picture = await sent(server(), clients.psychologist, '评估表.png', png());
    });
    const step = (client: Client, body: object) =>
      client.post(`${CASES}/${case_id}/steps`, { kind: 'note', content: '与学生谈话', ...body });
    it('has steps of roles that may write, each amended by its author only', async () => {
      note = dataOf<typeof note>(
        await step(clients.psychologist, {
          restricted: true,
          content: '学生不愿让班主任知道',
          file_ids: [picture.file_id],
        }),
      );
      expect([note.restricted_to, note.readable, note.attachments.length]).toEqual(['psychology', true, 1]);
      expect((await step(clients.moral, { kind: 'family', content: '电话联系母亲' })).status).toBe(201);
      expect((await step(clients.leader, {})).code).toBe('AC_FORBIDDEN');
      expect((await step(clients.moral, { amends: note.step_id, content: '改别人的' })).code).toBe('AC_FORBIDDEN');
      expect(
        dataOf<typeof note>(await step(clients.psychologist, { amends: note.step_id, content: '学生后来同意了' }))
          .restricted_to,
      ).toBe('psychology');
    });

    it('has a restricted step that others neither read nor play', async () => {
      const theirs = (await detail(case_id, clients.leader)).steps.items.filter(({ kind: one }) => one === 'note');
      expect(theirs.map(({ readable, content, attachments }) => [readable, content, attachments])).toEqual([
        [false, undefined, []],
        [false, undefined, []],
      ]);
      expect((await clients.leader.get(`/v1/portal/media/${picture.file_id}/actions/get_play_url`)).status).toBe(404);
    });

    it('shows its texts and the first contact to those who may read them', async () => {
      const mine = await detail(case_id);
      expect(mine.steps.items.map(({ content }) => content)).toEqual(
        expect.arrayContaining(['学生不愿让班主任知道', '学生后来同意了', '电话联系母亲']),
      );
      expect(mine.first_contact_at).toBeDefined();
    });

    it('changes its level once where two change it at the same time', async () => {
      const { version: seen } = await detail(case_id);
      const level = (client: Client, crisis_level: number, version: number) =>
        client.put(`${CASES}/${case_id}/level`, { crisis_level, version, reason: '复评' });
      expect(
        (await Promise.all([level(clients.psychologist, 1, seen), level(clients.moral, 3, seen)]))
          .map(({ status }) => status)
          .sort(),
      ).toEqual([200, 409]);
    });

    it('is closed with a reason, takes no more steps, and is followed by another case', async () => {
      const { version } = await detail(case_id);
      expect((await clients.psychologist.post(`${CASES}/${case_id}/close`, { version, reason: '  ' })).fields).toEqual([
        '/reason',
      ]);
      expect(
        (await clients.psychologist.post(`${CASES}/${case_id}/close`, { version, reason: '状态稳定，转入日常关注' }))
          .status,
      ).toBe(200);
      expect((await step(clients.psychologist, {})).json.message).toMatch(/^这个个案已由.+结案$/);
      const closed = await detail(case_id);
      expect([closed.status, closed.can_write, closed.closed_by_name, kinds(closed).at(-1)]).toEqual([
        2,
        false,
        closed.steps.items[0]?.author_name,
        'close',
      ]);
      expect(dataOf(await clients.admin.get(`/v1/portal/children/${id}`))).not.toHaveProperty('crisis_level');
      expect((await verified(id)).case_id).not.toBe(case_id);
    });

    it('is logged, and its texts are stored encrypted and not logged', async () => {
      expect((await logOf('crisis-case', case_id)).map(({ act }) => act)).toEqual(
        expect.arrayContaining(['create', 'update', 'close', 'read']),
      );
      expect(
        JSON.stringify(await rowsOf(server(), 'select * from case_steps where case_id = $1', case_id)),
      ).not.toMatch(/班主任|母亲|稳定/);
      expect(JSON.stringify(await rowsOf(server(), 'select * from audit_logs'))).not.toMatch(
        /不愿让|电话联系|状态稳定/,
      );
    });
  });
}
