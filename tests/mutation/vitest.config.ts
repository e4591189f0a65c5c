import { defineConfig } from 'vitest/config';
import { root } from '../../src/platform/runtime/server/root.ts';
import { instrumentModules } from './instrument.ts';
import { runFolder } from './run-folder.ts';

const { mutants, tests } = runFolder().readPlan();
const needsDatabase = tests.some((test) => test.includes('/server/'));

/** One process for all tests of a room; `runner.ts` stays in it for all mutants. */
export default defineConfig({
  root,
  plugins: [instrumentModules(mutants)],
  test: {
    name: 'mutants',
    include: [...tests],
    environment: 'node',
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    execArgv: ['--liftoff-only'],
    restoreMocks: true,
    runner: 'tests/mutation/runner.ts',
    globalSetup: ['tests/support/run-folder.ts', ...(needsDatabase ? ['tests/support/database-setup.ts'] : [])],
    setupFiles: ['tests/support/statements-end.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
