import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Import } from '../../../../src/platform/imports/contract.ts';
import { Client } from '../../../support/client.ts';
import { copyFirstStart, Running, useBuild } from '../../../support/process.ts';
import { book, IMPORTS } from '../../imports/server/support.ts';
import { HOSTILE } from './hostile-files.ts';

const MIB = 2 ** 20;
const WAIT = 100;

/** Resident memory of a process, in bytes. */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

const pause = () => new Promise((resolve) => setTimeout(resolve, WAIT));

// Only Linux tells the memory of another process in a file.
describe.skipIf(process.platform !== 'linux')('a server that is sent files made to hurt it', () => {
  const entry = useBuild();
  const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu hostile '));
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

  it('refuses each with its reason, stays small, and goes on answering others', async () => {
    await copyFirstStart(home);
    // Without the flags of short-lived processes, because memory is the subject.
    const running = new Running(entry('main'), { PORT: '0', DATA_DIR: home }, [], []);
    onTestFinished(async () => void (await running.kill()));
    const port = await running.port();
    await running.printed(/按 Ctrl\+C 停止/);
    const pid = running.child.pid ?? 0;
    const signedIn = async (account: string, org: number) =>
      (await new Client({ port, now: Date.now }).signIn(account)).withRole(org, 4);
    const reader = await signedIn('o2001r4', 2001);
    const senders = [reader, await signedIn('o2002r4', 2002)];
    const upload = async (client: Client, file: Buffer, name: string): Promise<Import> => {
      const sent = await client.post(`${IMPORTS}?file_name=${name}`, file);
      expect([name, sent.status]).toEqual([name, 200]);
      for (;;) {
        const now = (await client.get(`${IMPORTS}/${(sent.data as Import).import_id}`)).data as Import;
        if (now.status !== 'reading') return now;
        await pause();
      }
    };
    const fine = await book([
      ['姓名', '学号'],
      ['王五', 'H1'],
    ]);
    for (const client of senders) await upload(client, fine, 'fine.xlsx');

    const before = residentOf(pid);
    let [most, longest] = [before, 0];
    const figures: string[] = [];
    for (const { what, name, make, problem } of HOSTILE) {
      const file = make();
      let [here, slowest] = [0, 0];
      const sampling = setInterval(() => (here = Math.max(here, residentOf(pid))), 20);
      const refusals = Promise.all(senders.map((client) => upload(client, file, name)));
      for (let done = false; !done;) {
        const from = performance.now();
        const answered = reader.get('/v1/portal/classes?size=20').then(({ status }) => {
          expect(status).toBe(200);
          slowest = Math.max(slowest, performance.now() - from);
          return false;
        });
        done = await Promise.race([refusals.then(() => true), answered]);
        if (done) await answered;
      }
      const ends = await refusals.finally(() => clearInterval(sampling));
      [most, longest] = [Math.max(most, here), Math.max(longest, slowest)];
      const grown = Math.round((here - before) / MIB);
      figures.push(`${what}: ${Math.round(file.length / 1024)} KiB, +${grown} MiB, ${Math.round(slowest)} ms`);
      for (const end of ends)
        expect({ what, status: end.status, problem: end.problem }).toEqual({ what, status: 'refused', problem });
    }
    expect(Math.round((most - before) / MIB), figures.join('\n')).toBeLessThan(300);
    expect(longest, figures.join('\n')).toBeLessThan(8000);
  }, 300_000);
});
