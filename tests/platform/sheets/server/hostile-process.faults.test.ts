import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Import } from '../../../../src/platform/imports/contract.ts';
import { Client } from '../../../support/client.ts';
import { times } from '../../../support/faults.ts';
import { usualTime } from '../../../support/pace.ts';
import { copyFirstStart, Running, useBuild } from '../../../support/process.ts';
import { IMPORTS } from '../../imports/server/support.ts';
import { bookParts, HEADER, HOSTILE, zipOf } from './hostile-files.ts';

const MIB = 2 ** 20;
const WAIT = 100;
/** In a sample every third file. */
const SENT = HOSTILE.filter((_, i) => i % times(3, 1) === 0);
/** Bytes of the largest of the files. */
const LARGEST = 10 * MIB;

/** Resident memory of a process, in bytes: now, or the most since `forgetMost`. */
const residentOf = (pid: number, which: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
const forgetMost = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

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
    const answering = async (): Promise<number> => {
      const from = performance.now();
      expect((await reader.get('/v1/portal/classes?size=20')).status).toBe(200);
      return performance.now() - from;
    };
    const upright = '<row r="2"><c r="A2" t="str"><v>王五</v></c><c r="B2" t="str"><v>H1</v></c></row>';
    const cold = residentOf(pid, 'VmRSS');
    // A large picture: the embedded engine keeps the memory in which it stored the largest file, hostile or not.
    const fine = zipOf([
      ...bookParts(HEADER + upright),
      { name: 'xl/media/image1.png', content: randomBytes(LARGEST) },
    ]);
    const sentFine = await Promise.all(senders.map((client) => upload(client, fine, 'fine.xlsx')));
    for (const { status, problem } of sentFine) expect([status, problem]).toEqual(['ready', undefined]);

    const usual = await usualTime(answering);
    const before = residentOf(pid, 'VmRSS');
    // What waits for garbage collection counts on top of the least that the process needs.
    let [least, most, longest] = [before, before, 0];
    const figures = [`ordinary files: +${Math.round((before - cold) / MIB)} MiB`];
    for (const { what, name, make, problem } of SENT) {
      const file = make();
      let slowest = 0;
      forgetMost(pid);
      const refusals = Promise.all(senders.map((client) => upload(client, file, name)));
      for (let done = false; !done;) {
        const answered = answering().then((ms) => {
          slowest = Math.max(slowest, ms);
          return false;
        });
        done = await Promise.race([refusals.then(() => true), answered]);
        if (done) await answered;
      }
      const ends = await refusals;
      const here = residentOf(pid, 'VmHWM');
      least = Math.min(least, residentOf(pid, 'VmRSS'));
      [most, longest] = [Math.max(most, here), Math.max(longest, slowest)];
      const grown = Math.round((here - before) / MIB);
      figures.push(`${what}: ${Math.round(file.length / 1024)} KiB, +${grown} MiB, ${Math.round(slowest)} ms`);
      for (const end of ends)
        expect({ what, status: end.status, problem: end.problem }).toEqual({ what, status: 'refused', problem });
    }
    expect(Math.round((most - least) / MIB), figures.join('\n')).toBeLessThan(200);
    expect(Math.round((most - cold) / MIB), figures.join('\n')).toBeLessThan(450);
    expect(longest, figures.join('\n')).toBeLessThan(Math.max(8000, 150 * usual));
  }, 600_000);
});
