import { beforeAll, expect, it } from 'vitest';
import type { CaseDetail, CaseStep } from '../../../../src/features/crisis/contract/cases.ts';
import type { SafetyPlan } from '../../../../src/features/crisis/contract/safety-plans.ts';
import { dataOf, rowsOf, useClient, withoutCrises, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const WARNS = '/v1/portal/psychology_warns';
const CASES = '/v1/portal/psychology_crisis/cases';
const DAY = 86_400_000;
const DEFAULT_FLAGS = { student_report_view: false, student_risk_view: false, head_class_teacher_check_wraning: false };

describeApi('the work on a case', (kind) => {
  const server = useServer(kind);
  const signed = {
    admin: useClient(server, 2001, 4),
    teacher: useClient(server, 2001, 10),
    psychologist: useClient(server, 2001, 8),
    leader: useClient(server, 2001, 12),
    moral: useClient(server, 2001, 14),
    stranger: useClient(server, 2002, 8),
  };
  let clients: Record<keyof typeof signed, Client>;
  let id = '';
  beforeAll(async () => {
    const made = await Promise.all(
      Object.entries(signed).map(async ([name, one]) => [name, await one().verified()] as const),
    );
    clients = Object.fromEntries(made) as typeof clients;
    await withoutCrises(server());
    const [one] = dataOf<Listed<{ child_id: string }>>(await clients.teacher.get('/v1/portal/students?size=1')).items;
    const report = { child_id: one?.child_id, category_ids: ['emotion'], warn_content: '经常无故哭泣', source_type: 1 };
    const { warn_id } = dataOf<{ warn_id: string }>(
      await clients.teacher.post(`${WARNS}/artificials`, { ...report, student_consulting_id: null }),
    );
    const verdict = { valid_status: 1, crisis_level: 2, file_ids: [], reason: '' };
    ({ case_id: id } = dataOf<{ case_id: string }>(
      await clients.psychologist.put(`${WARNS}/${warn_id}/verify`, verdict),
    ));
  });
  const detail = async (client = clients.psychologist) =>
    dataOf<CaseDetail>(await client.get(`${CASES}/${id}?size=200`));
  const day = (days: number) => new Date(server().clock.now() + 8 * 3_600_000 + days * DAY).toISOString().slice(0, 10);
  const put = async (client: Client, what: string, body: object) =>
    client.put(`${CASES}/${id}/${what}`, { version: (await detail()).version, ...body });
  const noticesOf = async (client: Client) =>
    dataOf<Listed<{ kind: string; subject_id: string }>>(await client.get('/v1/portal/notices'))
      .items.filter(({ subject_id }) => subject_id === id)
      .map((notice) => notice.kind);
  const listed = async (filter: string) =>
    dataOf<Listed<{ case_id: string; owner_name?: string; next_on?: string; next_state?: string }>>(
      await clients.psychologist.get(`${CASES}?${filter}`),
    ).items.find(({ case_id }) => case_id === id);

  it('is put in the charge of one who may do it, who is notified; the change is a step and in the log', async () => {
    const people = dataOf<Listed<{ user_id: string; name: string }>>(await clients.moral.get(`${CASES}/${id}/owners`));
    const ids = people.items.map(({ user_id }) => user_id);
    expect(ids).toContain('u-o2001r8');
    expect(ids).not.toContain('u-o2001r12');
    expect((await put(clients.moral, 'owner', { owner_id: 'u-o2001r12' })).fields).toEqual(['/owner_id']);
    expect((await put(clients.leader, 'owner', { owner_id: 'u-o2001r8' })).code).toBe('AC_FORBIDDEN');
    expect((await put(clients.stranger, 'owner', { owner_id: 'u-o2001r8' })).status).toBe(404);
    expect((await put(clients.moral, 'owner', { owner_id: 'u-o2001r8' })).status).toBe(200);
    expect(await noticesOf(clients.psychologist)).toEqual(['case_assigned']);
    const { owner_id, owner_name, steps } = await detail();
    expect([owner_id, steps.items[0]?.kind, steps.items[0]?.content]).toEqual([
      'u-o2001r8',
      'owner',
      `负责人：${owner_name ?? ''}`,
    ]);
    expect(await listed(`owner_name=${encodeURIComponent(owner_name ?? '')}`)).toMatchObject({ owner_name });
    expect(await listed(`owner_name=${encodeURIComponent('没有这位老师')}`)).toBeUndefined();
  });

  it('has a next step that is encrypted, reminds the person in charge, and is overdue after its day', async () => {
    expect((await put(clients.moral, 'next-step', { next: { text: '家访', on: day(-1) } })).fields).toEqual([
      '/next/on',
    ]);
    expect((await put(clients.moral, 'next-step', { result: '做完了' })).fields).toEqual(['/result']);
    expect((await put(clients.moral, 'next-step', { next: { text: '与母亲面谈', on: day(2) } })).status).toBe(200);
    expect(await detail()).toMatchObject({ next_on: day(2), next_text: '与母亲面谈', next_state: 'soon' });
    const stored = await rowsOf(server(), 'select next_text from crisis_cases where case_id = $1', id);
    expect(JSON.stringify(stored)).not.toMatch('母亲');
    const reminders = () =>
      rowsOf(server(), 'select kind, user_id from reminders where subject_id = $1 order by due_at', id);
    expect(await reminders()).toEqual([
      { kind: 'case_step_soon', user_id: 'u-o2001r8' },
      { kind: 'case_step_today', user_id: 'u-o2001r8' },
    ]);
    expect(await listed('next_state=soon')).toMatchObject({ next_on: day(2) });
    await rowsOf(server(), 'update crisis_cases set next_on = next_on - 5 where case_id = $1 returning case_id', id);
    expect(await listed('next_state=overdue')).toMatchObject({ next_state: 'overdue' });
    expect((await put(clients.moral, 'next-step', { result: '母亲同意就医' })).status).toBe(200);
    const after = await detail();
    expect([after.next_on, after.steps.items[0]?.content]).toEqual([undefined, '完成：与母亲面谈\n母亲同意就医']);
    expect(await reminders()).toEqual([]);
  });

  it('names who was first when two change it at the same time', async () => {
    const { version } = await detail();
    const plan = (client: Client, text: string) =>
      client.put(`${CASES}/${id}/next-step`, { version, next: { text, on: day(4) } });
    const answers = await Promise.all([plan(clients.psychologist, '甲'), plan(clients.moral, '乙')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { steps } = await detail();
    expect(answers.find(({ status }) => status === 409)?.json.message).toContain(steps.items[0]?.author_name);
  });

  it('keeps every version of its safety plan, encrypted, with who wrote it', async () => {
    const plans = `${CASES}/${id}/safety-plans`;
    const plan = {
      warning_signs: '整夜不睡、不回消息',
      helps: '听音乐，找姐姐说话',
      people: [{ name: '王芳', relation: '母亲', phone: '13800000000' }],
      steps: '先打给母亲，再到心理辅导室',
    };
    const write = (client: Client, base: number, more: object = {}) => client.post(plans, { ...plan, ...more, base });
    expect((await write(clients.leader, 0)).code).toBe('AC_FORBIDDEN');
    expect((await write(clients.stranger, 0)).status).toBe(404);
    expect((await write(clients.psychologist, 0, { steps: '  ' })).fields).toEqual(['/steps']);
    expect(dataOf<SafetyPlan>(await write(clients.psychologist, 0)).edition).toBe(1);
    const both = await Promise.all([
      write(clients.psychologist, 1, { helps: '甲' }),
      write(clients.moral, 1, { helps: '乙' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.json.message).toMatch(/^安全计划刚刚由.+改为第 2 版/);
    const { items } = dataOf<Listed<SafetyPlan>>(await clients.leader.get(plans));
    expect(items.map(({ edition, content }) => [edition, content.warning_signs])).toEqual([
      [2, plan.warning_signs],
      [1, plan.warning_signs],
    ]);
    expect(items.every(({ author_name }) => author_name !== '')).toBe(true);
    expect((await clients.stranger.get(plans)).status).toBe(404);
    expect((await clients.teacher.get(plans)).code).toBe('AC_FORBIDDEN');
    expect((await detail()).safety_plan).toMatchObject({ edition: 2 });
    const stored = JSON.stringify(await rowsOf(server(), 'select body from safety_plans where case_id = $1', id));
    expect(stored).not.toMatch(/音乐|王芳|13800000000/);
    expect(JSON.stringify(await rowsOf(server(), 'select * from audit_logs'))).not.toMatch(/整夜不睡|与母亲面谈/);
  });

  it('has contacts with guardians: who, when, how and with what result', async () => {
    const contact = { guardian: '母亲 王芳', at: new Date(server().clock.now()).toISOString(), how: 1, result: 2 };
    const call = (client: Client, more: object = {}) => client.post(`${CASES}/${id}/contacts`, { ...contact, ...more });
    expect((await call(clients.leader)).code).toBe('AC_FORBIDDEN');
    const later = new Date(server().clock.now() + DAY).toISOString();
    expect((await call(clients.psychologist, { at: later })).fields).toEqual(['/at']);
    expect(dataOf<CaseStep>(await call(clients.psychologist, { note: '无人接听' }))).toMatchObject({
      kind: 'family',
      content: '母亲 王芳\n无人接听',
      informed_how: 1,
      contact_result: 2,
    });
    expect((await detail()).first_contact_at).toBeDefined();
  });

  it('ends what was planned with the case, and is open to a class teacher for own students only by a flag', async () => {
    await clients.admin.put('/v1/portal/rbac/roles/10/auths', DEFAULT_FLAGS);
    expect((await clients.teacher.get(`${CASES}/${id}/owners`)).code).toBe('AC_FORBIDDEN');
    const { version } = await detail();
    const closing = await clients.psychologist.post(`${CASES}/${id}/close`, { version, reason: '状态稳定' });
    expect(closing.status).toBe(200);
    expect(await detail()).not.toHaveProperty('next_on');
    expect((await put(clients.moral, 'owner', { owner_id: 'u-o2001r14' })).status).toBe(409);
  });
});
