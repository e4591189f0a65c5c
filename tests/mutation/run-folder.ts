import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NumberedMutant, Verdict } from './mutant.ts';

/** What a run consists of. */
export interface Plan {
  mutants: readonly NumberedMutant[];
  /** Files of tests, from the root of the project. */
  tests: readonly string[];
}

/** What a test file reaches without any mutant. */
export interface Reach {
  test: string;
  ms: number;
  /** Ids of the mutants that its tests pass through, each with the numbers of these tests, from 1. */
  running: readonly (readonly [id: number, tests: readonly number[]])[];
  /** Ids of those that are passed while modules are loaded. */
  loading: readonly number[];
}

/** What the worker reports, one a line, so that nothing is lost when it hangs. */
export type Message =
  | { kind: 'reach'; reach: Reach }
  | { kind: 'broken'; test: string; reason: string }
  | { kind: 'start'; id: number; pid: number; usualMs: number }
  | { kind: 'end'; id: number; verdict: Verdict; test?: string }
  | { kind: 'spoiled'; ids: readonly number[] }
  | { kind: 'done' };

/** The files by which `npm run mutants`, vitest and its worker talk with each other. */
export class RunFolder {
  constructor(private readonly folder: string) {}

  private get planFile(): string {
    return path.join(this.folder, 'plan.json');
  }
  private get messageFile(): string {
    return path.join(this.folder, 'messages.jsonl');
  }
  /** The output of vitest. */
  get logFile(): string {
    return path.join(this.folder, 'vitest.log');
  }

  writePlan(plan: Plan): void {
    writeFileSync(this.planFile, JSON.stringify(plan));
    writeFileSync(this.messageFile, '');
  }
  readPlan(): Plan {
    return JSON.parse(readFileSync(this.planFile, 'utf8')) as Plan;
  }
  report(message: Message): void {
    appendFileSync(this.messageFile, `${JSON.stringify(message)}\n`);
  }
  messages(): Message[] {
    if (!existsSync(this.messageFile)) return [];
    const lines = readFileSync(this.messageFile, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Message);
  }
}

/** The environment variable that names the folder to vitest and its worker. */
export const RUN_FOLDER = 'XINYU_MUTANTS';

export const runFolder = (): RunFolder => new RunFolder(process.env[RUN_FOLDER] ?? '');

/** The mutants that are decided, with the test that killed each; what was decided in a spoiled process does not count. */
export function decided(messages: readonly Message[]): Map<number, { verdict: Verdict; test?: string }> {
  const found = new Map<number, { verdict: Verdict; test?: string }>();
  for (const message of messages) {
    if (message.kind === 'end') found.set(message.id, message);
    if (message.kind === 'spoiled') for (const id of message.ids) found.delete(id);
  }
  return found;
}

export const reaches = (messages: readonly Message[]): Reach[] =>
  messages.flatMap((message) => (message.kind === 'reach' ? [message.reach] : []));
