import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { startServer, useServer } from '../../../support/server.ts';

const CLASSES = '/v1/portal/classes';
const HOUR = 3_600_000;

describeDatabases('a create call with an idempotency-key', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  beforeAll(async () => {
    admin = (await server().client.signIn('o2001r4')).withRole(2001, 4);
  });
  const named = (class_name: string) => ({ class_name, period: 3, grade: 7 });
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
  const countOf = async (name: string) =>
    (await admin.get(`${CLASSES}?class_name=${encodeURIComponent(name)}`)).data.total as number;

  it('is done once, and returns the same answer again', async () => {
    const first = await admin.post(CLASSES, named('幂等一班'), keyed('key-1'));
    const second = await admin.post(CLASSES, named('幂等一班'), keyed('key-1'));
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await countOf('幂等一班')).toBe(1);
  });

  it('is done once under concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.post(CLASSES, named('幂等二班'), keyed('key-2'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await countOf('幂等二班')).toBe(1);
  });

  it('writes key, rows and answer together or not at all', async () => {
    const { db } = server();
    await db.admin((run) =>
      run(`create function no_answer() returns trigger language plpgsql as $$ begin raise 'no answer'; end $$;
        create trigger no_answer before update on idempotency_keys for each row execute function no_answer();`),
    );
    const failed = await admin.post(CLASSES, named('幂等十二班'), keyed('key-12'));
    await db.admin((run) => run('drop trigger no_answer on idempotency_keys; drop function no_answer();'));
    expect([failed.status, await countOf('幂等十二班')]).toEqual([500, 0]);
    expect((await admin.post(CLASSES, named('幂等十二班'), keyed('key-12'))).headers['idempotency-replayed']).toBe(
      undefined,
    );
    expect(await countOf('幂等十二班')).toBe(1);
  });

  it("may carry a call that reads its answer again, and one that writes the caller's own rows", async () => {
    const DEPARTMENTS = '/v1/portal/organizations/departments';
    const { department_id } = (await admin.post(DEPARTMENTS, { department_name: '幂等部' }, keyed('key-13'))).data;
    const edus = { department_id, items: [{ period: 3, grades: [9] }] };
    const grades = await admin.post(`${DEPARTMENTS}/edus`, edus, keyed('key-14'));
    expect(grades.data.items).toMatchObject([{ period: 3, grades: [{ grade: 9 }] }]);
    expect((await admin.post(`${DEPARTMENTS}/edus`, edus, keyed('key-14'))).text).toBe(grades.text);

    const view = { resource: 'class', name: '幂等', shared: false, filters: {}, order: [], hidden: [] };
    const saved = await admin.post('/v1/portal/views', view, keyed('key-15'));
    expect([saved.status, saved.data]).toEqual([201, expect.objectContaining({ name: '幂等', own: true })]);
    const twin = await admin.post('/v1/portal/views', view, keyed('key-16'));
    expect([twin.status, twin.fields]).toEqual([409, ['/name']]);
    expect((await admin.post('/v1/portal/views', view, keyed('key-15'))).text).toBe(saved.text);
  });

  it('is refused with other content, for another call, and under another role', async () => {
    await admin.post(CLASSES, named('幂等三班'), keyed('key-3'));
    const other = await admin.post(CLASSES, named('幂等四班'), keyed('key-3'));
    expect([other.status, other.code]).toEqual([409, 'PSY_CONFLICT']);
    expect(
      (await admin.post(`${CLASSES}/actions/batch_create`, { items: [named('幂等三班')] }, keyed('key-3'))).code,
    ).toBe('PSY_CONFLICT');
    expect(await countOf('幂等四班')).toBe(0);
  });

  it('returns the same answer from another process, and after a restart', async () => {
    const first = await admin.post(CLASSES, named('幂等五班'), keyed('key-5'));
    const other = await startServer(server().db, {}, server().clock);
    try {
      expect((await admin.as({ port: other.port }).post(CLASSES, named('幂等五班'), keyed('key-5'))).text).toBe(
        first.text,
      );
    } finally {
      await other.close();
    }
  });

  it('is not stored after a failure, so it can be repeated', async () => {
    await admin.post(CLASSES, named('幂等六班'), keyed('key-6a'));
    const taken = await admin.post(CLASSES, named('幂等六班'), keyed('key-6'));
    expect(taken.status).toBeGreaterThanOrEqual(400);
    const [held] = (await admin.get(`${CLASSES}?class_name=${encodeURIComponent('幂等六班')}`)).data.items;
    await admin.delete(`${CLASSES}/${held.class_id}`);
    const again = await admin.post(CLASSES, named('幂等六班'), keyed('key-6'));
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  it('belongs to one person in one organisation', async () => {
    const deputy = (await server().client.signIn('o2001r5')).withRole(2001, 5);
    const primary = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    await admin.post(CLASSES, named('幂等七班'), keyed('key-7'));
    const byAnother = await deputy.post(CLASSES, named('幂等八班'), keyed('key-7'));
    const elsewhere = await primary.post(CLASSES, { class_name: '幂等八班', period: 2, grade: 1 }, keyed('key-7'));
    expect([byAnother.status, elsewhere.status]).toEqual([201, 201]);
    expect(elsewhere.data.class_id).not.toBe(byAnother.data.class_id);
  });

  it('expires after 24 hours', async () => {
    await admin.post(CLASSES, named('幂等九班'), keyed('key-9'));
    server().clock.advance(24 * HOUR + 1);
    const fresh = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    expect((await fresh.post(CLASSES, named('幂等十班'), keyed('key-9'))).status).toBe(201);
    const rows = await server().db.admin((run) => run("select 1 from idempotency_keys where org_id = '2001'"));
    expect(rows).toHaveLength(1);
  });

  it('is refused where the key is malformed, and ignored by other endpoints', async () => {
    const fresh = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    expect((await fresh.post(CLASSES, named('幂等十一班'), keyed('a b'))).code).toBe('PSY_INVALID_INPUT');
    expect((await fresh.get(CLASSES, keyed('a b'))).status).toBe(200);
  });
});
