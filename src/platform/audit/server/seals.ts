import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { own } from '../../schema/json.ts';
import { canonical, type Head, type Ledger } from './ledger.ts';

/** How far some chains had got at a moment. */
export interface Witness {
  at: string;
  heads: Readonly<Record<string, Head>>;
}
interface Seal extends Witness {
  previous: string;
  mac: string;
}

/**
 * The file of seals in the data folder: it lies outside of the database, so that a database that was put back to an
 * older state is found out.
 */
export const sealsFile = (dataDir: string): string => path.join(dataDir, 'audit-seals.jsonl');

const textOf = ({ at, heads, previous }: Omit<Seal, 'mac'>) => canonical({ at, heads, previous });

/** A head as JSON holds it. */
export function headIn(value: unknown): Head | undefined {
  const [seq, hash] = [own(value, 'seq'), own(value, 'hash')];
  return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined;
}

/** Heads by organisation as JSON holds them; what is none is left out. */
export const headsIn = (value: unknown): Record<string, Head> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([org, one]) => {
      const head = headIn(one);
      return head ? [[org, head]] : [];
    }),
  );

function sealIn(line: string): Seal | undefined {
  try {
    const json: unknown = JSON.parse(line);
    const [at, previous, mac] = [own(json, 'at'), own(json, 'previous'), own(json, 'mac')];
    return typeof at === 'string' && typeof previous === 'string' && typeof mac === 'string'
      ? { at, heads: headsIn(own(json, 'heads')), previous, mac }
      : undefined;
  } catch {
    // A line that was cut short by the end of its process; what follows is signed with the one before it.
    return undefined;
  }
}

const sealsIn = (file: string): Seal[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => sealIn(line) ?? [])
    : [];

/** Adds a signed line, which is on the disk when this returns. */
export function addSeal(file: string, ledger: Ledger, witness: Witness): void {
  const body = { ...witness, previous: sealsIn(file).at(-1)?.mac ?? '' };
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = openSync(file, 'a', 0o600);
  try {
    // Begins a line of its own, whatever became of the last one.
    writeSync(handle, `\n${JSON.stringify({ ...body, mac: ledger.seal(textOf(body)) })}`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The seals of a file. @returns also the numbers of those that were altered, or in front of which some are missing */
export function readSeals(file: string, ledger: Ledger): { seals: Witness[]; wrong: number[] } {
  const seals = sealsIn(file);
  const wrong = seals.flatMap((seal, i) =>
    seal.mac === ledger.seal(textOf(seal)) && seal.previous === (seals[i - 1]?.mac ?? '') ? [] : [i + 1],
  );
  return { seals, wrong };
}
