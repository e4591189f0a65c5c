import { beforeAll, expect, it } from 'vitest';
import type { Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import {
  APPLICATIONS,
  group,
  invite,
  newcomer,
  outcome,
  rows,
  staff,
  STRONG,
  ticketOf,
  type Door,
} from '../support/invited.ts';

describeApi('applications of students', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  let plain: Client;
  let door: Door & { id: string };
  beforeAll(async () => {
    plain = await staff(server(), 2001, 4);
    admin = await plain.verified();
    door = await invite(server(), plain, group(100));
  });
  const find = async (person: Json, client = plain) =>
    (await client.get(`${APPLICATIONS}?student_no=${person.student_no}`)).data.items.find(
      (row: Json) => row.child_name === person.child_name,
    );
  const sent = async (change: Json = {}, client = plain) => {
    const person = newcomer(change);
    expect((await door.apply(person, await ticketOf(door))).status).toBe(200);
    return { person, id: (await find(person, client)).application_id as string };
  };
  const places = async () =>
    Number((await rows(server(), "select available_quota from orgs where org_id = '2001'"))[0]?.['available_quota']);
  const accept = (id: string, body: Json = {}, client = admin) => client.post(`${APPLICATIONS}/${id}/accept`, body);
  const refuse = (id: string, body: Json, client = plain) => client.post(`${APPLICATIONS}/${id}/refuse`, body);
  /** A student on the roll without an account. */
  const unregistered = async () => {
    const [student] = await rows(
      server(),
      "update students set user_id = null where child_id = (select max(child_id) from students where org_id = '2001' and user_id is not null) returning child_id, child_name, student_no, class_id",
    );
    return student ?? {};
  };

  it('become a student with an account of the chosen password, without a forced change', async () => {
    const { person, id } = await sent();
    const before = await places();
    expect(outcome(await accept(id, {}, plain))).toBe('403 PSY_INVALID_SECONDARY_TOKEN');
    const { data, status } = await accept(id);
    expect(status).toBe(200);
    expect(data.login_name).toBe(`2001-${person.student_no}`);
    expect(await places()).toBe(before - 1);
    const row = (await plain.get(`/v1/portal/children/${data.child_id}`)).data;
    expect(row).toMatchObject({
      child_name: person.child_name,
      student_no: person.student_no,
      class_id: person.class_id,
      sex: 2,
      is_register: true,
    });
    const student = (await server().client.signIn(data.login_name, STRONG)).withoutRole(2001);
    expect((await student.get('/v1/portal/my/exams')).status).toBe(200);
    const [account] = await rows(server(), 'select password_unset from accounts where login_name = $1', [
      data.login_name,
    ]);
    expect(account).toEqual({ password_unset: false });
    const [kept] = await rows(
      server(),
      'select password_hash, mobile, status from student_applications where application_id = $1',
      [id],
    );
    expect(kept).toEqual({ password_hash: null, mobile: null, status: 'accepted' });
    const acts = await rows(server(), 'select act, resource from audit_logs where row_id = any($1) order by log_id', [
      [id, data.child_id],
    ]);
    expect(acts.map(({ act, resource }) => `${String(act)} ${String(resource)}`)).toEqual(
      expect.arrayContaining([
        'create student-application',
        'create student',
        'update student',
        'accept student-application',
      ]),
    );
  });

  it('open the account of a student on the roll that a person has compared', async () => {
    const student = await unregistered();
    const { sex: _, ...person } = newcomer({
      child_name: student['child_name'],
      student_no: student['student_no'],
      class_id: student['class_id'],
    });
    expect((await door.signUpOnly(person, await ticketOf(door))).status).toBe(200);
    const { application_id: id, kind: what } = await find(person);
    expect(what).toBe('account');
    const { items } = (await plain.get(`${APPLICATIONS}/${id}/review`)).data;
    expect(items[0]).toMatchObject({
      child_id: student['child_id'],
      same_number: true,
      same_name: true,
      is_register: false,
    });
    expect((await accept(id)).fields).toEqual(['/child_id']);
    expect((await accept(id, { child_id: student['child_id'] })).data).toMatchObject({ child_id: student['child_id'] });
    const own = await server()
      .client.signIn(`2001-${person.student_no}`, STRONG)
      .catch(() => undefined);
    expect(own).toBeDefined();
  });

  it('show who has the number already, and do not make a second student or account of it', async () => {
    const [taken] = await rows(
      server(),
      "select child_id, student_no from students where org_id = '2001' and user_id is not null order by child_id offset 5 limit 1",
    );
    const { id } = await sent({ student_no: taken?.['student_no'] });
    const again = await sent({ student_no: taken?.['student_no'] });
    const review = (await plain.get(`${APPLICATIONS}/${id}/review`)).data;
    expect(review.items[0]).toMatchObject({ child_id: taken?.['child_id'], same_number: true, is_register: true });
    expect(review.other_applications).toBe(1);
    const before = await places();
    expect((await accept(id)).fields).toEqual(['/student_no']);
    expect(outcome(await accept(id, { child_id: taken?.['child_id'] }))).toBe('409 PSY_STUDY_STATUS');
    expect(await places()).toBe(before);
    for (const one of [id, again.id]) expect((await refuse(one, { reason: '学号重复' })).status).toBe(200);
  });

  it('are decided once, by whoever is first', async () => {
    const { id } = await sent();
    const answers = await Promise.all([accept(id), accept(id), refuse(id, { reason: '不是本校学生' })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => outcome(answer) === '409 PSY_CONFLICT')).toHaveLength(2);
  });

  it('are refused with an encrypted reason, and free their place', async () => {
    const used = async () =>
      Number((await rows(server(), 'select used from invitations where invitation_id = $1', [door.id]))[0]?.['used']);
    const { id } = await sent();
    const before = await used();
    expect((await refuse(id, { reason: ' ' })).fields).toEqual(['/reason']);
    expect((await refuse(id, { reason: '不是本校学生' })).status).toBe(200);
    expect(await used()).toBe(before - 1);
    expect((await plain.get(`${APPLICATIONS}/${id}/review`)).data.reason).toBe('不是本校学生');
    const stored = JSON.stringify(
      await rows(server(), 'select * from student_applications where application_id = $1', [id]),
    );
    expect(stored).not.toContain('不是本校学生');
    server().clock.advance(31 * 86_400_000);
    await server().services.jobs.runNow('registrations-refused');
    expect(await rows(server(), 'select from student_applications where application_id = $1', [id])).toEqual([]);
  });

  it('reach only the roles of their class, and no other school', async () => {
    plain = await staff(server(), 2001, 4);
    admin = await plain.verified();
    door = await invite(server(), plain, group(20));
    const head = await staff(server(), 2001, 10);
    const [post] = await rows(
      server(),
      "select role_extend from memberships where user_id = 'u-o2001r10' and role_id = 10",
    );
    const { class_ids: [own = ''] = [] } = (post?.['role_extend'] ?? {}) as { class_ids?: string[] };
    const mine = await sent({ class_id: own });
    const others = await sent({ class_id: 'c2001-2026-12-06' });
    expect((await find(mine.person, head)).application_id).toBe(mine.id);
    expect(await find(others.person, head)).toBeUndefined();
    const verified = await head.verified();
    for (const path of ['accept', 'refuse'])
      expect(
        outcome(await verified.post(`${APPLICATIONS}/${others.id}/${path}`, path === 'refuse' ? { reason: 'x' } : {})),
      ).toBe('403 PSY_OUT_OF_REACH');
    expect(outcome(await head.get(`${APPLICATIONS}/${others.id}/review`))).toBe('403 PSY_OUT_OF_REACH');
    expect((await accept(mine.id, {}, verified)).status).toBe(200);
    const foreign = await (await staff(server(), 2002, 4)).verified();
    expect(outcome(await accept(others.id, {}, foreign))).toBe('404 PSY_NOT_FOUND');
    expect((await foreign.get(APPLICATIONS)).data.total).toBe(0);
    expect(outcome(await (await staff(server(), 2001, 7)).get(APPLICATIONS))).toBe('403 AC_FORBIDDEN');
    const student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    expect(outcome(await student.get(APPLICATIONS))).toBe('403 AC_FORBIDDEN');
  });
});
