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

/** Ten of the files, each of another kind. */
const TEN = new Set([
  'cell.xlsx',
  'string.xlsx',
  'inline.xlsx',
  'runs.xlsx',
  'strings.xlsx',
  'deep.xlsx',
  'styles.xlsx',
  'lying.xlsx',
  'attribute.xlsx',
  'repeated.xlsx',
]);
/** Just below the limit of an upload. */
const CSV_BYTES = 19 * MIB;

/** Resident memory of a process, in bytes: now, or the most since `forgetMost`. */
const residentOf = (pid: number, which: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
const forgetMost = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

const pause = () => new Promise((resolve) => setTimeout(resolve, WAIT));

// Only Linux tells the memory of another process in a file.
describe.skipIf(process.platform !== 'linux')('a server that is sent files made to hurt it', () => {
  const entry = useBuild();
  const homes: string[] = [];
  afterAll(() => {
    for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  });

  /** A server over a fresh demo, an administrator of each of these schools, and how long a list of the first takes. */
  async function start(schools: readonly number[]) {
    const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu hostile '));
    homes.push(home);
    await copyFirstStart(home);
    // Without the flags of short-lived processes, because memory is the subject.
    const running = new Running(entry('main'), { PORT: '0', DATA_DIR: home }, [], []);
    onTestFinished(async () => void (await running.kill()));
    const port = await running.port();
    await running.printed(/按 Ctrl\+C 停止/);
    const pid = running.child.pid ?? 0;
    const senders: Client[] = [];
    for (const org of schools)
      senders.push((await new Client({ port, now: Date.now }).signIn(`o${org}r4`)).withRole(org, 4));
    const [reader = expect.fail('no school')] = senders;
    const answering = async (): Promise<number> => {
      const from = performance.now();
      expect((await reader.get('/v1/portal/classes?size=20')).status).toBe(200);
      return performance.now() - from;
    };
    return { pid, senders, answering };
  }

  /** Uploads a file, and waits for the end of its preview. */
  const upload = async (client: Client, file: Buffer, name: string): Promise<Import> => {
    const sent = await client.post(`${IMPORTS}?file_name=${name}`, file);
    expect([name, sent.status]).toEqual([name, 200]);
    for (;;) {
      const now = (await client.get(`${IMPORTS}/${(sent.data as Import).import_id}`)).data as Import;
      if (now.status !== 'reading') return now;
      await pause();
    }
  };

  /** Times of a list, one after another, until the work is done. */
  async function whileWorking<T>(work: Promise<T>, answering: () => Promise<number>): Promise<[T, number[]]> {
    const taken: number[] = [];
    const ended = work.then(() => true);
    while (!(await Promise.race([ended, pause().then(() => false)]))) taken.push(await answering());
    return [await work, taken];
  }

  it('refuses each with its reason, stays small, and goes on answering others', async () => {
    const { pid, senders, answering } = await start([2001, 2002]);
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

  it('takes ten at once without growing, and without holding up a list', async () => {
    const { pid, senders, answering } = await start([2001, 2002, 2003]);
    const files = HOSTILE.filter(({ name }) => TEN.has(name)).map(({ name, make }) => ({ name, file: make() }));
    expect(files).toHaveLength(TEN.size);
    const usual = await usualTime(answering);
    const before = residentOf(pid, 'VmRSS');
    forgetMost(pid);
    const all = Promise.all(
      files.map(({ name, file }, i) => upload(senders[i % senders.length] ?? expect.fail('no sender'), file, name)),
    );
    const [ends, taken] = await whileWorking(all, answering);
    const grown = Math.round((residentOf(pid, 'VmHWM') - before) / MIB);
    const longest = Math.round(Math.max(...taken));
    const figures = `+${grown} MiB; list: usually ${Math.round(usual)} ms, ${taken.length} times, at most ${longest} ms`;
    console.log(`ten hostile files at once: ${figures}`);
    expect(ends.map(({ status }) => status)).toEqual(files.map(() => 'refused'));
    expect(grown, figures).toBeLessThan(300);
    // Half a second on an idle machine.
    expect(longest, figures).toBeLessThan(Math.max(2000, 60 * usual));
  }, 600_000);

  it('reads a CSV file near the limit of an upload, and refuses one with too many rows early', async () => {
    const { pid, senders, answering } = await start([2001]);
    const [client = expect.fail('no school')] = senders;
    const rows = times(2_000, 50_000);
    const line = (i: number, fill: number) => `学生${i},CSV${i},${'备'.repeat(fill)}\r\n`;
    const csvOf = (n: number) => {
      const bytes = Math.floor((CSV_BYTES / n - Buffer.byteLength(line(n, 0))) / 3);
      return Buffer.from(`姓名,学号,说明\r\n${Array.from({ length: n }, (_, i) => line(i, bytes)).join('')}`);
    };
    const [large, long] = [csvOf(rows), csvOf(400_000)];
    for (const file of [large, long]) expect(file.length).toBeGreaterThan(18 * MIB);
    // When the process gives memory back is not foreseeable: each file is measured from the rest before the first.
    const atRest = residentOf(pid, 'VmRSS');
    for (const [what, file, status, most] of [
      ['19 MiB', large, 'ready', 450],
      ['19 MiB again', large, 'ready', 550],
      ['400,000 rows', long, 'refused', 550],
    ] as const) {
      const usual = await usualTime(answering);
      forgetMost(pid);
      const from = performance.now();
      const [end, taken] = await whileWorking(upload(client, file, 'large.csv'), answering);
      const seconds = ((performance.now() - from) / 1000).toFixed(1);
      const grown = Math.round((residentOf(pid, 'VmHWM') - atRest) / MIB);
      const longest = Math.round(Math.max(...taken));
      const figures = `CSV of ${what}: ${seconds} s, +${grown} MiB; list: usually ${Math.round(usual)} ms, at most ${longest} ms`;
      console.log(figures);
      expect(end.status, figures).toBe(status);
      if (status === 'ready') expect(end.rows.total).toBe(rows);
      else expect(end.problem).toBe('一次最多导入 50,000 行，请分成几个文件');
      expect(grown, figures).toBeLessThan(most);
      expect(longest, figures).toBeLessThan(Math.max(4000, 60 * usual));
    }
  }, 600_000);
});
