import { beforeAll, expect, it } from 'vitest';
import type { NoticeKind } from '../../../../src/features/notices/rules.ts';
import { notify, settle } from '../../../../src/features/notices/server/notify.ts';
import type { Database } from '../../../../src/platform/db/server/database.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import type { Client, Listening } from '../../../support/client.ts';
import { describeApi, freshDatabase } from '../../../support/databases.ts';
import { startServer, TestClock, type TestServer } from '../../../support/server.ts';

const STREAM = '/v1/portal/notices/stream';
const DAY = 86_400_000;

describeApi('notices', (kind) => {
  const clock = new TestClock();
  /** Two processes over one installation. The embedded database allows only one process, so they share it. */
  let one: TestServer;
  let two: TestServer;
  let otherDb: Database;
  const open: Listening[] = [];
  let teacher: Client;
  let teacherId = '';

  beforeAll(async () => {
    const fresh = await freshDatabase(kind, 'demo');
    const db = await openDatabase(fresh.options);
    otherDb = kind === 'server' ? await openDatabase(fresh.options) : db;
    one = await startServer(db, {}, clock);
    two = await startServer(otherDb, { services: { state: one.services.state } }, clock);
    teacher = (await one.client.signIn('o2001r8')).withRole(2001, 8);
    teacherId = teacher.session.user_id;
    return async () => {
      for (const each of open) each.close();
      await one.close();
      await two.close();
      if (otherDb !== db) await otherDb.close();
      await db.close();
      await fresh.remove();
    };
  });

  const listen = async (
    client: Client,
    server: TestServer = one,
    headers: Record<string, string> = {},
  ): Promise<Listening> => {
    const stream = await client.as({ port: server.port }).listen(STREAM, { headers });
    open.push(stream);
    return stream;
  };
  const sendNotice = (userIds: readonly string[], id: string, orgId = '2001', kind_: NoticeKind = 'warning') =>
    otherDb.transaction({ orgId, userId: null }, (tx) =>
      notify(tx, { clock }, orgId, userIds, { kind: kind_, subject: { type: 'warn', id } }),
    );
  const about =
    (id: string) =>
    ({ event, data }: { event: string; data: { subject_id?: string } }) =>
      event === 'notice' && data.subject_id === id;
  const mine = async (query = '') => (await teacher.get(`/v1/portal/notices${query}`)).data;

  it('are pushed by any process to every window of the recipient after the commit, and name no student', async () => {
    const [here, there] = [await listen(teacher), await listen(teacher, two)];
    expect([
      here.status,
      here.headers['content-type'],
      here.headers['cache-control'],
      here.headers['content-encoding'],
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store, no-transform', undefined]);
    await expect(
      otherDb.transaction({ orgId: '2001', userId: null }, async (tx) => {
        await notify(tx, { clock }, '2001', [teacherId], { kind: 'warning', subject: { type: 'warn', id: 'never' } });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await sendNotice([teacherId, teacherId], 'w1')).toBe(1);
    for (const stream of [here, there]) {
      const { id, data } = await stream.first(about('w1'));
      expect(data).toEqual({
        notice_id: id,
        kind: 'warning',
        subject_type: 'warn',
        subject_id: 'w1',
        created_at: new Date(clock.now()).toISOString(),
      });
      expect(stream.events.filter(({ event }) => event === 'notice')).toHaveLength(1);
    }
    expect(await mine()).toMatchObject({ total: 1, unread: 1, items: [{ subject_id: 'w1' }] });
  });

  it('reach no other user: no colleague, and no member of another school with the same account', async () => {
    const multi = await one.client.signIn('multi');
    const streams = await Promise.all(
      [
        multi.withRole(2001, 8),
        multi.withRole(2002, 7),
        (await one.client.signIn('o2002r4')).withRole(2002, 4),
        teacher,
      ].map((client) => listen(client)),
    );
    await sendNotice([multi.session.user_id], 'w2', '2002');
    await sendNotice([teacherId], 'w3');
    await streams[1]!.first(about('w2'));
    await streams[3]!.first(about('w3'));
    expect(
      streams.map(({ events }) => events.filter(({ event }) => event === 'notice').map(({ data }) => data.subject_id)),
    ).toEqual([[], ['w2'], [], ['w3']]);
    expect((await multi.withRole(2001, 8).get('/v1/portal/notices')).data.total).toBe(0);
    const [theirs] = (await multi.withRole(2002, 7).get('/v1/portal/notices')).data.items;
    expect((await teacher.post(`/v1/portal/notices/${theirs.notice_id}/read`)).status).toBe(404);
    expect((await multi.withRole(2002, 7).get('/v1/portal/notices')).data.unread).toBe(1);
  });

  it('are marked as read one by one or all at once, and other windows are informed', async () => {
    const stream = await listen(teacher, two);
    const {
      items: [latest],
      unread,
    } = await mine();
    expect((await teacher.post(`/v1/portal/notices/${latest.notice_id}/read`)).data).toEqual({ ok: true });
    await stream.first(({ event }) => event === 'changed');
    expect(await mine('?unread=true')).toMatchObject({ total: unread - 1, unread: unread - 1 });
    expect((await teacher.post('/v1/portal/notices/read_all')).status).toBe(200);
    expect([
      (await teacher.post(`/v1/portal/notices/${latest.notice_id}/read`)).status,
      (await teacher.post('/v1/portal/notices/nobodys/read')).status,
    ]).toEqual([200, 404]);
    expect(await mine('?unread=true')).toEqual({ total: 0, unread: 0, items: [] });
  });

  it('count as read for everyone once their subject is settled', async () => {
    await sendNotice([teacherId], 'w4');
    await sendNotice([teacherId], 'w5');
    await otherDb.transaction({ orgId: '2001', userId: null }, (tx) =>
      settle(tx, { clock }, '2001', { type: 'warn', id: 'w4' }),
    );
    expect((await mine('?unread=true')).items.map((item: { subject_id: string }) => item.subject_id)).toEqual(['w5']);
  });

  it('that a window missed are sent when it reconnects', async () => {
    const stream = await listen(teacher);
    await sendNotice([teacherId], 'w6');
    const { id = '' } = await stream.first(about('w6'));
    stream.close();
    clock.advance(1000);
    await sendNotice([teacherId], 'w7');
    const again = await listen(teacher, two, { 'last-event-id': id });
    await again.first(about('w7'));
    expect(again.events.map(({ data }) => data.subject_id)).not.toContain('w6');
    const odd = await listen(teacher, one, { 'last-event-id': 'not an id' });
    await sendNotice([teacherId], 'w8');
    await odd.first(about('w8'));
    expect(odd.events).toHaveLength(1);
  });

  it('are streamed to the newest windows of a session; the oldest gets an event that it was replaced', async () => {
    const client = (await one.client.signIn('o2001r5')).withRole(2001, 5);
    const streams: Listening[] = [];
    for (let i = 0; i < 4; i++) streams.push(await listen(client));
    await streams[0]!.ended;
    expect(streams[0]!.events.at(-1)?.event).toBe('replaced');
    await sendNotice([client.session.user_id], 'w9');
    await Promise.all(streams.slice(1).map((stream) => stream.first(about('w9'))));
  });

  it('are not pushed after the session has ended, in any process, or has expired', async () => {
    const client = (await one.client.signIn('o2001r12')).withRole(2001, 12);
    const [here, there] = [await listen(client), await listen(client, two)];
    await client.delete(`/v2/oauth2/tokens/${client.session.access_token}`);
    await Promise.all([here.ended, there.ended]);
    expect((await client.listen(STREAM)).status).toBe(401);

    const other = (await one.client.signIn('o2001r14')).withRole(2001, 14);
    const stream = await listen(other);
    const until = clock.time;
    clock.advance(DAY);
    for (let beat = 0; beat < 3; beat++) one.services.push.beat();
    await stream.ended;
    clock.time = until;
  });

  it('end at once in every process for a user who lost access to the school', async () => {
    const admin = (await one.client.signIn('o2001r4')).withRole(2001, 4);
    const head = (await one.client.signIn('o2001r9')).withRole(2001, 9);
    const streams = [await listen(head), await listen(head, two)];
    const set = (enabled: boolean) => admin.put(`/v1/portal/teachers/${head.session.user_id}/state`, { enabled });
    expect((await set(false)).status).toBe(200);
    await Promise.all(streams.map(({ ended }) => ended));
    expect((await head.listen(STREAM)).status).toBe(403);
    await set(true);
  });

  it('hold no database connection, however many windows listen', async () => {
    const roles = [4, 5, 7, 10, 12, 14];
    const clients = await Promise.all(
      roles.map(async (role) => (await one.client.signIn(`o2001r${role}`)).withRole(2001, role)),
    );
    // More streams than connections.
    const streams = await Promise.all(clients.flatMap((client) => [1, 2, 3].map(() => listen(client))));
    expect((await mine()).total).toBeGreaterThan(0);
    await sendNotice(
      clients.map(({ session }) => session.user_id),
      'w10',
    );
    await Promise.all(streams.map((stream) => stream.first(about('w10'))));
    for (const stream of streams) stream.close();
  });

  it('do not extend the session', async () => {
    const seen = async () =>
      (
        await one.db.admin((run) =>
          run(`select seen_at from sessions where user_id = '${teacherId}' and ended_at is null`),
        )
      )[0]?.seen_at;
    await teacher.get('/v1/portal/rbac/pages');
    const before = await seen();
    clock.advance(10 * 60_000);
    await listen(teacher);
    await mine();
    expect(await seen()).toEqual(before);
  });

  it('do not wait for a client that does not read', async () => {
    const client = (await one.client.signIn('o2001r9')).withRole(2001, 9);
    const stream = await listen(client);
    stream.pause();
    const tooSlow = () => one.log.text.includes('a reader of notices was too slow');
    // More bytes than the sockets and the server buffer together.
    for (let i = 0; i < 2000 && !tooSlow(); i++) await sendNotice([client.session.user_id], `${i}-${'x'.repeat(7000)}`);
    expect(tooSlow()).toBe(true);
  });

  it('end with the process, which waits for no window', async () => {
    const third = await startServer(one.db, { services: { state: one.services.state } }, clock);
    const stream = await listen(teacher, third);
    await third.app.close();
    await stream.ended;
    expect(third.services.push.size).toBe(0);
    await third.services.jobs.close();
  });
});
