import path from 'node:path';
import type { File, Test, VitestRunnerImportSource } from '@vitest/runner';
import { TestRunner, type SerializedConfig } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';
import { SWITCH } from './instrument.ts';
import type { NumberedMutant } from './mutant.ts';
import { decided, reaches, runFolder, type Reach } from './run-folder.ts';
import { outcomeOf, runAgain, type Again, type Outcome } from './silent-run.ts';

const folder = runFolder();
const plan = folder.readPlan();

/** After so many mutants the tests run without any, to see that none has left something behind. */
const PROVED_EVERY = 20;

let active = 0;
let loading = false;
let unhandled = false;
const passed = { running: new Map<number, Set<number>>(), loading: new Set<number>() };
let begunTests = 0;
Reflect.set(globalThis, SWITCH, (id: number): boolean => {
  if (loading) passed.loading.add(id);
  else passed.running.set(id, (passed.running.get(id) ?? new Set<number>()).add(begunTests));
  return id === active;
});
for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, () => (unhandled = true));

const nameOf = ({ filepath }: File) => path.relative(root, filepath).split(path.sep).join('/');

/** Modules of the project are loaded again at their next import. */
function forgetModules(): void {
  const state = Reflect.get(globalThis, '__vitest_worker__') as {
    evaluatedModules: { idToModuleMap: Map<string, object>; invalidateModule(node: object): void };
  };
  for (const [id, node] of state.evaluatedModules.idToModuleMap)
    if (/\/(src|tests)\//.test(id) && !id.includes('node_modules') && !id.includes('/tests/mutation/'))
      state.evaluatedModules.invalidateModule(node);
}

/** What is passed before the first test belongs to all of them. */
const whatToRun = (tests: readonly number[]) => (tests.includes(0) ? undefined : tests);

/** Vitest's runner, which after the tests of a room runs them again for each of its mutants. */
export default class MutantRunner extends TestRunner {
  private startedAt = 0;
  /** Whether tests of a file pass without the others. */
  private readonly standAlone = new Map<string, boolean>();

  constructor(config: SerializedConfig) {
    super(config);
    // Vitest waits for it, which its type does not say.
    Object.assign(this, { onAfterRunFiles: (files: File[]) => this.continueWithMutants(files) });
  }

  override async importFile(file: string, source: VitestRunnerImportSource): Promise<unknown> {
    loading = true;
    try {
      return await super.importFile(file, source);
    } finally {
      loading = false;
    }
  }

  override onCollectStart(file: File): void {
    super.onCollectStart(file);
    begunTests = 0;
    passed.running.clear();
    passed.loading.clear();
    this.startedAt = performance.now();
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test);
    begunTests += 1;
  }

  private async continueWithMutants([file]: File[]): Promise<void> {
    super.onAfterRunFiles();
    if (!file) return;
    this.reportReach(file);
    const known = reaches(folder.messages());
    if (known.length < plan.tests.length) return;
    await this.decideAll(known);
    folder.report({ kind: 'done' });
  }

  private reportReach(file: File): void {
    const test = nameOf(file);
    if (reaches(folder.messages()).some((known) => known.test === test)) return;
    const { passed: fine, reason } = outcomeOf(file);
    if (!fine) folder.report({ kind: 'broken', test, reason });
    const ms = performance.now() - this.startedAt;
    folder.report({
      kind: 'reach',
      reach: {
        test,
        ms,
        running: [...passed.running].map(([id, tests]) => [id, [...tests]] as const),
        loading: [...passed.loading],
      },
    });
  }

  /** First the mutants in functions, then those in what runs once while a module is loaded. */
  private async decideAll(known: readonly Reach[]): Promise<void> {
    const before = decided(folder.messages());
    const left = plan.mutants.filter(({ id }) => !before.has(id));
    const shortestFirst = [...known].sort((a, b) => a.ms - b.ms);
    const testsOf = ({ id }: NumberedMutant): Again[] =>
      shortestFirst.flatMap(({ test, ms, running }) =>
        running.flatMap(([passes, only]) => (passes === id ? [{ test, ms, only: whatToRun(only) }] : [])),
      );
    const whole = shortestFirst.map(({ test, ms }) => ({ test, ms }));
    const isStatic = (mutant: NumberedMutant) =>
      testsOf(mutant).length === 0 && known.some((reach) => reach.loading.includes(mutant.id));

    let unproved: number[] = [];
    for (const mutant of left.filter((one) => !isStatic(one))) {
      const tests = testsOf(mutant);
      await this.decide(mutant, tests, false);
      unproved.push(mutant.id);
      const [first] = tests;
      if (unproved.length < PROVED_EVERY || !first) continue;
      if (!(await this.isSound(first, unproved))) return;
      unproved = [];
    }
    for (const mutant of left.filter(isStatic)) await this.decide(mutant, whole, true);
  }

  private async decide(mutant: NumberedMutant, tests: readonly Again[], isStatic: boolean): Promise<void> {
    const { id } = mutant;
    const usualMs = tests.reduce((sum, { ms }) => sum + ms, 0);
    folder.report({ kind: 'start', id, pid: process.pid, usualMs });
    if (tests.length === 0) return folder.report({ kind: 'end', id, verdict: 'uncovered' });
    try {
      for (const again of tests) {
        if (isStatic) forgetModules();
        const { passed: fine, timedOut } = await this.runWith(id, again);
        if (!fine)
          return folder.report({ kind: 'end', id, verdict: timedOut ? 'timeout' : 'killed', test: again.test });
      }
      folder.report({ kind: 'end', id, verdict: 'survived' });
    } finally {
      if (isStatic) forgetModules();
    }
  }

  /**
   * Runs the tests that pass a mutant, with it. Tests can build upon those before them: a failure counts only where the
   * same tests pass without the mutant, otherwise the whole file runs.
   */
  private async runWith(id: number, again: Again): Promise<Outcome> {
    const run = async (what: Again): Promise<Outcome> => {
      active = id;
      unhandled = false;
      const outcome = await runAgain(this, what).finally(() => (active = 0));
      return unhandled ? { ...outcome, passed: false } : outcome;
    };
    const key = `${again.test} ${again.only?.join(' ')}`;
    if (this.standAlone.get(key) === false) return run({ ...again, only: undefined });
    const outcome = await run(again);
    if (outcome.passed || again.only === undefined) return outcome;
    // What took too long may do so on a busy machine: only the same tests right afterwards tell.
    const known = outcome.timedOut ? undefined : this.standAlone.get(key);
    const isAlone = known ?? (await runAgain(this, again)).passed;
    this.standAlone.set(key, isAlone);
    return isAlone ? outcome : run({ ...again, only: undefined });
  }

  /** A mutant can leave a wrong value in memory; the mutants since the last proof are then decided in a new process. */
  private async isSound(test: Again, since: readonly number[]): Promise<boolean> {
    const { passed: fine } = await runAgain(this, { ...test, only: undefined });
    if (!fine) folder.report({ kind: 'spoiled', ids: since });
    return fine;
  }
}
