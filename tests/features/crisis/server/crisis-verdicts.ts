import { expect, it } from 'vitest';
import type { WarnDetail } from '../../../../src/features/crisis/contract/warnings.ts';
import { png } from '../../../platform/media/server/samples.ts';
import { sent } from '../../../platform/media/server/support.ts';
import { dataOf, rowsOf, type Listed } from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { CASES, FLAGS, WARNS, type CrisisFixture } from './crisis-fixture.ts';

/** Who decides about a warning, and what stays of a verdict that changes. */
export function verdictTests({
  server,
  signed,
  clients,
  own,
  foreign,
  child,
  report,
  reported,
  verify,
  detail,
  kinds,
}: CrisisFixture): void {
  it('has one verdict when two users verify concurrently, and names the first one', async () => {
    const id = await reported(child());
    const both: readonly [Answer, Answer] = await Promise.all([
      verify(clients.psychologist, id, { valid_status: 1, crisis_level: 2 }),
      verify(clients.moral, id, { valid_status: 2 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, other] = both[0].status === 200 ? both : [both[1], both[0]];
    const seen = dataOf<WarnDetail>(won);
    expect(other.json.message).toContain(`${seen.verified_by_name}已核实为`);
    // The first user may send the verdict again, because the answer was lost.
    const [winner, body] =
      won === both[0]
        ? ([clients.psychologist, { valid_status: 1, crisis_level: 2 }] as const)
        : ([clients.moral, { valid_status: 2 }] as const);
    expect((await verify(winner, id, body)).status).toBe(200);
    expect((await verify(winner, id, { ...body, reason: '另一个理由' })).status).toBe(409);
  });

  it('opens no case for an invalid warning, and requires a level for a valid one', async () => {
    const id = child();
    const warn = await reported(id);
    expect((await verify(clients.psychologist, warn, { valid_status: 1 })).json.message).toBe('请选择危机等级');
    const seen = dataOf<WarnDetail>(
      await verify(clients.psychologist, warn, { valid_status: 2, crisis_level: 1, reason: '考试前的紧张，已了解' }),
    );
    expect([seen.valid_status, seen.crisis_level, seen.case_id, seen.reason, seen.can_edit]).toEqual([
      2,
      undefined,
      undefined,
      '考试前的紧张，已了解',
      true,
    ]);
    expect(await rowsOf(server(), 'select 1 from crisis_cases where child_id = $1', id)).toEqual([]);
  });

  it('lets only the author change a verdict, and keeps the previous one', async () => {
    const seen = dataOf<WarnDetail>(
      await verify(clients.psychologist, await reported(child()), {
        valid_status: 1,
        crisis_level: 3,
        reason: '初步判断',
      }),
    );
    const change = (client: Client, body: object) =>
      client.put(`${WARNS}/${seen.warn_id}`, { version: seen.version, ...body });
    expect((await change(clients.moral, { reason: '改' })).json.message).toBe('仅核实该预警的教师可修改核实结果');
    const changed = dataOf<WarnDetail>(await change(clients.psychologist, { crisis_level: 2, reason: '与家长沟通后' }));
    expect([changed.crisis_level, changed.reason, changed.version]).toEqual([2, '与家长沟通后', seen.version + 1]);
    expect((await change(clients.psychologist, { reason: '再改' })).status).toBe(409);
    expect((await change(clients.psychologist, { version: undefined, reason: '与家长沟通后' })).status).toBe(200);
    const all = await detail(seen.case_id ?? '');
    expect([all.crisis_level, kinds(all)]).toEqual([2, ['report', 'verify 3', 'verify 2', 'level 2']]);
    const [later, first] = all.steps.items.filter(({ kind: one }) => one === 'verify');
    expect([first?.content, later?.content, later?.amends, first?.amended, later?.amended]).toEqual([
      '初步判断',
      '与家长沟通后',
      first?.step_id,
      true,
      false,
    ]);
  });

  it('keeps the files of a previous verdict with its text, in the case and at the warning', async () => {
    const { psychologist } = clients;
    const [call, talk, scale] = await Promise.all(
      ['电话.png', '谈话.png', '量表.png'].map((name) => sent(server(), psychologist, name, png())),
    );
    const of = (...files: (typeof call)[]) => files.map((file) => file?.file_id);
    const names = (files: { media_name: string }[] | undefined) => files?.map(({ media_name }) => media_name);
    for (const valid of [true, false]) {
      const files = valid ? of(call, talk) : [];
      const said = dataOf<WarnDetail>(
        await verify(psychologist, await reported(child()), {
          ...(valid ? { valid_status: 1, crisis_level: 2 } : { valid_status: 2 }),
          reason: '一',
          file_ids: files,
        }),
      );
      const put = async (version: number, body: object) => {
        // Previous verdicts are ordered by time; two at the same time have no order.
        server().clock.advance(1000);
        return dataOf<WarnDetail>(
          await psychologist.put(`${WARNS}/${said.warn_id}`, { version, reason: '一', ...body }),
        );
      };
      if (!valid) {
        expect((await put(said.version, { reason: '二' })).former).toEqual([
          { at: expect.any(String), reason: '一', attachments: [] },
        ]);
        continue;
      }
      const changed = await put(said.version, { file_ids: of(talk, scale) });
      expect([
        names(changed.attachments),
        changed.former.map(({ crisis_level, reason, attachments }) => [crisis_level, reason, names(attachments)]),
      ]).toEqual([['谈话.png', '量表.png'], [[2, '一', ['电话.png', '谈话.png']]]]);
      // Without a change nothing is kept. A change of the text alone keeps the same files with both versions.
      const again = await put(changed.version, { file_ids: of(talk, scale) });
      expect(again.former.length).toBe(1);
      const last = await put(again.version, { reason: '二' });
      expect(last.former.map(({ reason, attachments }) => [reason, names(attachments)])).toEqual([
        ['一', ['谈话.png', '量表.png']],
        ['一', ['电话.png', '谈话.png']],
      ]);
      const verdicts = (await detail(said.case_id ?? '', clients.leader)).steps.items.filter(
        ({ kind: one }) => one === 'verify',
      );
      expect(verdicts.map(({ content, amended, attachments }) => [content, amended, names(attachments)])).toEqual([
        ['二', false, ['谈话.png', '量表.png']],
        ['一', true, ['谈话.png', '量表.png']],
        ['一', true, ['电话.png', '谈话.png']],
      ]);
      // Readers of the warning can load a removed file, and it cannot be attached elsewhere.
      const play = (client: Client) => client.get(`/v1/portal/media/${call?.file_id}/actions/get_play_url`);
      expect((await play(clients.leader)).status).toBe(200);
      expect((await play(signed.leader())).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      expect(
        (
          await psychologist.post(`${CASES}/${said.case_id}/steps`, {
            kind: 'note',
            content: '另一步',
            file_ids: of(call),
          })
        ).fields,
      ).toEqual(['/file_ids']);
    }
  });

  it('is open to class teachers by the flags of their role, for their own students only', async () => {
    const [mine, others] = [
      await reported(child()),
      dataOf<{ warn_id: string }>(await report(clients.psychologist, foreign())).warn_id,
    ];
    const set = (flags: object) =>
      clients.admin.put(FLAGS, {
        student_report_view: false,
        student_risk_view: false,
        head_class_teacher_check_wraning: false,
        ...flags,
      });
    expect((await clients.teacher.get(WARNS)).code).toBe('AC_FORBIDDEN');
    expect((await clients.teacher.post(`${WARNS}/${mine}/acknowledge`)).status).toBe(200);
    expect((await clients.teacher.post(`${WARNS}/${others}/acknowledge`)).code).toBe('PSY_OUT_OF_REACH');
    await set({ student_risk_view: true });
    const listed = dataOf<Listed<{ child_id: string }>>(await clients.teacher.get(`${WARNS}?size=200`)).items;
    expect([listed.length > 0, listed.every(({ child_id }) => own.includes(child_id))]).toEqual([true, true]);
    expect((await clients.teacher.get(`${WARNS}/${others}`)).code).toBe('PSY_OUT_OF_REACH');
    const picture = await sent(server(), clients.psychologist, '谈话.png', png());
    await verify(clients.psychologist, others, { valid_status: 2, file_ids: [picture.file_id] });
    const played = await clients.teacher.get(`/v1/portal/media/${picture.file_id}/actions/get_play_url`);
    expect(played.code).toBe('PSY_OUT_OF_REACH');
    expect((await verify(clients.teacher, mine, { valid_status: 2 })).code).toBe('AC_FORBIDDEN');
    await set({ head_class_teacher_check_wraning: true });
    expect((await verify(clients.teacher, others, { valid_status: 2 })).code).toBe('PSY_OUT_OF_REACH');
    expect((await verify(clients.teacher, mine, { valid_status: 2 })).status).toBe(200);
    expect((await clients.teacher.get(CASES)).code).toBe('AC_FORBIDDEN');
    await set({});
  });
}
