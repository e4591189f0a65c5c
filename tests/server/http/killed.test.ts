import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { Import } from '../../../src/shared/contract/imports.ts';
import { openDatabase } from '../../../src/server/store/db/open.ts';
import type { Row } from '../../../src/server/store/db/database.ts';
import { Client, md5 } from '../../support/client.ts';
import { describeDatabases, freshDatabase } from '../../support/databases.ts';
import { Running, useBuild } from '../../support/process.ts';
import { textsOf } from '../resources/cells.ts';
import { csv } from '../imports/support.ts';

const IMPORTS = '/v1/portal/students/import';
const PASSWORDS = '/v3/portal/users/reset_password/batch';
const LINES = 4000;
const PATIENCE = { timeout: 60_000, interval: 30 };

/** A process that is killed without a word while it works for a long time, over the database that the next one finds. */
describe('a process killed at work', () => {
  const entry = useBuild();
  describeDatabases('over its database', (kind) => {
    async function setting() {
      const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu killed '));
      onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
      const fresh = kind === 'server' ? await freshDatabase(kind) : undefined;
      if (fresh) onTestFinished(() => fresh.remove());
      const options = fresh?.options ?? { dir: path.join(home, 'db'), entries: inject('databases').entries };
      const where: Record<string, string> = { DATA_DIR: home, ...('url' in options && options.url !== undefined && { DATABASE_URL: options.url }) };
      const start = async () => {
        const running = new Running(entry('main'), { PORT: '0', ARGON2_MEMORY_KIB: '8192', ARGON2_PASSES: '1', ...where });
        onTestFinished(async () => { await running.kill(); });
        return { running, port: await running.port() };
      };
      /** What nobody has said for a while, as time would make it: nobody waits for it here. */
      const later = async (sql: string): Promise<Row[]> => {
        const db = await openDatabase(options);
        return db.admin((run) => run(sql)).finally(() => db.close());
      };
      return { start, later };
    }
    const signIn = async (port: number) => (await new Client({ port, now: Date.now }).signIn('o2001r4')).withRole(2001, 4);

    it('leaves an import that is gone on with: every line is written once', async () => {
      const { start, later } = await setting();
      const first = await start();
      let client = await signIn(first.port);
      const file = csv([['姓名', '学号', '班级'], ...Array.from({ length: LINES }, (_, i) => [`新生${i}`, `KILL${i}`, '初一（1）班'])]);
      const id = ((await client.post(`${IMPORTS}?file_name=a.csv`, file)).data as Import).import_id;
      const now = async () => (await client.get(`${IMPORTS}/${id}`)).data as Import;
      await vi.waitFor(async () => expect((await now()).status).toBe('ready'), PATIENCE);
      await client.post(`${IMPORTS}/${id}/write`, {});
      await vi.waitFor(async () => expect((await now()).written.created).toBeGreaterThan(0), PATIENCE);
      expect((await first.running.kill()).signal).toBe('SIGKILL');
      const [left] = await later("update imports set alive_at = alive_at - interval '10 minutes' returning status, created");
      expect(left).toMatchObject({ status: 'writing' });
      expect(Number(left?.['created'])).toBeLessThan(LINES);

      client = await signIn((await start()).port);
      const broken = await now();
      expect(broken).toMatchObject({ status: 'stopped', can: { write: true, undo: true } });
      expect(broken.problem).toContain('可以继续写入，也可以撤销');
      const students = async () => (await client.get('/v1/portal/students?student_no=KILL&size=1')).data.total as number;
      expect(await students()).toBe(broken.written.created);
      await client.post(`${IMPORTS}/${id}/write`, {});
      await vi.waitFor(async () => expect((await now()).status).toBe('done'), PATIENCE);
      expect((await now()).written).toEqual({ created: LINES, updated: 0, refused: 0 });
      expect(await students()).toBe(LINES);
    }, 180_000);

    it('leaves new passwords that nobody has yet: the old ones hold, and the batch is gone on with', async () => {
      const { start, later } = await setting();
      const first = await start();
      let client = await (await signIn(first.port)).verified();
      const classes = [7, 8, 9].flatMap((grade) => [1, 2, 3, 4, 5, 6].map((no) => `c2001-2026-${grade}-0${no}`));
      const { batch_id: id } = (await client.post(PASSWORDS, { class_ids: classes })).data as { batch_id: string };
      const now = async () => (await client.get(`${PASSWORDS}/${id}`)).data as { state: string; done: number; total: number };
      await vi.waitFor(async () => expect((await now()).done).toBeGreaterThan(0), PATIENCE);
      expect((await first.running.kill()).signal).toBe('SIGKILL');
      expect(await later("update password_batches set lease_until = lease_until - interval '10 minutes' returning state")).toEqual([{ state: 'preparing' }]);

      const { port } = await start();
      const signsIn = async (login: string, password: string) => (await new Client({ port, now: Date.now }).publicly('POST', '/v2/oauth2/tokens/actions/sign_in', { account: login, password: md5(password) })).status;
      expect(await signsIn('o2001s1', 'Demo-2026!')).toBe(200);
      client = await (await signIn(port)).verified();
      await vi.waitFor(async () => expect(await now()).toMatchObject({ state: 'ready' }), PATIENCE);
      const { done, total } = await now();
      expect(done).toBe(total);
      const [head = [], ...rows] = textsOf((await client.post(`${PASSWORDS}/${id}/sheet`)).body);
      expect(rows).toHaveLength(total);
      const of = rows.find((row) => row.includes('o2001s1')) ?? [];
      const password = of[head.findIndex((text) => text.includes('密码'))] ?? '';
      expect(await signsIn('o2001s1', 'Demo-2026!')).toBe(401);
      expect(await signsIn('o2001s1', password)).toBe(200);
    }, 180_000);
  });
});
