import { beforeAll, beforeEach, expect, it } from 'vitest';
import { UNKNOWN_MAX } from '../../../../src/features/invitations/server/find-invitation.ts';
import { md5, type Client, type Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import {
  APPLICATIONS,
  CLASS,
  doorOf,
  group,
  invite,
  newcomer,
  outcome,
  rows,
  SETTINGS,
  SINGLE,
  staff,
  STRONG,
  ticketOf,
} from '../support/invited.ts';

const MINUTE = 60_000;

describeApi('registration by invitation', (kind) => {
  const server = useServer(kind, { session: { accessMs: 500 * 24 * 60 * MINUTE } });
  let admin: Client;
  beforeAll(async () => {
    admin = await staff(server(), 2001, 4);
  });
  beforeEach(async () => {
    await admin.put(SETTINGS, { review: true, mobile_required: false });
  });
  const applications = async (query = '') =>
    (await admin.get(`${APPLICATIONS}?size=200${query}`)).data as { total: number; items: Json[] };
  const registered = async (person: Json) => {
    const { items } = await applications(`&student_no=${person.student_no}`);
    return items[0];
  };

  it('tells what the form needs, and nothing about anyone', async () => {
    const door = await invite(server(), admin, SINGLE);
    const { data } = await door.check();
    expect(data).toMatchObject({ org_name: '青禾市第一中学', review: true, mobile_required: false, registered: false });
    expect(data.classes).toHaveLength(36);
    expect(Object.keys(data.classes[0]).sort()).toEqual(['class_id', 'class_name', 'grade', 'period']);
    const bound = await invite(server(), admin, { ...group(3), class_id: CLASS });
    const limited = (await bound.check()).data;
    expect(limited.classes.map((one: Json) => one.class_id)).toEqual([CLASS]);
    const person = newcomer({ class_id: 'c2001-2026-12-06' });
    expect((await bound.apply(person, limited.secondary_token)).status).toBe(200);
    expect((await registered(person)).class_id).toBe(CLASS);
  });

  it('needs a ticket of this invitation, which lasts longer than a short code', async () => {
    const door = await invite(server(), admin, { code_type: 1, valid_minutes: 3 });
    const other = await invite(server(), admin, SINGLE);
    const person = newcomer();
    for (const bad of [undefined, '', 'x', await ticketOf(other)])
      expect(outcome(await door.apply(person, bad))).toBe('403 PSY_REGISTRATION_TICKET');
    const ticket = await ticketOf(door);
    expect(outcome(await door.apply(person, ticket.replace(/\d{5}\./, '99999.')))).toBe('403 PSY_REGISTRATION_TICKET');
    server().clock.advance(4 * MINUTE);
    expect(outcome(await door.check())).toBe('409 PSY_INVITATION_EXPIRED');
    expect((await door.check(ticket)).data.secondary_token).toBe(ticket);
    expect((await door.apply(person, ticket)).status).toBe(200);
    const late = await invite(server(), admin, SINGLE);
    const old = await ticketOf(late);
    server().clock.advance(31 * MINUTE);
    expect(outcome(await late.apply(newcomer(), old))).toBe('403 PSY_REGISTRATION_TICKET');
  });

  it('is one registration however often it is sent', async () => {
    const door = await invite(server(), admin, group(5));
    const ticket = await ticketOf(door);
    const person = newcomer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => door.apply(person, ticket)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await door.apply(newcomer(), ticket)).data.login_name).toBe(`2001-${person.student_no}`);
    expect((await applications(`&invitation_id=${door.id}`)).total).toBe(1);
    expect((await door.check(ticket)).data).toMatchObject({ registered: true, classes: [] });
    const [{ used } = { used: 0 }] = await rows(server(), 'select used from invitations where invitation_id = $1', [
      door.id,
    ]);
    expect(used).toBe(1);
  });

  it('never exceeds the number of an invitation with 50 at once', async () => {
    const door = await invite(server(), admin, group(7));
    const tickets = await Promise.all(Array.from({ length: 50 }, () => ticketOf(door)));
    const answers = await Promise.all(tickets.map((ticket) => door.apply(newcomer(), ticket)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(new Set(answers.map(outcome))).toEqual(new Set(['200', '409 PSY_INVITATION_USED_UP']));
    expect((await applications(`&invitation_id=${door.id}`)).total).toBe(7);
    const single = await invite(server(), admin, SINGLE);
    const two = [await ticketOf(single), await ticketOf(single)];
    const both = await Promise.all(two.map((ticket) => single.apply(newcomer(), ticket)));
    expect(both.map(outcome).sort()).toEqual(['200', '409 PSY_INVITATION_USED_UP']);
    expect(outcome(await single.check())).toBe('409 PSY_INVITATION_USED_UP');
  });

  it("never exceeds the school's places with 50 at once over two invitations", async () => {
    const [org] = await rows(server(), "select available_quota from orgs where org_id = '2001'");
    const [waiting] = await rows(
      server(),
      "select count(*)::int as n from student_applications where org_id = '2001' and status = 'pending'",
    );
    const doors = [await invite(server(), admin, group(40)), await invite(server(), admin, group(40))];
    await rows(server(), "update orgs set available_quota = $1 where org_id = '2001'", [Number(waiting?.['n']) + 9]);
    const tickets = await Promise.all(Array.from({ length: 50 }, (_, i) => ticketOf(doors[i % 2] ?? doors[0]!)));
    const answers = await Promise.all(
      tickets.map((ticket, i) => (doors[i % 2] ?? doors[0]!).apply(newcomer(), ticket)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(new Set(answers.map(outcome))).toEqual(new Set(['200', '409 PSY_NO_PLACES_LEFT']));
    await rows(server(), "update orgs set available_quota = $1 where org_id = '2001'", [org?.['available_quota']]);
  });

  it('answers alike whether a student, an account or nobody has the number and name', async () => {
    const door = await invite(server(), admin, group(20));
    const [known] = await rows(server(), "select child_name, student_no from students where org_id = '2001' limit 1");
    const shape = async (person: Json, send = door.apply) => {
      const answer = await send(person, await ticketOf(door));
      return `${answer.status} ${answer.text.replaceAll(String(person.student_no), 'NO')}`;
    };
    const nobody = await shape(newcomer());
    expect(await shape(newcomer({ ...known }))).toBe(nobody);
    expect(await shape(newcomer({ student_no: known?.['student_no'] }))).toBe(nobody);
    const { sex: _, ...account } = newcomer({ ...known });
    expect(await shape(account, door.signUpOnly)).toBe(nobody);
    const { sex: __, ...unknown } = newcomer();
    expect(await shape(unknown, door.signUpOnly)).toBe(nobody);
  });

  it('names what is wrong at its field and stores nothing', async () => {
    const door = await invite(server(), admin, group(3));
    const ticket = await ticketOf(door);
    const fields = async (change: Json) => (await door.apply(newcomer(change), ticket)).fields;
    expect(await fields({ child_name: ' 空格 ' })).toEqual(['/child_name']);
    expect(await fields({ student_no: '20 26' })).toEqual(['/student_no']);
    expect(await fields({ class_id: null })).toEqual(['/class_id']);
    expect(await fields({ class_id: 'c2002-2026-1-01' })).toEqual(['/class_id']);
    expect(await fields({ class_id: 'c2001-2025-7-01' })).toEqual(['/class_id']);
    expect(await fields({ sex: 3 })).toEqual(['/sex']);
    expect(await fields({ password: md5('12345678') })).toEqual(['/password']);
    expect(await fields({ student_no: 'abc777', password: md5('2001-abc777') })).toEqual(['/password']);
    expect(await fields({ agreed: false })).toEqual(['/agreed']);
    expect(await fields({ org_id: '2002' })).toEqual(['/org_id']);
    expect((await applications(`&invitation_id=${door.id}`)).total).toBe(0);
  });

  it('proves the mobile with a code where the school asks for it', async () => {
    const door = await invite(server(), admin, group(3));
    await admin.put(SETTINGS, { review: true, mobile_required: true });
    const { secondary_token: ticket, mobile_required } = (await door.check()).data;
    expect(mobile_required).toBe(true);
    const mobile = '13911112222';
    expect((await door.apply(newcomer(), ticket)).fields).toEqual(['/mobile']);
    expect((await door.apply(newcomer({ mobile }), ticket)).fields).toEqual(['/code']);
    expect(outcome(await door.sms({ mobile }))).toBe('403 PSY_REGISTRATION_TICKET');
    const sent = await door.sms({ mobile }, ticket);
    expect(sent.data).toEqual({ resend_after: 60, outbox: '/dev/outbox' });
    const cookie = String(sent.headers['set-cookie']).split(';')[0] ?? '';
    const code = /\d{6}/.exec(server().outbox.messages[0]?.text ?? '')?.[0] ?? '';
    const send = (body: Json) =>
      server().client.publicly(
        'POST',
        '/v1/api/schools/students/apply/group_invitation',
        { invitation_code: door.code, ...body },
        { 'secondary-token': ticket, cookie },
      );
    const person = newcomer({ mobile });
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(outcome(await send({ ...person, code: wrong }))).toBe('400 AC_IDENTIFY_CODE_WRONG');
    expect((await send({ ...person, code })).status).toBe(200);
    expect((await registered(person)).mobile).toBe('139****2222');
    server().clock.advance(2 * MINUTE);
    const again = await ticketOf(door);
    expect(outcome(await door.sms({ mobile }, again))).toBe('200');
  });

  it('sends codes only where the school asks for a mobile and the invitation is usable', async () => {
    const door = await invite(server(), admin, group(3));
    const ticket = await ticketOf(door);
    const sent = server().outbox.messages.length;
    expect(outcome(await door.sms({ mobile: '13911113333' }, ticket))).toBe('409 PSY_CONFLICT');
    await admin.put(SETTINGS, { review: true, mobile_required: true });
    await rows(server(), 'update invitations set revoked_at = now() where invitation_id = $1', [door.id]);
    expect(outcome(await door.sms({ mobile: '13911113333' }, ticket))).toBe('409 PSY_INVITATION_REVOKED');
    expect(server().outbox.messages).toHaveLength(sent);
  });

  it('limits the messages of one invitation, however many tickets it gives', async () => {
    await admin.put(SETTINGS, { review: true, mobile_required: true });
    server().clock.advance(61 * MINUTE);
    const door = await invite(server(), admin, SINGLE);
    const send = async (i: number) => outcome(await door.sms({ mobile: `1391111${4000 + i}` }, await ticketOf(door)));
    const outcomes = [];
    for (let i = 0; i < 10; i++) outcomes.push(await send(i));
    expect(outcomes).toEqual([...Array<string>(9).fill('200'), '429 AC_TOO_MANY_REQUESTS']);
  });

  it('knows no foreign or invented code, no code of the other type, and stops who guesses', async () => {
    const single = await invite(server(), admin, SINGLE);
    expect(outcome(await doorOf(server(), single.code, 'group').check())).toBe('404 PSY_INVITATION_UNKNOWN');
    const texts = new Set<string>();
    for (let i = 0; i < UNKNOWN_MAX - 1; i++) {
      const answer = await doorOf(server(), `NOT-A-CODE-${i}`, 'single').check();
      texts.add(`${outcome(answer)} ${answer.json.message}`);
    }
    expect([...texts]).toEqual(['404 PSY_INVITATION_UNKNOWN 这不是有效的注册邀请，请向学校核对注册地址']);
    expect(outcome(await single.check())).toBe('429 AC_TOO_MANY_REQUESTS');
    server().clock.advance(MINUTE + 1);
    expect((await doorOf(server(), single.code.toLowerCase().replace(/^(.{4})/, '$1-'), 'single').check()).status).toBe(
      200,
    );
  });

  it('closes with the service and the ability of the school', async () => {
    const door = await invite(server(), admin, group(3));
    const ticket = await ticketOf(door);
    const closed = async () => [outcome(await door.check()), outcome(await door.apply(newcomer(), ticket))];
    await rows(server(), "delete from org_features where org_id = '2001' and feature = 'group_invitation_code'");
    expect(await closed()).toEqual(['409 PSY_INVITATION_CLOSED', '409 PSY_INVITATION_CLOSED']);
    await rows(server(), "insert into org_features values ('2001', 'group_invitation_code')");
    const [{ until } = {}] = await rows(server(), "select account_expire_at as until from orgs where org_id = '2001'");
    await rows(server(), "update orgs set account_expire_at = $1 where org_id = '2001'", [
      new Date(server().clock.now() - 1000).toISOString(),
    ]);
    expect(await closed()).toEqual(['409 PSY_INVITATION_CLOSED', '409 PSY_INVITATION_CLOSED']);
    await rows(server(), "update orgs set account_expire_at = $1 where org_id = '2001'", [until]);
    expect((await door.apply(newcomer(), ticket)).status).toBe(200);
  });

  it('accepts a newcomer by itself where the school does not review, and leaves everyone else to a person', async () => {
    await admin.put(SETTINGS, { review: false, mobile_required: false });
    const door = await invite(server(), admin, group(5));
    const person = newcomer();
    expect((await door.apply(person, await ticketOf(door))).data).toEqual({
      login_name: `2001-${person.student_no}`,
      review: false,
    });
    const [known] = await rows(server(), "select child_name, student_no from students where org_id = '2001' limit 1");
    const claimed = newcomer({ ...known });
    expect((await door.apply(claimed, await ticketOf(door))).status).toBe(200);
    await server().services.jobs.runDue();
    expect((await registered(person)).status).toBe('accepted');
    expect((await registered(claimed)).status).toBe('pending');
    const student = (await server().client.signIn(`2001-${person.student_no}`, STRONG)).withoutRole(2001);
    expect((await student.get('/v1/users/info')).data.students[0]).toMatchObject({ real_name: person.child_name });
  });

  it('leaves registrations to a person when the maker of the invitation has lost the role', async () => {
    const teacher = await staff(server(), 2001, 14);
    await admin.put(SETTINGS, { review: false, mobile_required: false });
    const door = await invite(server(), teacher, group(5));
    const person = newcomer();
    await rows(server(), "delete from memberships where user_id = 'u-o2001r14'");
    await server().services.access.invalidateUser('u-o2001r14');
    expect((await door.apply(person, await ticketOf(door))).status).toBe(200);
    await server().services.jobs.runDue();
    expect((await registered(person)).status).toBe('pending');
  });

  it('leaves registrations to a person when the maker of the invitation may not create students', async () => {
    const teacher = await staff(server(), 2001, 7);
    await admin.put(SETTINGS, { review: false, mobile_required: false });
    const door = await invite(server(), teacher, group(5));
    const person = newcomer();
    expect((await door.apply(person, await ticketOf(door))).status).toBe(200);
    await server().services.jobs.runDue();
    expect((await registered(person)).status).toBe('pending');
    const created = await rows(server(), 'select 1 from students where student_no = $1', [person.student_no]);
    expect(created).toEqual([]);
  });

  it('logs an automatic acceptance as work of the system at the address of the registration', async () => {
    const maker = await staff(server(), 2001, 5, true);
    await admin.put(SETTINGS, { review: false, mobile_required: false });
    const door = await invite(server(), maker, group(5));
    await rows(
      server(),
      `update invitations set maker = maker || '{"address": "203.0.113.9", "request_id": "old"}' where invitation_id = $1`,
      [door.id],
    );
    const person = newcomer();
    expect((await door.apply(person, await ticketOf(door))).status).toBe(200);
    await server().services.jobs.runDue();
    const [account] = await rows(server(), "select real_name from accounts where user_id = 'u-o2001r5'");
    const note = `凭${String(account?.['real_name'])}的邀请自动通过`;
    expect(await registered(person)).toMatchObject({ status: 'accepted', decided_by_name: note });
    const logged = await rows(
      server(),
      `select user_id, address, request_id, act, row_label from audit_logs
       where row_label like $1 and act <> 'open' order by at, log_id`,
      [`${person.child_name}%`],
    );
    expect(new Set(logged.map(({ user_id }) => user_id))).toEqual(new Set(['system']));
    expect(logged.map(({ address }) => address)).not.toContain('203.0.113.9');
    expect(logged.map(({ request_id }) => request_id)).not.toContain('old');
    expect(logged.find(({ act }) => act === 'accept')).toMatchObject({
      row_label: `${person.child_name}（${note}）`,
      address: expect.stringMatching(/./),
    });
  });
});
