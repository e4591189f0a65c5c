import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { Client } from '../../support/client.ts';
import { copyFirstStart, Running, SHORT_LIVED, useBuild } from '../../support/process.ts';
import { LOGIN_PASSWORD, productionSettings, serverDatabase } from '../../support/production.ts';

// Each test starts several processes.
describe('the process', { timeout: 180_000 }, () => {
  const entry = useBuild();
  const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu process '));
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  const demoData = path.join(home, 'demo');
  const run = (env: Record<string, string>, name = 'main', args: readonly string[] = []): Running => {
    const running = new Running(entry(name), { PORT: '0', ...env }, args);
    onTestFinished(async () => {
      await running.kill();
    });
    return running;
  };
  const demo = (env: Record<string, string> = {}) => run({ DATA_DIR: demoData, ...env });
  const clientOf = (port: number) => new Client({ port, now: Date.now });
  const ready = (port: number, agent?: http.Agent) => clientOf(port).as({ agent }).publicly('GET', '/readyz');

  // The first start makes the demonstration that the other tests use.
  beforeAll(async () => {
    const output = await copyFirstStart(demoData);
    expect(output).toMatch(/心育已就绪：http:\/\/127\.0\.0\.1:\d+/);
    expect(output).toMatch(/o2001r4 +青禾市第一中学/);
    expect(output).toContain('Demo-2026!');
    if (process.platform !== 'win32') expect(statSync(path.join(demoData, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('started again keeps sessions and data, and refuses requests that were sent before', async () => {
    const first = demo();
    const admin = (await clientOf(await first.port()).signIn('o2001r4')).withRole(2001, 4);
    const sent = admin.outgoing('POST', '/v1/portal/classes', { body: { class_name: '重启班', period: 3, grade: 7 } });
    const created = await admin.raw(sent);
    expect(created.status).toBe(201);
    await first.kill();
    const port = await demo().port();
    const again = await admin.as({ port }).get(`/v1/portal/classes/${created.data.class_id}`);
    expect([again.status, again.data.class_name]).toEqual([200, '重启班']);
    expect(await admin.as({ port }).raw(sent)).toMatchObject({ status: 401, code: 'AC_NONCE_INVALID' });
  });

  it('lets no other process use its data folder, whose data is checked whole when it is stopped', async () => {
    const running = demo();
    await running.port();
    const second = await demo().ended;
    expect([second.code, second.output]).toEqual([1, expect.stringContaining(`无法启动：`)]);
    expect(second.output).toContain(String(running.child.pid));
    const refused = await run({ DATA_DIR: demoData }, 'check-data').ended;
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(`正被进程 ${running.child.pid} 使用`)]);
    await running.kill('SIGTERM');
    const { code, output } = await run({ DATA_DIR: demoData }, 'check-data').ended;
    expect(output).toMatch(/✓ students：\d+ 行\n/);
    expect(output).toMatch(/全部完好：读完 \d+ 张表，核对了 \d+ 个单位的操作记录。/);
    expect(code).toBe(0);
  });

  it('finishes running requests on a signal, refuses new ones, and exits with 0', async () => {
    const running = demo();
    const port = await running.port();
    const body = JSON.stringify({ account: 'o2001r4', password: '0'.repeat(32) });
    const socket = net.connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(
      `POST /v2/oauth2/tokens/actions/sign_in HTTP/1.1\r\nhost: localhost\r\napp-id: portal-web\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    await ready(port);
    running.child.kill('SIGTERM');
    await vi.waitFor(() => expect(ready(port)).rejects.toThrow('ECONNREFUSED'));
    socket.write(body.slice(10));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('"code":"AC_WRONG_PASSWORD"');
    expect((await running.ended).code).toBe(0);
  });

  it('reports not ready and continues to serve for the configured delay, but exits at once on a second signal', async () => {
    const running = demo({ SHUTDOWN_DELAY_MS: '60000' });
    const port = await running.port();
    expect((await ready(port)).status).toBe(200);
    running.child.kill('SIGTERM');
    await vi.waitFor(async () => expect((await ready(port)).status).toBe(503));
    expect((await clientOf(port).publicly('GET', '/v2/oauth2/server/time')).status).toBe(200);
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(1);
  });

  it('does not wait beyond the limit', async () => {
    const running = demo({ SHUTDOWN_LIMIT_MS: '200' });
    const port = await running.port();
    const socket = net.connect(port, '127.0.0.1');
    socket.write(
      'POST /v2/oauth2/tokens/actions/sign_in HTTP/1.1\r\nhost: localhost\r\napp-id: portal-web\r\ncontent-length: 10\r\n\r\n',
    );
    await ready(port);
    running.child.kill('SIGINT');
    await once(socket, 'close');
    const { code, output } = await running.ended;
    expect([code, output.includes('requests were cut short')]).toEqual([0, true]);
  });

  it('reports that a port is in use, and how to fix it', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as net.AddressInfo;
    const { code, output } = await demo({ PORT: String(port) }).ended;
    expect(code).toBe(1);
    expect(output).toContain(
      `无法启动：端口 ${port} 已被占用：请先关闭占用它的程序，或换一个端口，例如 PORT=${port + 1}`,
    );
  });

  it.skipIf(process.platform !== 'linux')(
    'serves and stops while its output cannot be written',
    async () => {
      const taken = net.createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const { port } = taken.address() as net.AddressInfo;
      await new Promise((resolve) => taken.close(resolve));
      const full = openSync('/dev/full', 'w');
      const { PATH = '', HOME = '' } = process.env;
      const child = spawn(process.execPath, [...SHORT_LIVED, entry('main')], {
        env: { PATH, HOME, DATA_DIR: demoData, PORT: String(port), LOG_LEVEL: 'debug' },
        stdio: ['ignore', full, full],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'exit');
      const READY = { timeout: 50_000, interval: 100 };
      await vi.waitFor(async () => expect((await ready(port)).status).toBe(200), READY);
      for (let i = 0; i < 300; i++)
        expect((await clientOf(port).publicly('GET', '/v2/oauth2/server/time')).status).toBe(200);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      closeSync(full);
    },
    120_000,
  );

  it('refuses to start with another master key or without it, and creates no new one', async () => {
    const dataDir = path.join(home, 'keys');
    cpSync(demoData, dataDir, { recursive: true });
    const file = path.join(dataDir, 'master-key');
    const key = readFileSync(file, 'utf8');
    const other = await run({ DATA_DIR: dataDir, MASTER_KEY: randomBytes(32).toString('hex') }).ended;
    expect([other.code, other.output]).toEqual([1, expect.stringContaining('打不开这个数据库里的内容')]);
    expect(other.output).not.toContain('心育已就绪');
    for (const name of ['master-key', 'renewal-key', 'secret']) {
      const kept = readFileSync(path.join(dataDir, name));
      rmSync(path.join(dataDir, name));
      const { code, output } = await run({ DATA_DIR: dataDir }).ended;
      expect([code, output]).toEqual([1, expect.stringContaining(`却没有 ${path.join(dataDir, name)}`)]);
      expect(existsSync(path.join(dataDir, name))).toBe(false);
      writeFileSync(path.join(dataDir, name), kept);
    }
    await run({ DATA_DIR: dataDir }).port();
    expect(readFileSync(file, 'utf8')).toBe(key);
  });

  it('reports why a data folder cannot be written, and exits', async () => {
    const file = path.join(home, 'a file');
    writeFileSync(file, '');
    const places = [file, path.join(file, 'below'), ...(process.platform === 'linux' ? ['/proc/xinyu'] : [])];
    const ends = await Promise.all(places.map((DATA_DIR) => run({ DATA_DIR }).ended));
    for (const [i, { code, output }] of ends.entries()) {
      expect([code, output]).toEqual([1, expect.stringContaining(`无法启动：数据目录 ${places[i]} 不能使用：`)]);
    }
  });

  it('reports every invalid setting of its environment before it does anything', async () => {
    const data = path.join(home, 'never made');
    const { code, output } = await run({ DATA_DIR: data, PORT: 'x', LOG_LEVEL: 'y', XINYU_MODE: 'production' }).ended;
    expect(code).toBe(1);
    for (const name of [
      'PORT=x',
      'LOG_LEVEL=y',
      'APP_SECRET 没有设置',
      'MASTER_KEY 没有设置',
      'RENEWAL_PUBLIC_KEY 没有设置',
    ])
      expect(output).toContain(name);
    expect(() => statSync(data)).toThrow('ENOENT');
  });

  describe('in production', () => {
    const required = productionSettings();
    const production = (env: Record<string, string>, name?: string, args?: readonly string[]) =>
      run({ ...required, ...env }, name, args);
    /** The example of the help, as a file. */
    const exampleFile = async (): Promise<string> => {
      const { code, output } = await run({}, 'org', ['--help']).ended;
      expect(code).toBe(0);
      const file = path.join(home, 'school.json');
      writeFileSync(file, /^\{\n[\s\S]*?^\}$/m.exec(output)?.[0] ?? '');
      return file;
    };
    /** Signs in as the administrator of the example and adds a class. */
    const addClass = async (port: number, printed: string): Promise<void> => {
      const password = /密码 +(\S+)\n/.exec(printed)?.[1] ?? '';
      const admin = (await clientOf(port).signInFirst('qh2z-admin', password)).withRole(3001, 4);
      const body = { class_name: '高一（1）班', period: 4, grade: 10 };
      const { status, data } = await admin.post('/v1/portal/classes', body);
      expect(status).toBe(201);
      expect((await admin.get(`/v1/portal/classes/${data.class_id}`)).data).toMatchObject(body);
      expect((await admin.get('/v1/portal/orgs/years')).data.items).toMatchObject([{ is_current: true }]);
    };

    it('reports that it cannot connect to the database server, and which setting has the address', async () => {
      const { code, output } = await production({
        DATA_DIR: path.join(home, 'production'),
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      }).ended;
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(
          /^无法启动：连不上数据库（.*127\.0\.0\.1:1）：请确认 PostgreSQL 已经启动，DATABASE_URL（.*）的地址没有写错$/m,
        ),
      ]);
    });

    it('refuses a database that is not migrated, until it is', async () => {
      const DATA_DIR = path.join(home, 'production');
      const refused = await production({ DATA_DIR }).ended;
      expect(refused.code).toBe(1);
      expect(refused.output).toMatch(
        /无法启动：数据库有 \d+ 个未执行的迁移（0001\.do\.core\.sql、.*）：请先备份，再运行 npm run migrate/,
      );
      const migrated = await production({ DATA_DIR, APP_SECRET: '', MASTER_KEY: '', RENEWAL_PUBLIC_KEY: '' }, 'migrate')
        .ended;
      expect([migrated.code, migrated.output]).toEqual([0, expect.stringContaining('0001.do.core.sql')]);
      expect((await production({ DATA_DIR }, 'migrate').ended).output).toContain('数据库已是最新');
      const running = production({ DATA_DIR });
      const port = await running.port();
      expect((await clientOf(port).publicly('GET', '/dev/outbox')).status).toBe(404);
      await expect(clientOf(port).signIn('o2001r4')).rejects.toThrow('401');
      expect(running.output).not.toContain('Demo-2026!');
      expect(running.output).toContain('先停止服务，再运行 npm run org -- create <文件>');
    });

    it('creates its first school from a file while it is stopped, whose administrator signs in and adds a class', async () => {
      const DATA_DIR = path.join(home, 'production');
      const file = await exampleFile();
      const running = production({ DATA_DIR });
      await running.port();
      const refused = await production({ DATA_DIR }, 'org', ['create', file]).ended;
      expect([refused.code, refused.output]).toEqual([
        1,
        expect.stringContaining(`正被进程 ${running.child.pid} 使用`),
      ]);
      await running.kill('SIGTERM');

      const created = await production({ DATA_DIR }, 'org', ['create', file]).ended;
      expect([created.code, created.output]).toEqual([0, expect.stringContaining('已创建清河区第二中学（3001）')]);
      const again = await production({ DATA_DIR }, 'org', ['create', file]).ended;
      expect([again.code, again.output]).toEqual([0, '清河区第二中学（3001）已经存在，什么都没有改动。\n']);
      expect((await production({ DATA_DIR }, 'org', ['list']).ended).output).toBe(
        '3001  清河区第二中学  正式服务  正式服务  至 2030-08-31  保护期 30 天  学校\n',
      );
      const served = production({ DATA_DIR });
      await addClass(await served.port(), created.output);
      expect(served.output).not.toContain('npm run org');
    });

    it('refuses demo data, unless explicitly allowed', async () => {
      const refused = await production({ DATA_DIR: demoData }).ended;
      expect(refused.code).toBe(1);
      expect(refused.output).toContain('数据库里有演示数据');
      const demoKey = readFileSync(path.join(demoData, 'master-key'), 'utf8').trim();
      const allowed = { DATA_DIR: demoData, XINYU_ALLOW_DEMO_DATA: 'yes', MASTER_KEY: demoKey };
      const port = await production(allowed).port();
      expect((await ready(port)).status).toBe(200);
    });

    it('reports where the shared store cannot be reached', async () => {
      const { code, output } = await production({
        DATA_DIR: demoData,
        XINYU_ALLOW_DEMO_DATA: 'yes',
        MASTER_KEY: readFileSync(path.join(demoData, 'master-key'), 'utf8').trim(),
        REDIS_URL: 'redis://:geheim@127.0.0.1:1',
      }).ended;
      expect([code, output.includes('连不上 REDIS_URL'), output.includes('geheim')]).toEqual([1, true, false]);
    });

    describe.skipIf(!inject('databases').postgres)('over a database server', () => {
      const freshServer = async () => {
        const database = await serverDatabase();
        onTestFinished(() => database.remove());
        return database;
      };

      it('refuses a login that can bypass row-level security, and accepts one that cannot', async () => {
        const { superuser, login } = await freshServer();
        const refused = await production({ DATA_DIR: home, DATABASE_URL: superuser }).ended;
        expect(refused.code).toBe(1);
        expect(refused.output).toMatch(/无法启动：数据库登录角色 \S+ 是超级用户/);
        const settings = { DATA_DIR: home, DATABASE_URL: login };
        const running = production(settings);
        const port = await running.port();
        expect((await ready(port)).status).toBe(200);
        const created = await production(settings, 'org', ['create', await exampleFile()]).ended;
        expect([created.code, created.output]).toEqual([0, expect.stringContaining('已创建清河区第二中学（3001）')]);
        await addClass(port, created.output);
        expect((await running.kill('SIGTERM')).output).not.toContain(LOGIN_PASSWORD);
      });

      it('waits for its predecessor without shared state to end, and starts at once after a kill', async () => {
        const { login } = await freshServer();
        const start = () => production({ DATA_DIR: path.join(home, 'rolling'), DATABASE_URL: login });
        const first = start();
        await first.port();
        const second = start();
        await second.printed(new RegExp(`"other_pid":${first.child.pid},.*"msg":"waiting for another process`));
        first.child.kill('SIGTERM');
        expect((await ready(await second.port())).status).toBe(200);
        await second.kill();
        const third = start();
        expect((await ready(await third.port())).status).toBe(200);
        expect(third.output).not.toContain('waiting for another process');
      });
    });
  });
});
