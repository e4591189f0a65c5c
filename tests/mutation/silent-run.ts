import path from 'node:path';
import { startTests, type File, type Suite, type Task, type Test, type VitestRunner } from '@vitest/runner';
import { root } from '../../src/platform/runtime/server/root.ts';

/** How the tests of a file ended; `timedOut` where the failure was one of time. */
export interface Outcome {
  passed: boolean;
  timedOut: boolean;
  reason: string;
}

/** A test of a mutant that waits for ever ends after this time, and twice the usual time of its file on top. */
const TEST_MS = 20_000;

const errorsOf = (task: Task): string[] => [
  ...(task.result?.errors ?? []).map(({ message }) => message),
  ...('tasks' in task ? task.tasks.flatMap(errorsOf) : []),
];

/** The outcome of a file that has run. */
export function outcomeOf(file: File): Outcome {
  const errors = errorsOf(file);
  return {
    passed: errors.length === 0 && file.result?.state !== 'fail',
    timedOut: errors.some((message) => /timed? ?out/i.test(message)),
    reason: errors[0] ?? '',
  };
}

/** What to run again. */
export interface Again {
  /** From the root of the project. */
  test: string;
  /** How long the file takes, in milliseconds. */
  ms: number;
  /** The numbers of the tests to run, from 1; all where absent. */
  only?: readonly number[] | undefined;
}

/** Runs a test file again in the process of this runner, up to its first failure and without a word to vitest. */
export async function runAgain(runner: VitestRunner, { test, ms, only }: Again): Promise<Outcome> {
  let failed = false;
  let begun = 0;
  const testTimeout = TEST_MS + 2 * ms;
  const quiet: VitestRunner = Object.assign(Object.create(runner) as VitestRunner, {
    config: { ...runner.config, testTimeout, hookTimeout: 3 * testTimeout },
    // As a set-up file the module is loaded again although it was loaded before.
    importFile: (file: string) => runner.importFile(file, 'setup'),
    onTaskUpdate: async () => undefined,
    onCollectStart: () => undefined,
    onCollected: () => undefined,
    onAfterRunFiles: () => undefined,
    onAfterRunTask: (task: Test) => {
      if (task.result?.state === 'fail') failed = true;
    },
    onBeforeRunSuite: async (suite: Suite) => {
      if (failed) suite.mode = 'skip';
      await runner.onBeforeRunSuite?.(suite);
    },
    onBeforeRunTask: async (task: Test) => {
      begun += 1;
      if (failed || only?.includes(begun) === false) task.mode = 'skip';
      await runner.onBeforeRunTask?.(task);
    },
    cancel: () => undefined,
  });
  const [file] = await startTests([path.join(root, test)], quiet);
  return file ? outcomeOf(file) : { passed: false, timedOut: false, reason: 'the file did not run' };
}
