import { paint, seconds } from '../../src/tools/lib/say.mjs';
import type { Mutant, NumberedMutant, Verdict } from './mutant.ts';
import { AIM } from './rooms.ts';

/** What a run of one room found. */
export interface RoomResult {
  name: string;
  title: string;
  /** All mutants that the room has. */
  of: number;
  ms: number;
  accepted: number;
  mutants: readonly (NumberedMutant & { verdict: Verdict })[];
}

const countOf = ({ mutants }: RoomResult, ...verdicts: Verdict[]) =>
  mutants.filter(({ verdict }) => verdicts.includes(verdict)).length;

/** Share of the mutants that were noticed; a room without any has nothing to answer for. */
export const scoreOf = (result: RoomResult): number =>
  result.mutants.length === 0 ? 1 : countOf(result, 'killed', 'timeout') / result.mutants.length;

export const isUnderAim = (result: RoomResult): boolean => scoreOf(result) < AIM;

/** `file:line` of a mutant, and what it changes. */
export const describeMutant = ({ file, line, original, replacement, nth }: Mutant): string =>
  `${file}:${line}  ${original}  →  ${replacement === '' ? '（删去）' : replacement.replaceAll(/\s+/g, ' ')}${nth > 1 ? `  #${nth}` : ''}`;

const SURVIVED: Partial<Record<Verdict, string>> = { survived: '存活', uncovered: '未覆盖' };

/** A line for each mutant that no test noticed. */
export const survivorLines = (result: RoomResult): string[] =>
  result.mutants.flatMap((mutant) => {
    const word = SURVIVED[mutant.verdict];
    return word === undefined ? [] : [`  ${word}  ${describeMutant(mutant)}`];
  });

const COLUMNS = ['room', 'killed', 'timeout', 'survived', 'uncovered', 'accepted', 'tried', 'of', 'score', 'time'];

function cellsOf(result: RoomResult): string[] {
  const { name, mutants, of, accepted, ms } = result;
  const counts = (['killed', 'timeout', 'survived', 'uncovered'] as const).map((verdict) => countOf(result, verdict));
  const score = `${(scoreOf(result) * 100).toFixed(1)} %`;
  return [name, ...[...counts, accepted, mutants.length, of].map(String), score, seconds(ms)];
}

/** The table at the end of a run. */
export function table(results: readonly RoomResult[]): string[] {
  const rows = [COLUMNS, ...results.map(cellsOf)];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
  return lines.map((line, at) => {
    const result = results[at - 1];
    return result && isUnderAim(result) ? paint('red', line) : line;
  });
}
