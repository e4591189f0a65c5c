import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RETRY_DELAYS_MS } from '../../../../src/features/webhooks/rules.ts';
import { NOTHING_OUTSIDE } from '../../../../src/platform/outside-identity/server/outside.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { anotherProcess, DAY, HOUR, MINUTE } from '../../../support/world.ts';
import { Receiver, type Received } from './receiver.ts';

const HOOKS = '/v1/portal/webhooks';
const STUDENTS = '/v1/portal/students';

interface Made {
  webhook_id: string;
  secret: string;
}
interface Delivery {
  delivery_id: string;
  event: string;
  ids: string[];
  state: string;
  attempts: number;
  code?: number;
  fault?: string;
  ms?: number;
  answer?: string;
}

/** Throws where the signature is not by this secret. The library also refuses old times, so the test's clock counts. */
function verified({ secret }: { secret: string }, { headers, body }: Received, now: number): unknown {
  const real = Date.now;
  Date.now = () => now;
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    Date.now = real;
  }
}

/** Time limit of an answer: long enough for a busy machine, and short where the test is about a slow one. */
const [PATIENT_MS, IMPATIENT_MS] = [20_000, 300];

describeApi('webhooks', (kind) => {
  const outside = { ...NOTHING_OUTSIDE, internalAddresses: true, timeoutMs: PATIENT_MS };
  const server = useServer(kind, { services: { outside } });
  const receiver = new Receiver();
  beforeAll(() => receiver.open());
  afterAll(() => receiver.close());
  beforeEach(() => {
    receiver.answer = (response) => response.writeHead(204).end();
    receiver.take();
    outside.internalAddresses = true;
    outside.timeoutMs = PATIENT_MS;
  });

  const as = async (login: string, org: number, role: number) =>
    (await server().client.signIn(login)).withRole(org, role).verified();
  const admin = () => as('o2001r4', 2001, 4);
  const body = (more: object = {}) => ({ name: '教务系统', url: receiver.url, events: ['student.changed'], ...more });
  const make = async (client: Client, more: object = {}): Promise<Made> => {
    const answer = await client.post(HOOKS, body(more));
    expect(answer.status, answer.text).toBe(201);
    return answer.data;
  };
  const listed = async (client: Client, { webhook_id }: Made): Promise<Delivery[]> =>
    (await client.get(`${HOOKS}/${webhook_id}/deliveries?size=50`)).data.items;
  const shown = async (client: Client, { webhook_id }: Made) =>
    (await client.get(HOOKS)).data.items.find((one: Made) => one.webhook_id === webhook_id);
  /** Sessions may have ended meanwhile: by another sign-in, or by time. */
  const remove = async ({ webhook_id }: Made, client?: Client): Promise<void> => {
    const answer = await (client ?? (await admin())).delete(`${HOOKS}/${webhook_id}`);
    expect(answer.status, answer.text).toBe(200);
  };
  let renames = 0;
  const changeStudent = async (client: Client, at = 0): Promise<string> => {
    const student = (await client.get(`${STUDENTS}?size=5`)).data.items[at];
    const answer = await client.put(`${STUDENTS}/${student.child_id}`, {
      child_name: `改名${'甲乙丙丁戊己庚辛壬癸'[++renames]}`,
    });
    expect(answer.status, answer.text).toBe(200);
    return student.child_id;
  };
  const deliver = () => server().services.jobs.runDue();
  /** Lets the time of the next attempt pass. */
  const retry = async (n: number) => {
    server().clock.advance((RETRY_DELAYS_MS[n] ?? 0) + 1);
    await deliver();
  };

  it('are registered by super administrators with a second proof; the secret is shown once', async () => {
    const client = await admin();
    const made = await make(client);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const list = await client.get(HOOKS);
    expect(list.text).not.toContain(made.secret);
    expect(list.data.offered.map((one: { name: string }) => one.name)).toEqual(
      expect.arrayContaining(['student.changed', 'warning.verified', 'exam.closed', 'case.closed', 'account.disabled']),
    );
    const unverified = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    const path = `${HOOKS}/${made.webhook_id}`;
    const codes = [
      await unverified.post(HOOKS, body()),
      await unverified.put(path, body()),
      await unverified.post(`${path}/rotate`, { overlap_hours: 0 }),
      await unverified.post(`${path}/pause`),
      await unverified.post(`${path}/test`),
      await unverified.delete(path),
    ].map(({ code }) => code);
    expect(codes).toEqual(codes.map(() => 'PSY_INVALID_SECONDARY_TOKEN'));
    for (const role of [5, 8, 7])
      expect((await (await as(`o2001r${role}`, 2001, role)).post(HOOKS, body())).code).toBe('AC_FORBIDDEN');
    const stored = await server().db.admin((run) => run('select secret from webhook_secrets', []));
    expect(JSON.stringify(stored)).not.toContain(made.secret.slice('whsec_'.length));
    await remove(made);
  });

  it('tell what happened with ids only, signed, and only to the organisation that it happened in', async () => {
    const client = await admin();
    const made = await make(client);
    const other = await as('o2002r4', 2002, 4);
    const foreign = await make(other);
    const childId = await changeStudent(client);
    await deliver();
    const [arrived, ...more] = receiver.take();
    expect(more.map((one) => one.body)).toEqual([]);
    if (!arrived) throw new Error('nothing arrived');
    const message = verified(made, arrived, server().clock.now());
    expect(message).toEqual({
      type: 'student.changed',
      timestamp: expect.any(String),
      data: { org_id: '2001', ids: [childId] },
    });
    const forged = (more: Partial<Received>) => () => verified(made, { ...arrived, ...more }, server().clock.now());
    expect(forged({ body: arrived.body.replace('2001', '2002') })).toThrow();
    expect(forged({ headers: { ...arrived.headers, 'webhook-id': 'another' } })).toThrow();
    expect(() => verified(foreign, arrived, server().clock.now())).toThrow();
    expect(() => verified(made, arrived, server().clock.now() + HOUR)).toThrow();
    expect(await listed(client, made)).toEqual([
      expect.objectContaining({ state: 'delivered', code: 204, attempts: 1, ms: expect.any(Number) }),
    ]);
    expect(await listed(other, foreign)).toEqual([]);
    expect((await other.get(`${HOOKS}/${made.webhook_id}/deliveries`)).status).toBe(404);
    await remove(foreign, other);
    await remove(made);
  });

  it('are told of each kind of event that they chose, and of no other', async () => {
    const client = await admin();
    const made = await make(client, { events: ['account.disabled', 'exam.closed'] });
    await changeStudent(client);
    const teacher = (await client.get('/v1/portal/teachers?size=50')).data.items.find(
      (one: { login_name?: string }) => one.login_name === 'o2001r7',
    );
    const path = `/v1/portal/teachers/${teacher.user_id}/state`;
    expect((await client.put(path, { enabled: false })).status).toBe(200);
    expect((await client.put(path, { enabled: true })).status).toBe(200);
    await deliver();
    expect(receiver.take().map((one) => JSON.parse(one.body))).toEqual([
      expect.objectContaining({ type: 'account.disabled', data: { org_id: '2001', ids: [teacher.user_id] } }),
    ]);
    await remove(made);
  });

  it('write nothing for a change that was refused, and lose nothing when the process ends after the commit', async () => {
    const client = await admin();
    const made = await make(client);
    const student = (await client.get(`${STUDENTS}?size=1`)).data.items[0];
    expect((await client.put(`${STUDENTS}/${student.child_id}`, { child_name: '' })).status).toBe(400);
    expect(await listed(client, made)).toEqual([]);
    await changeStudent(client);
    expect(await listed(client, made)).toEqual([expect.objectContaining({ state: 'waiting', attempts: 0 })]);
    const second = await anotherProcess(server());
    Object.assign(second.services.outside, outside);
    await second.services.jobs.runDue();
    await second.close();
    expect(receiver.take()).toHaveLength(1);
    await remove(made);
  });

  it('are retried with growing delays for about a day under one id, then failed, and can be sent again', async () => {
    let client = await admin();
    const made = await make(client);
    receiver.answer = (response) => response.writeHead(500).end('x'.repeat(5000));
    await changeStudent(client);
    await deliver();
    for (const n of RETRY_DELAYS_MS.keys()) {
      expect((await listed(client, made))[0]).toMatchObject({ state: 'waiting', attempts: n + 1, code: 500 });
      await retry(n);
      client = await admin();
    }
    const [failed] = await listed(client, made);
    expect(failed).toMatchObject({ state: 'failed', attempts: RETRY_DELAYS_MS.length + 1, code: 500 });
    expect(failed?.answer).toBe('x'.repeat(1024));
    expect(await shown(client, made)).toMatchObject({ state: 'failing' });
    const tries = receiver.take();
    expect(tries).toHaveLength(RETRY_DELAYS_MS.length + 1);
    receiver.answer = (response) => response.writeHead(200).end('thanks');
    const again = await client.post(`${HOOKS}/${made.webhook_id}/deliveries/replay`, {});
    expect(again.data).toEqual({ total: 1 });
    await deliver();
    const one = { delivery_ids: [failed?.delivery_id] };
    expect((await client.post(`${HOOKS}/${made.webhook_id}/deliveries/replay`, one)).data).toEqual({ total: 1 });
    await deliver();
    const ids = [...tries, ...receiver.take()].map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set([failed?.delivery_id]));
    expect(ids).toHaveLength(RETRY_DELAYS_MS.length + 3);
    expect((await listed(client, made))[0]).toMatchObject({ state: 'delivered', code: 200, attempts: 1 });
    expect(await shown(client, made)).toMatchObject({ state: 'active' });
    const foreign = await as('o2002r4', 2002, 4);
    const theirs = await make(foreign);
    const stolen = await foreign.post(`${HOOKS}/${theirs.webhook_id}/deliveries/replay`, one);
    expect(stolen.data).toEqual({ total: 0 });
    await remove(theirs, foreign);
    await remove(made);
  });

  it('follow no redirect, wait for no slow answer, and report a broken connection', async () => {
    const client = await admin();
    const made = await make(client);
    const results: unknown[] = [];
    const [first] = [...(await listed(client, made))];
    expect(first).toBeUndefined();
    const silent = () => undefined;
    for (const answer of [
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
      silent,
      (response) => response.destroy(),
    ] satisfies Receiver['answer'][]) {
      receiver.answer = answer;
      outside.timeoutMs = answer === silent ? IMPATIENT_MS : PATIENT_MS;
      expect((await client.post(`${HOOKS}/${made.webhook_id}/test`)).status).toBe(200);
      await deliver();
      const [latest] = await listed(client, made);
      results.push([latest?.event, latest?.state, latest?.code ?? latest?.fault]);
      server().clock.advance(1);
    }
    expect(results).toEqual([
      ['webhook.test', 'waiting', 302],
      ['webhook.test', 'waiting', 307],
      ['webhook.test', 'waiting', 'timeout'],
      ['webhook.test', 'waiting', 'unreachable'],
    ]);
    await remove(made);
  });

  it('reach no internal address in production, neither as written nor as resolved', async () => {
    const client = await admin();
    outside.internalAddresses = false;
    for (const url of [
      'http://example.cn/hook',
      'ftp://example.cn/',
      'https://user:secret@example.cn/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://10.1.2.3/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[fd00::1]/',
      'javascript:alert(1)',
      'nonsense',
    ])
      expect([url, (await client.post(HOOKS, body({ url }))).fields]).toEqual([url, ['/url']]);
    const made = await make(client, { url: 'https://localhost:9/' });
    await client.post(`${HOOKS}/${made.webhook_id}/test`);
    await deliver();
    expect((await listed(client, made))[0]).toMatchObject({ fault: 'address', state: 'waiting' });
    await remove(made);
  });

  it('sign with both secrets while they overlap', async () => {
    let client = await admin();
    const made = await make(client);
    const path = `${HOOKS}/${made.webhook_id}`;
    const next: Made = (await client.post(`${path}/rotate`, { overlap_hours: 24 })).data;
    const arrive = async (): Promise<Received> => {
      await client.post(`${path}/test`);
      await deliver();
      const [arrived] = receiver.take();
      if (!arrived) throw new Error('nothing arrived');
      return arrived;
    };
    const both = await arrive();
    expect(verified(made, both, server().clock.now())).toMatchObject({ type: 'webhook.test' });
    expect(verified(next, both, server().clock.now())).toMatchObject({ type: 'webhook.test' });
    expect(await shown(client, made)).toMatchObject({ former_secret_until: expect.any(String) });
    server().clock.advance(24 * HOUR + MINUTE);
    client = await admin();
    const later = await arrive();
    expect(() => verified(made, later, server().clock.now())).toThrow();
    expect(verified(next, later, server().clock.now())).toMatchObject({ type: 'webhook.test' });
    await remove(made);
  });

  describe('are paused', () => {
    const notices = async (client: Client) =>
      (await client.get('/v1/portal/notices?size=200')).data.items.filter(
        (one: { kind: string }) => one.kind === 'webhook_paused',
      ).length;

    it('after three days of failure, with a notice to the person responsible, and keep what happens', async () => {
      let client = await admin();
      const made = await make(client);
      const before = await notices(client);
      receiver.answer = (response) => response.writeHead(503).end();
      await changeStudent(client);
      await deliver();
      server().clock.advance(3 * DAY);
      client = await admin();
      await changeStudent(client, 1);
      await deliver();
      expect(await shown(client, made)).toMatchObject({ state: 'paused', paused_why: 'failing' });
      expect(await notices(client)).toBe(before + 1);
      await changeStudent(client, 2);
      server().clock.advance(8 * HOUR);
      client = await admin();
      receiver.take();
      await deliver();
      expect(receiver.take()).toEqual([]);
      const path = `${HOOKS}/${made.webhook_id}`;
      expect((await client.post(`${path}/deliveries/replay`, {})).code).toBe('PSY_CONFLICT');
      expect((await client.post(`${path}/test`)).code).toBe('PSY_CONFLICT');
      receiver.answer = (response) => response.writeHead(204).end();
      expect((await client.post(`${path}/resume`)).status).toBe(200);
      expect((await client.post(`${path}/deliveries/replay`, {})).data).toEqual({ total: 3 });
      await deliver();
      expect(receiver.take()).toHaveLength(3);
      await remove(made);
    });

    it('when the receiver says that it is gone', async () => {
      const client = await admin();
      const made = await make(client);
      receiver.answer = (response) => response.writeHead(410).end();
      await client.post(`${HOOKS}/${made.webhook_id}/test`);
      await deliver();
      expect(await shown(client, made)).toMatchObject({ state: 'paused', paused_why: 'gone' });
      await remove(made);
    });

    it('when the person responsible has lost the role', async () => {
      const client = await admin();
      const made = await make(client);
      await changeStudent(client);
      const move = (from: number, to: number) =>
        server().db.admin((run) =>
          run(
            "update memberships set role_id = $2 where org_id = '2001' and role_id = $1 and user_id = (select user_id from accounts where login_name = 'o2001r4')",
            [from, to],
          ),
        );
      await move(4, 6);
      await server().services.access.invalidateOrg('2001');
      await deliver();
      expect(receiver.take()).toEqual([]);
      await move(6, 4);
      await server().services.access.invalidateOrg('2001');
      expect(await shown(client, made)).toMatchObject({ state: 'paused', paused_why: 'abandoned' });
      await remove(made);
    });
  });

  it('are removed with what was sent; old records go by themselves', async () => {
    const client = await admin();
    const made = await make(client);
    await changeStudent(client);
    await deliver();
    server().clock.advance(31 * DAY);
    await server().services.jobs.runNow('webhook-clearing');
    expect(await listed(await admin(), made)).toEqual([]);
    await remove(made);
    expect((await (await admin()).get(`${HOOKS}/${made.webhook_id}/deliveries`)).status).toBe(404);
  });
});
