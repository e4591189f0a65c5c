import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase, type OpenOptions } from '../../../../src/platform/db/server/open.ts';
import { Client } from '../../../support/client.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/databases.ts';
import { faultyKinds } from '../../../support/faults.ts';
import { copyFirstStart, Running, useBuild } from '../../../support/process.ts';

const WRITES = 30;
const CLASSES = '/v1/portal/classes';

describe('a process that is killed during writes', () => {
  const entry = useBuild();
  const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu audit '));
  const made: FreshDatabase[] = [];
  afterAll(async () => {
    for (const one of made) await one.remove();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  });

  it.each(faultyKinds())(
    'has kept every write that it acknowledged, whole, in a log that verifies, and the command finds what is done to that (%s)',
    async (kind) => {
      const dataDir = path.join(home, kind);
      let options: OpenOptions = { dir: path.join(dataDir, 'db'), entries: inject('databases').entries };
      const env: Record<string, string> = { DATA_DIR: dataDir };
      if (kind === 'server') {
        const fresh = await freshDatabase(kind);
        made.push(fresh);
        options = fresh.options;
        env['DATABASE_URL'] = fresh.options.url ?? '';
      } else await copyFirstStart(dataDir);
      const start = () => new Running(entry('main'), { PORT: '0', ...env });
      const verify = (...args: string[]) => new Running(entry('audit'), env, ['verify', ...args]).ended;
      const clientOf = async (running: Running) =>
        (await new Client({ port: await running.port(), now: Date.now }).signIn('o2001r4')).withRole(2001, 4);

      const first = start();
      const client = await clientOf(first);
      const acknowledged: string[] = [];
      const writes = Array.from({ length: WRITES }, async (_, i) => {
        const answer = await client.post(CLASSES, {
          class_name: `断电${i + 1}班`,
          class_no: 60 + i,
          period: 3,
          grade: 7,
        });
        expect(answer.status).toBe(201);
        if (acknowledged.push(String(answer.data.class_id)) === WRITES / 3) first.child.kill('SIGKILL');
      });
      const ends = await Promise.allSettled(writes);
      await first.ended;
      expect(ends.some(({ status }) => status === 'rejected')).toBe(true);
      expect(acknowledged.length).toBeGreaterThanOrEqual(WRITES / 3);

      const second = start();
      const again = await clientOf(second);
      for (const id of acknowledged) expect((await again.get(`${CLASSES}/${id}`)).status).toBe(200);
      const { items } = (await again.get(`${CLASSES}?class_name=${encodeURIComponent('断电')}&size=100`)).data as {
        items: { class_id: string }[];
      };
      const log = (await again.get('/v1/portal/audits/logs/list?act=create&resource=class&size=200')).data as {
        items: { row_id: string }[];
      };
      const logged = new Set(log.items.map(({ row_id }) => row_id));
      // Row and log entry exist both or neither.
      expect(items.every(({ class_id }) => logged.has(class_id))).toBe(true);
      expect(logged.size).toBe(items.length);
      expect((await second.kill('SIGTERM')).code).toBe(0);

      const good = await verify();
      expect([good.code, good.output]).toEqual([0, expect.stringMatching(/✓ 2001 青禾市第一中学：\d+ 条，完好/)]);
      const db = await openDatabase(options);
      await db.admin(async (run) => {
        await run("select set_config('app.org_id', '2001', false)");
        for (const table of ['audit_logs', 'audit_links']) await run(`alter table ${table} disable trigger user`);
        await run(
          "delete from audit_logs where org_id = '2001' and log_id = (select log_id from audit_links where org_id = '2001' order by seq desc limit 1)",
        );
        await run(
          "delete from audit_links where org_id = '2001' and seq = (select max(seq) from audit_links where org_id = '2001')",
        );
      });
      await db.close();
      const bad = await verify('2001');
      expect([bad.code, bad.output]).toEqual([
        1,
        expect.stringMatching(/✗ 2001 [^\n]*\n +末尾被截断：上级机构 1001 [^]*末尾的第 \d+ 条被截断/),
      ]);
      expect((await verify('2003')).code).toBe(0);
      expect((await verify('nowhere')).code).toBe(1);
    },
    240_000,
  );
});
