import net from 'node:net';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import type { Client } from '../../../support/client.ts';
import { freshDatabase } from '../../../support/databases.ts';
import { startServer, TestClock, useServer, type TestServer } from '../../../support/server.ts';
import { png } from '../../media/server/samples.ts';
import { finish, postForm, tokenOf } from '../../media/server/support.ts';
import { CLASSES, dataOf, query, rowsOf, useVerifiedClient, type Listed } from '../../resources/server/support.ts';

const PARALLEL = 50;
const body = (n: number) => ({ period: 3, grade: 7, class_name: `试${n}班`, class_no: 40 + n });
const kept = async (client: Client) =>
  dataOf<Listed<{ class_name: string }>>(await client.get(query(CLASSES, { class_name: '试', size: 200 })))
    .items.map(({ class_name }) => class_name)
    .sort();

describe('a disk that is full (embedded)', () => {
  let full = false;
  const server = useServer('embedded');
  const admin = useVerifiedClient(server, 2001, 4);
  beforeAll(() => {
    const { objects } = server().services;
    const write = objects.write.bind(objects);
    objects.write = async (...args) => {
      if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      await write(...args);
    };
  });

  it('is reported where the database cannot write; nothing is lost and no restart is needed', async () => {
    expect((await admin().post(CLASSES, body(1))).status).toBe(201);
    await server().db.admin((run) =>
      run(`create function no_space() returns trigger language plpgsql as $f$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $f$;
      create trigger no_space before insert on audit_links for each row execute function no_space()`),
    );
    expect(await admin().post(CLASSES, body(2))).toMatchObject({ status: 503, code: 'PSY_STORAGE_FULL' });
    expect(await kept(admin())).toEqual(['试1班']);
    await server().db.admin((run) => run('drop trigger no_space on audit_links'));
    expect((await admin().post(CLASSES, body(2))).status).toBe(201);
    expect(await kept(admin())).toEqual(['试1班', '试2班']);
  });

  it('is reported where files cannot be stored, and the file can be uploaded again', async () => {
    const token = dataOf<Parameters<typeof finish>[1]>(await tokenOf(admin(), 1, 'a.png'));
    await postForm(new URL(token.host, server().url).href, token.fields, png());
    full = true;
    expect(await finish(admin(), token, png(), 'image/png')).toMatchObject({ status: 503, code: 'PSY_STORAGE_FULL' });
    full = false;
    expect((await finish(admin(), token, png(), 'image/png')).status).toBe(200);
  });

  it('and 50 concurrent requests for the last place: one gets it, the others are refused', async () => {
    const students = await rowsOf(
      server(),
      "update students set user_id = null where org_id = '2001' and child_id in (select child_id from students where org_id = '2001' and study_status = 1 order by child_id limit $1) returning student_id",
      PARALLEL,
    );
    await rowsOf(server(), "update orgs set available_quota = 1 where org_id = '2001'");
    const answers = await Promise.all(
      students.map(({ student_id }) => admin().post(`/v1/portal/students/${String(student_id)}/register`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'PSY_NO_PLACES_LEFT')).toHaveLength(PARALLEL - 1);
    expect(await rowsOf(server(), "select available_quota as left from orgs where org_id = '2001'")).toEqual([
      { left: 0 },
    ]);
  });
});

describe.skipIf(!inject('databases').postgres)('a database that is unavailable (PostgreSQL)', () => {
  const sockets = new Set<net.Socket>();
  let gate: net.Server, server: TestServer, admin: Client, target: { host: string; port: number };
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      gate = net
        .createServer((inner) => {
          const outer = net.connect(target);
          for (const socket of [inner, outer]) sockets.add(socket.on('error', () => undefined));
          inner.pipe(outer).pipe(inner);
        })
        .listen(port, '127.0.0.1', resolve);
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      gate.close(() => resolve());
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    });
  beforeAll(async () => {
    const fresh = await freshDatabase('server', 'demo');
    const url = new URL(fresh.options.url ?? '');
    target = { host: url.hostname, port: Number(url.port || 5432) };
    await listen(0);
    const { port } = gate.address() as net.AddressInfo;
    url.host = `127.0.0.1:${port}`;
    const db = await openDatabase({ url: url.href, waitLimitMs: 2000 });
    const clock = new TestClock();
    server = await startServer(db, {}, clock);
    admin = (await server.client.signIn('o2001r4')).withRole(2001, 4);
    return async () => {
      await server.close();
      await db.close();
      await cut();
      await fresh.remove();
    };
  });

  it('is reported clearly, and when it is back everything acknowledged exists, without a restart', async () => {
    const { port } = gate.address() as net.AddressInfo;
    const acknowledged: string[] = [];
    const write = async (n: number) => {
      const answer = await admin.post(CLASSES, body(n));
      if (answer.status === 201) acknowledged.push(body(n).class_name);
      return answer;
    };
    expect((await write(1)).status).toBe(201);
    const under = Array.from({ length: 10 }, (_, i) => write(i + 2));
    await cut();
    for (const { status, code } of await Promise.all(under))
      expect([status === 201 || status === 503, status, code]).toEqual([true, status, code]);
    for (const answer of [
      await write(20),
      await admin.get(CLASSES),
      await server.client.publicly('POST', '/v2/oauth2/tokens/actions/sign_in', {
        account: 'o2001r4',
        password: '0'.repeat(32),
      }),
    ]) {
      expect(answer).toMatchObject({ status: 503, code: 'PSY_UNAVAILABLE' });
    }
    await listen(port);
    expect((await write(21)).status).toBe(201);
    expect(await kept(admin)).toEqual(expect.arrayContaining(acknowledged));
    const { total } = dataOf<Listed>(await admin.get(`/v1/portal/audits/logs/list?act=create&resource=class`));
    expect(total).toBeGreaterThanOrEqual(acknowledged.length);
  });
});
