import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { times } from '../../support/faults.ts';
import { newEmbedded } from '../../support/new-embedded.ts';
import { Disk, type Survivors } from '../../support/power/disk.ts';
import { openKept, openSecrets, valuesOf } from '../../support/power/first-start.ts';
import { decodeJournal, type Entry } from '../../support/power/journal.ts';
import { SHORT_LIVED } from '../../support/process.ts';
import { fixedRandom } from '../../support/random.ts';

const { entries, folder } = inject('databases');
const home = mkdtempSync(path.join(folder, 'power-'));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

/** Runs the program on a folder. @returns every operation on its files, and everything it printed, in order */
async function record(name: string, count: string): Promise<Entry[]> {
  const disk = path.join(home, name);
  mkdirSync(disk, { recursive: true });
  const journal = path.join(home, `${name}.journal`);
  const program = spawn(
    process.execPath,
    [...SHORT_LIVED, path.join(entries, 'first-start.js'), path.join(disk, 'data'), entries, count],
    {
      env: {
        ...process.env,
        NODE_OPTIONS: `--import=${pathToFileURL(path.join(entries, 'disk-recorder.js')).href}`,
        RECORDED_FOLDER: disk,
        RECORDED_TO: journal,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  expect(await once(program, 'close')).toEqual([0, null]);
  return decodeJournal(readFileSync(journal));
}

const printed = (entries: readonly Entry[]): string =>
  entries.map(({ operation }) => (operation.op === 'print' ? operation.text : '')).join('');

/** Two ends of what a disk may do with what was not synced. */
const NOTHING: Survivors = () => 0;
const someOf =
  (random: () => number): Survivors =>
  (unsynced) =>
    Math.floor(random() * (unsynced + 1));

/** Cuts the power at moments in their order. @returns The folder that is left, and what was printed before */
function* cuts(journal: readonly Entry[], before: string, moments: readonly number[], random: () => number) {
  const disk = new Disk(before);
  let done = 0;
  for (const [i, moment] of moments.entries()) {
    for (const entry of journal.slice(done, moment)) disk.apply(entry);
    done = moment;
    const left = mkdtempSync(path.join(home, 'left-'));
    disk.writeTo(left, i % 2 === 0 ? NOTHING : someOf(random));
    yield { left, said: printed(journal.slice(0, moment)), moment };
    rmSync(left, { recursive: true, force: true, maxRetries: 3 });
  }
}

describe('a power cut at the first start', () => {
  it('leaves secrets whole or absent, and those that were used', async () => {
    const journal = await record('secrets', 'secrets');
    const empty = path.join(home, 'empty');
    mkdirSync(empty);
    const [used] = printed(journal).split('\n');
    const moments = journal.map((_, i) => i + 1);
    const random = fixedRandom(20_260_902);
    for (const { left, said, moment } of cuts(journal, empty, [...moments, ...moments.slice(-1)], random)) {
      const { secret, wrapping } = openSecrets(path.join(left, 'data'));
      expect(wrapping.masters[0], `cut after operation ${moment}`).toHaveLength(32);
      if (said !== '') expect(JSON.stringify([secret, wrapping.masters[0]?.toString('hex')])).toBe(used);
    }
  });
});

describe('a power cut at work', () => {
  const VALUES = 30;
  const CUTS = { starting: times(1, 12), working: times(2, 20) };
  let before = '';
  let journal: Entry[] = [];
  beforeAll(async () => {
    // A new engine without tables, since making one takes longer than everything else.
    const engine = await newEmbedded(path.join(root, '.cache'), entries);
    before = path.join(home, 'before');
    cpSync(engine, path.join(before, 'data', 'db'), { recursive: true });
    cpSync(before, path.join(home, 'work'), { recursive: true });
    journal = await record('work', String(VALUES));
  });

  it('loses nothing that was acknowledged, leaves nothing half, and never prevents a start', async () => {
    const random = fixedRandom(20_260_903);
    const working = journal.findIndex(({ operation }) => operation.op === 'print');
    expect(printed(journal).trim().split('\n')).toHaveLength(VALUES);
    const between = (from: number, to: number) => from + Math.floor(random() * (to - from));
    const moments = [
      ...Array.from({ length: CUTS.starting }, () => between(0, working)),
      ...Array.from({ length: CUTS.working }, () => between(working, journal.length)),
    ].sort((a, b) => a - b);
    for (const { left, said, moment } of cuts(journal, before, moments, random)) {
      const where = `cut after operation ${moment} of ${journal.length}`;
      const acknowledged = said.split('\n').filter(Boolean).map(Number);
      const kept = await openKept(path.join(left, 'data'), entries).catch((error: unknown) => {
        throw new Error(`${where}: the start is refused`, { cause: error });
      });
      try {
        const texts = await kept.texts();
        for (const id of acknowledged) {
          expect(texts.get(id), `${where}: text ${id}`).toBe(valuesOf(id).text);
          expect((await kept.object(id))?.equals(valuesOf(id).object), `${where}: object ${id}`).toBe(true);
          expect(await kept.claim(id), `${where}: nonce ${id}`).toBe(false);
        }
        for (const [id, text] of texts) expect(text, where).toBe(valuesOf(id).text);
        for (let id = 1; id <= VALUES; id++) {
          const object = await kept.object(id);
          if (object) expect(object.equals(valuesOf(id).object), `${where}: object ${id} is whole`).toBe(true);
        }
      } finally {
        await kept.close();
      }
    }
  }, 600_000);
});
