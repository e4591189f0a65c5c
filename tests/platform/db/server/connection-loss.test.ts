import net from 'node:net';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database, Tenant } from '../../../../src/platform/db/server/database.ts';
import { DatabaseUnavailable, isConnectionLost } from '../../../../src/platform/db/server/errors.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/databases.ts';

const tenant: Tenant = { orgId: '2001', userId: null };
const raw = <R>(text: string, parameters: unknown[] = []) => CompiledQuery.raw(text, parameters) as CompiledQuery<R>;
const one = raw<{ one: number }>('select 1 as one');
const pid = raw<{ pid: number }>('select pg_backend_pid() as pid');

/** TCP proxy before PostgreSQL, so that one test can interrupt its own connection only. */
class Proxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<net.Socket>();
  #server: net.Server | undefined;
  port = 0;

  constructor(url: URL) {
    this.#target = { host: url.hostname, port: Number(url.port || 5432) };
  }

  async start(): Promise<void> {
    const server = net.createServer((inner) => {
      const outer = net.connect(this.#target);
      for (const socket of [inner, outer]) this.#sockets.add(socket.on('error', () => undefined));
      inner.pipe(outer).pipe(inner);
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as net.AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.#server?.close(resolve);
    });
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

// The embedded engine runs in the process itself; `embedded-folder.test.ts` covers its failures.
describe.skipIf(!inject('databases').postgres)('a lost database (PostgreSQL)', () => {
  let fresh: FreshDatabase;
  let proxy: Proxy;
  let db: Database;
  beforeEach(async () => {
    fresh = await freshDatabase('server');
    const url = new URL(fresh.options.url ?? '');
    proxy = new Proxy(url);
    await proxy.start();
    url.host = `127.0.0.1:${proxy.port}`;
    db = await openDatabase({ url: url.href, poolSize: 3, waitLimitMs: 2000 });
    await db.admin((run) => run('create table items (id int primary key); grant all on items to xinyu_app'));
  });
  afterEach(async () => {
    await db.close();
    await proxy.stop();
    await fresh.remove();
  });

  it('is reported as unavailable, and works again when it is back', async () => {
    await Promise.all([1, 2, 3].map(() => db.read(tenant, [one])));
    await proxy.stop();
    for (const attempt of [
      () => db.read(tenant, [one]),
      () => db.write(tenant, [one]),
      () => db.transaction(tenant, (tx) => tx.run(one)),
      () => db.admin((run) => run('select 1')),
      () => db.ping(),
    ]) {
      await expect(attempt()).rejects.toBeInstanceOf(DatabaseUnavailable);
    }
    await proxy.start();
    expect(await db.read(tenant, [one])).toEqual([[{ one: 1 }]]);
    await Promise.all(Array.from({ length: 20 }, () => db.transaction(tenant, (tx) => tx.run(one))));
    await db.ping();
  });

  it('fails running work and rolls it back', async () => {
    const failed = db.transaction(tenant, async (tx) => {
      await tx.run(raw('insert into items values (1)'));
      await proxy.stop();
      await tx.run(raw('insert into items values (2)'));
    });
    await expect(failed).rejects.toSatisfy(isConnectionLost);
    const slow = db.read(tenant, [raw('select pg_sleep(10)')]);
    await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable);
    await proxy.start();
    expect(await db.read(tenant, [raw('select * from items')])).toEqual([[]]);
  });

  it('does not fail a read when only idle connections were lost', async () => {
    const direct = await openDatabase(fresh.options);
    const [[row]] = await db.read(tenant, [pid]);
    await direct.admin((run) => run('select pg_terminate_backend($1)', [row?.pid]));
    expect(await db.read(tenant, [one])).toEqual([[{ one: 1 }]]);
    await direct.close();
  });

  it('is distinguished from a wrong statement', async () => {
    const direct = await openDatabase(fresh.options);
    await expect(
      db.transaction(tenant, async (tx) => {
        const [row] = await tx.run(pid);
        await direct.admin((run) => run('select pg_terminate_backend($1)', [row?.pid]));
        await tx.run(one);
      }),
    ).rejects.toSatisfy(isConnectionLost);
    await expect(db.read(tenant, [raw('select nonsense')])).rejects.not.toSatisfy(isConnectionLost);
    await direct.close();
  });
});
