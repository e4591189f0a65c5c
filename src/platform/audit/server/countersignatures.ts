import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { appendDurably } from '../../runtime/server/durable-file.ts';
import { own } from '../../schema/json.ts';
import { canonical, type Head, type Ledger } from './ledger.ts';

/** Heads of several chains at a time. */
export interface Countersignature {
  at: string;
  heads: Readonly<Record<string, Head>>;
}
interface SignedLine extends Countersignature {
  previous: string;
  mac: string;
}

/**
 * Path of the countersignature file. It lies outside the database, so that a database restored to an older state is
 * detected.
 */
export const countersignatureFile = (dataDir: string): string => path.join(dataDir, 'audit-seals.jsonl');

const textOf = ({ at, heads, previous }: Omit<SignedLine, 'mac'>) => canonical({ at, heads, previous });

/** Parses a head from JSON. */
export function headIn(value: unknown): Head | undefined {
  const seq = own(value, 'seq');
  const hash = own(value, 'hash');
  return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined;
}

/** Parses heads by organisation from JSON and omits invalid ones. */
export const headsIn = (value: unknown): Record<string, Head> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([org, one]) => {
      const head = headIn(one);
      return head ? [[org, head]] : [];
    }),
  );

function parseLine(line: string): SignedLine | undefined {
  try {
    const json: unknown = JSON.parse(line);
    const at = own(json, 'at');
    const previous = own(json, 'previous');
    const mac = own(json, 'mac');
    return typeof at === 'string' && typeof previous === 'string' && typeof mac === 'string'
      ? { at, heads: headsIn(own(json, 'heads')), previous, mac }
      : undefined;
  } catch {
    // The process ended while it wrote this line; the next line refers to the last complete one.
    return undefined;
  }
}

const parseFile = (file: string): SignedLine[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => parseLine(line) ?? [])
    : [];

/** Appends a signed line and syncs it to disk. */
export function appendCountersignature(file: string, ledger: Ledger, countersignature: Countersignature): void {
  const body = { ...countersignature, previous: parseFile(file).at(-1)?.mac ?? '' };
  // The leading line feed separates it from an incomplete last line.
  appendDurably(file, `\n${JSON.stringify({ ...body, mac: ledger.signLine(textOf(body)) })}`);
}

/**
 * Reads the countersignature file.
 *
 * @returns `invalidLines`: numbers of lines that were altered, or before which lines are missing
 */
export function readCountersignatures(
  file: string,
  ledger: Ledger,
): { countersignatures: Countersignature[]; invalidLines: number[] } {
  const lines = parseFile(file);
  const isValid = (line: SignedLine, i: number) =>
    line.mac === ledger.signLine(textOf(line)) && line.previous === (lines[i - 1]?.mac ?? '');
  const invalidLines = lines.flatMap((line, i) => (isValid(line, i) ? [] : [i + 1]));
  return { countersignatures: lines, invalidLines };
}
