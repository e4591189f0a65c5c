// npm run mutants [room …] [--full] [--sample=n] [--again] [--unit] [--list]: changes the code that guards children in one place at a time, and asks whether
// a test notices it. It takes minutes a room, so it is no part of npm test.
import './lib/node-version.mjs';
import path from 'node:path';
import { command } from './lib/command.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { Problem } from './lib/say.mjs';

await command(async () => {
  await ensureInstalled();
  const { runnerImport } = await import('vite');
  /** @type {{ module: { mutants(args: string[]): Promise<void> } }} */
  const { module } = await runnerImport(path.join(root, 'tests/mutation/mutants.ts'), {
    configFile: false,
    logLevel: 'error',
  });
  try {
    await module.mutants(process.argv.slice(2));
  } catch (error) {
    // Vite has a Problem of its own, which is another class.
    throw error instanceof Error && error.constructor.name === Problem.name ? new Problem(error.message) : error;
  }
});
