import { createHash } from 'node:crypto';
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { ExportTask } from '../../../src/features/exports/contract.ts';
import type { AdminRun } from '../../../src/platform/db/server/database.ts';
import { openDatabase } from '../../../src/platform/db/server/open.ts';
import type { Import } from '../../../src/platform/imports/contract.ts';
import { WRONG_COUNTS } from '../../features/crisis/server/support.ts';
import { csv } from '../../platform/imports/server/support.ts';
import { textsOf } from '../../platform/resources/server/cells.ts';
import { dataOf, type Listed } from '../../platform/resources/server/support.ts';
import { Client, md5 } from '../../support/client.ts';
import { copyDatabase, freshDatabase, type FreshDatabase } from '../../support/databases.ts';
import { describeFaults } from '../../support/faults.ts';
import { copyFirstStart, Running, useBuild } from '../../support/process.ts';

const IMPORTS = '/v1/portal/students/import';
const WARNS = '/v1/portal/psychology_warns';
const PASSWORDS = '/v3/portal/users/reset_password/batch';
const LINES = 4000;
const PATIENCE = { timeout: 60_000, interval: 30 };

/** A process that is killed during long work, over the database that the next process opens. */
describe('a process that is killed at work', () => {
  const entry = useBuild();
  describeFaults('before the next process opens its database', (kind) => {
    const homes: string[] = [];
    afterAll(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true, maxRetries: 3 })));
    const newHome = () => {
      const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu killed '));
      homes.push(home);
      return home;
    };
    /** The demo as a first start leaves it, with its data folder; the tests copy both. */
    let demo: FreshDatabase | undefined;
    const demoHome = newHome();
    beforeAll(async () => {
      if (kind === 'embedded') {
        await copyFirstStart(demoHome);
        return;
      }
      demo = await freshDatabase(kind);
      const first = new Running(entry('main'), {
        PORT: '0',
        DATA_DIR: demoHome,
        DATABASE_URL: demo.options.url ?? '',
      });
      await first.printed(/按 Ctrl\+C 停止/);
      expect((await first.kill('SIGTERM')).code).toBe(0);
    });
    afterAll(() => demo?.remove());
    async function setting() {
      const home = newHome();
      cpSync(demoHome, home, { recursive: true, mode: constants.COPYFILE_FICLONE });
      const fresh = demo && (await copyDatabase(demo));
      if (fresh) onTestFinished(() => fresh.remove());
      const options = fresh?.options ?? { dir: path.join(home, 'db'), entries: inject('databases').entries };
      const where: Record<string, string> = {
        DATA_DIR: home,
        ...('url' in options && options.url !== undefined && { DATABASE_URL: options.url }),
      };
      const start = async () => {
        const running = new Running(entry('main'), {
          PORT: '0',
          ARGON2_MEMORY_KIB: '8192',
          ARGON2_PASSES: '1',
          ...where,
        });
        onTestFinished(async () => {
          await running.kill();
        });
        return { running, port: await running.port() };
      };
      /** Shifts timestamps into the past instead of waiting. */
      const later = async <T>(work: (run: AdminRun) => Promise<T>): Promise<T> => {
        const db = await openDatabase(options);
        return db.admin(work).finally(() => db.close());
      };
      return { start, later };
    }
    const signIn = async (port: number, role = 4) =>
      (await new Client({ port, now: Date.now }).signIn(`o2001r${role}`)).withRole(2001, role);

    it('loses no answer of a screening that it has acknowledged', async () => {
      const { start } = await setting();
      const first = await start();
      const planner = await (await signIn(first.port, 8)).verified();
      const plan = {
        exam_name: '断电',
        scale_ids: ['phq-9', 'gad-7', 'ces-d'],
        starts_at: new Date(Date.now() - 3_600_000).toISOString(),
        ends_at: new Date(Date.now() + 86_400_000).toISOString(),
        scope: { child_ids: ['k2001-1000', 'k2001-1001', 'k2001-1002'] },
      };
      const { exam_id: exam } = dataOf(await planner.post('/v1/portal/exams', plan));
      expect((await planner.post(`/v1/portal/exams/${String(exam)}/publish`)).status).toBe(200);
      const items = (
        [
          ['phq-9', 9],
          ['gad-7', 7],
          ['ces-d', 20],
        ] as const
      ).flatMap(([scale_id, count]) => Array.from({ length: count }, (_, i) => ({ scale_id, item_id: String(i + 1) })));
      /** Answers one by one until the process is gone. @returns what was acknowledged */
      const answering = async (n: number) => {
        const own = (await new Client({ port: first.port, now: Date.now }).signIn(`o2001s${n}`)).withoutRole(2001);
        await own.post('/v1/portal/my/consents', { exam_id: exam, agree: true });
        const mine = dataOf<Listed<{ exam_id: string; child_exam_id: string }>>(await own.get('/v1/portal/my/exams'));
        const id = mine.items.find(({ exam_id }) => exam_id === exam)?.child_exam_id ?? '';
        const acknowledged: string[] = [];
        const ended = (async () => {
          for (const [seq, item] of items.entries()) {
            const value = (seq % 3) + 1;
            const answer = await own
              .put(`/v1/portal/child_exams/${id}/answers`, { answers: [{ ...item, value, seq }] })
              .catch(() => undefined);
            if (answer?.status !== 200) return;
            acknowledged.push(`${item.scale_id} ${item.item_id} ${value}`);
          }
        })();
        return { n, id, acknowledged, ended };
      };
      const all = await Promise.all([1000, 1001, 1002].map((n) => answering(n)));
      await expect
        .poll(() => Math.min(...all.map(({ acknowledged }) => acknowledged.length)), PATIENCE)
        .toBeGreaterThan(9);
      await first.running.kill();
      await Promise.all(all.map(({ ended }) => ended));
      expect(all.some(({ acknowledged }) => acknowledged.length < items.length)).toBe(true);

      const second = await start();
      for (const { n, id, acknowledged } of all) {
        const own = (await new Client({ port: second.port, now: Date.now }).signIn(`o2001s${n}`)).withoutRole(2001);
        const sheet = await own.get(`/v1/portal/child_exams/${id}`);
        const held = sheet.data.answers.map(
          (one: { scale_id: string; item_id: string; value: number }) => `${one.scale_id} ${one.item_id} ${one.value}`,
        );
        expect(held).toEqual(expect.arrayContaining(acknowledged));
        // The one that was under way may have arrived as well.
        expect(held.length).toBeLessThanOrEqual(acknowledged.length + 1);
      }
    });

    it('leaves an import that can be continued and writes every line once', async () => {
      const { start, later } = await setting();
      const first = await start();
      let client = await signIn(first.port);
      const file = csv([
        ['姓名', '学号', '班级'],
        ...Array.from({ length: LINES }, (_, i) => [`新生${i}`, `KILL${i}`, '初一（1）班']),
      ]);
      const id = ((await client.post(`${IMPORTS}?file_name=a.csv`, file)).data as Import).import_id;
      const now = async () => (await client.get(`${IMPORTS}/${id}`)).data as Import;
      await vi.waitFor(async () => expect((await now()).status).toBe('ready'), PATIENCE);
      await client.post(`${IMPORTS}/${id}/write`, {});
      await vi.waitFor(async () => expect((await now()).written.created).toBeGreaterThan(0), PATIENCE);
      expect((await first.running.kill()).signal).toBe('SIGKILL');
      const [left] = await later((run) =>
        run("update jobs set lease_until = lease_until - interval '10 minutes' where kind = 'import'").then(() =>
          run('select status, created from imports'),
        ),
      );
      expect(left).toMatchObject({ status: 'writing' });
      expect(Number(left?.['created'])).toBeLessThan(LINES);

      client = await signIn((await start()).port);
      await vi.waitFor(async () => expect((await now()).status).toBe('stopped'), PATIENCE);
      const broken = await now();
      expect(broken).toMatchObject({ status: 'stopped', can: { write: true, undo: true } });
      expect(broken.problem).toContain('可以继续写入，也可以撤销');
      const students = async () =>
        (await client.get('/v1/portal/students?student_no=KILL&size=1')).data.total as number;
      expect(await students()).toBe(broken.written.created);
      await client.post(`${IMPORTS}/${id}/write`, {});
      await vi.waitFor(async () => expect((await now()).status).toBe('done'), PATIENCE);
      expect((await now()).written).toEqual({ created: LINES, updated: 0, refused: 0 });
      expect(await students()).toBe(LINES);
    }, 180_000);

    it('leaves archives that go on behind the last part, and hold every student once', async () => {
      const { start, later } = await setting();
      const first = await start();
      let client = await (await signIn(first.port)).verified();
      const classes = [1, 2, 3].map((no) => `c2001-2026-7-0${no}`);
      const { task_id: id } = dataOf<{ task_id: string }>(
        await client.get(`/v3/portal/students/file/batch2pdf?class_ids=${classes.join(',')}`),
      );
      const now = async () =>
        dataOf<Listed<ExportTask>>(await client.get('/v1/portal/files/temp')).items.find(
          ({ file_id }) => file_id === id,
        );
      await vi.waitFor(async () => expect((await now())?.progress).toBeGreaterThan(10), PATIENCE);
      expect((await first.running.kill()).signal).toBe('SIGKILL');
      const left = await later(async (run) => {
        await run("update jobs set lease_until = lease_until - interval '10 minutes' where kind = 'export-archives'");
        return run("select part, object_key from export_parts where org_id = '2001' order by part");
      });
      expect(left.length).toBeGreaterThan(0);

      const second = await start();
      client = await (await signIn(second.port)).verified();
      await vi.waitFor(async () => expect(await now()).toMatchObject({ status: 1, progress: 100 }), PATIENCE);
      const zip = new Uint8Array((await client.get(`/v1/portal/files/temp/${id}/file`)).body);
      await second.running.kill('SIGTERM');
      const [students, parts, codes] = await later(async (run) => [
        (
          await run(
            "select from students where org_id = '2001' and class_id = any($1::text[]) and study_status in (1, 2)",
            [classes],
          )
        ).length,
        await run(
          "select part, object_key, cardinality(digests) as n from export_parts where org_id = '2001' order by part",
        ),
        await run('select digests from file_codes where digests[1] = $1', [
          createHash('sha256').update(zip).digest('hex'),
        ]),
      ]);
      expect(Object.keys(unzipSync(zip)).length).toBe(students);
      // What was packed before is kept, and one code stands on the pages from before and after.
      expect(parts).toEqual(expect.arrayContaining(left.map((part) => expect.objectContaining(part) as unknown)));
      expect(parts.reduce((sum, { n }) => sum + Number(n), 0)).toBe(students);
      expect(codes).toHaveLength(1);
    }, 180_000);

    it('leaves unfetched new passwords inactive, the old ones valid, and a batch that is continued', async () => {
      const { start, later } = await setting();
      const first = await start();
      let client = await (await signIn(first.port)).verified();
      const classes = [7, 8, 9].flatMap((grade) => [1, 2, 3, 4, 5, 6].map((no) => `c2001-2026-${grade}-0${no}`));
      const { batch_id: id } = (await client.post(PASSWORDS, { class_ids: classes })).data as { batch_id: string };
      const now = async () =>
        (await client.get(`${PASSWORDS}/${id}`)).data as { state: string; done: number; total: number };
      await vi.waitFor(async () => expect((await now()).done).toBeGreaterThan(0), PATIENCE);
      expect((await first.running.kill()).signal).toBe('SIGKILL');
      expect(
        await later((run) =>
          run("update jobs set lease_until = lease_until - interval '10 minutes' where kind = 'passwords'").then(() =>
            run('select state from password_batches'),
          ),
        ),
      ).toEqual([{ state: 'preparing' }]);

      const { port } = await start();
      const signsIn = async (login: string, password: string) =>
        (
          await new Client({ port, now: Date.now }).publicly('POST', '/v2/oauth2/tokens/actions/sign_in', {
            account: login,
            password: md5(password),
          })
        ).status;
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

    it('leaves each acknowledged report, verdict, step, record and escalation stored once; timers continue', async () => {
      const { start, later } = await setting();
      const first = await start();
      const [admin, counsellor] = [await signIn(first.port), await (await signIn(first.port, 8)).verified()];
      const children = dataOf<Listed<{ child_id: string }>>(await admin.get('/v1/portal/students?size=200')).items.map(
        ({ child_id }) => child_id,
      );
      /** The sent requests, and the server's answer to each of them. */
      interface Acknowledged {
        key: string;
        child: string;
        warn?: string;
        caseId?: string;
        step?: string;
        record?: string;
      }
      const acknowledged: Acknowledged[] = [];
      const report = (client: Client, { key, child }: Acknowledged) =>
        client.post(
          `${WARNS}/artificials`,
          { child_id: child, category_ids: ['emotion'], warn_content: '经常无故哭泣', source_type: 1 },
          { headers: { 'idempotency-key': key } },
        );
      const work = async () => {
        for (let of = acknowledged.length; ; of = acknowledged.length) {
          const one: Acknowledged = { key: `kill-${of}`, child: children[of] ?? '' };
          acknowledged.push(one);
          one.warn = dataOf<{ warn_id: string }>(await report(admin, one)).warn_id;
          // Every second warning stays unacknowledged, and its timer continues.
          if (of % 2 === 1) continue;
          one.caseId = dataOf<{ case_id: string }>(
            await counsellor.put(`${WARNS}/${one.warn}/verify`, {
              valid_status: 1,
              crisis_level: 2,
              file_ids: [],
              reason: '当面了解',
            }),
          ).case_id;
          one.step = dataOf<{ step_id: string }>(
            await counsellor.post(`/v1/portal/psychology_crisis/cases/${one.caseId}/steps`, {
              kind: 'note',
              content: '与学生谈话',
            }),
          ).step_id;
          one.record = dataOf<{ intervention_id: string }>(
            await counsellor.post('/v1/portal/interventions', {
              child_id: one.child,
              happened_at: '2026-11-19T10:00:00+08:00',
              way: 1,
              content: '放松练习',
            }),
          ).intervention_id;
        }
      };
      const began = new Date().toISOString();
      const working = Promise.all(Array.from({ length: 6 }, () => work().catch(() => undefined)));
      await vi.waitFor(
        () => expect(acknowledged.filter(({ record }) => record !== undefined).length).toBeGreaterThan(4),
        PATIENCE,
      );
      expect((await first.running.kill()).signal).toBe('SIGKILL');
      await working;

      // Half of the unacknowledged ones expire meanwhile.
      const clocks =
        "select warn_id, step, next_at::text as next_at from escalations where org_id = '2001' and started_at >= $1 and state = 'running' order by warn_id";
      const [due, waiting] = await later(async (run) => {
        const running = await run(clocks, [began]);
        const half = running.filter((_, i) => i % 2 === 0);
        await run("update escalations set next_at = now() where org_id = '2001' and warn_id = any($1::text[])", [
          half.map(({ warn_id }) => warn_id),
        ]);
        await run("update jobs set run_after = now() where tenant = '2001' and kind = 'escalation'");
        return [half.map(({ warn_id }) => String(warn_id)), running.filter((_, i) => i % 2 === 1)] as const;
      });
      expect([due.length > 0, waiting.length > 0]).toEqual([true, true]);
      const second = await start();
      const again = await signIn(second.port);
      // Unfinished requests are sent again: nothing is duplicated.
      for (const one of acknowledged) {
        const { warn_id } = dataOf<{ warn_id: string }>(await report(again, one));
        expect(one.warn ?? warn_id).toBe(warn_id);
        one.warn = warn_id;
      }
      const runs = async () =>
        dataOf<Listed<{ run_id: string; tellings: { step: number }[] }>>(
          await again.get('/v1/portal/escalation/runs?drill=false&size=200'),
        ).items;
      await vi.waitFor(
        async () =>
          expect(
            (await runs()).filter(
              ({ run_id, tellings }) => due.includes(run_id) && tellings.some(({ step }) => step === 2),
            ),
          ).toHaveLength(due.length),
        PATIENCE,
      );
      expect((await second.running.kill()).signal).toBe('SIGKILL');

      await later(async (run) => {
        const none = async (sql: string) => expect(await run(sql, [began])).toEqual([]);
        const mine = "w.org_id = '2001' and w.reported_at >= $1";
        const ids = (column: string, table: string) =>
          run(`select ${column} as id from ${table}`).then((rows) => new Set(rows.map(({ id }) => id)));
        const [warns, steps, records] = [
          await ids('warn_id', `warns w where ${mine.replace('$1', `'${began}'`)}`),
          await ids('step_id', 'case_steps'),
          await ids('intervention_id', 'interventions'),
        ];
        expect([
          warns.size,
          acknowledged.filter(
            ({ warn, step, record }) =>
              !warns.has(warn) ||
              (step !== undefined && !steps.has(step)) ||
              (record !== undefined && !records.has(record)),
          ),
        ]).toEqual([acknowledged.length, []]);
        expect(
          await run('select warn_id from warns where warn_id = any($1::text[]) and valid_status <> 1', [
            acknowledged.flatMap(({ caseId, warn }) => (caseId === undefined ? [] : warn)),
          ]),
        ).toEqual([]);
        // Nothing is stored in part.
        await none(
          `select warn_id from warns w where ${mine} and valid_status = 1 and (select count(*) from case_steps p where p.org_id = w.org_id and p.case_id = w.case_id and p.warn_id = w.warn_id and p.kind in ('report', 'verify')) <> 2`,
        );
        await none(
          `select warn_id from warns w where ${mine} and not exists (select from escalations e where e.org_id = w.org_id and e.warn_id = w.warn_id and (e.state = 'verified') = (w.valid_status = 1))`,
        );
        await none(`select warn_id from warns w where ${mine} and (select array_agg(l.act order by l.act) from audit_logs l join audit_links k using (org_id, log_id) where l.org_id = w.org_id and l.resource = 'warn' and l.row_id = w.warn_id)
          is distinct from case when valid_status = 1 then array['create', 'verify'] else array['create'] end`);
        await none(
          'select intervention_id from interventions i where created_at >= $1 and (case_id is null or (select count(*) from case_steps p where p.org_id = i.org_id and p.case_id = i.case_id and p.record_id = i.intervention_id) <> 1)',
        );
        await none(
          'select case_id from crisis_cases c where opened_at >= $1 and not exists (select from warns w where w.org_id = c.org_id and w.case_id = c.case_id)',
        );
        expect(await run(WRONG_COUNTS)).toEqual([{ wrong: 0 }]);
        // Each step is notified once, and no step is skipped or repeated.
        await none(
          `select e.warn_id from escalations e where e.started_at >= $1 and (e.step <> (select max(t.step) from escalation_tellings t where t.org_id = e.org_id and t.warn_id = e.warn_id) or e.step > 2)`,
        );
        await none(`select e.warn_id from escalations e where e.started_at >= $1 and (select count(*) from notices n where n.org_id = e.org_id and n.subject_id = e.warn_id and n.kind in ('warning', 'escalated'))
          <> (select count(*) from escalation_tellings t where t.org_id = e.org_id and t.warn_id = e.warn_id and t.channel = 'in_app')`);
        expect(
          (await run(clocks, [began])).filter(({ warn_id }) => waiting.some((one) => one.warn_id === warn_id)),
        ).toEqual(waiting);
        await none("select warn_id from escalations where started_at >= $1 and state = 'running' and next_at < now()");
      });
    }, 180_000);
  });
});
