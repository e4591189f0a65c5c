/** A change of one place in a source file that the tests of its room should notice. */
export interface Mutant {
  /** From the root of the project. */
  file: string;
  line: number;
  /** Offsets of the place in the file. */
  start: number;
  end: number;
  /** The text at the place, in one line and shortened. */
  original: string;
  /** What takes its place; empty where a statement is removed. */
  replacement: string;
  /** Whether the place is a whole statement. */
  statement: boolean;
  /** Number among the equal changes of the file, from 1: a name that survives changes elsewhere in the file. */
  nth: number;
}

/** A mutant that is part of a run, under the number that the instrumented code knows it by. */
export interface NumberedMutant extends Mutant {
  id: number;
}

/** How a mutant ended; `uncovered` where no test of the room reaches it. */
export type Verdict = 'killed' | 'timeout' | 'survived' | 'uncovered';

/** What a mutant is recognised by in a later version of its file. */
export const identityOf = ({
  file,
  original,
  replacement,
  nth,
}: Omit<Mutant, 'start' | 'end' | 'line' | 'statement'>) => [file, original, replacement, nth].join('\n');
