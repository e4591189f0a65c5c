import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The scripts that the first screens run, by the names of their chunks. */
const NAMES: readonly string[] = ['index', 'shared', 'layout', 'icons'];

/** Must be the first line: https://v8.dev/blog/explicit-compile-hints */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Browsers with V8 compile every function of these scripts while they load them, beside the page's own thread.
 * Otherwise that thread compiles each function at its first call, which takes a third of its time until the first list.
 * Other browsers read a comment.
 */
export const compileAtOnce: Plugin = {
  name: 'compile-at-once',
  apply: 'build',
  writeBundle: {
    // Into the written files, since vite puts code of its own before what plugins have seen; they are compressed after it.
    order: 'pre',
    sequential: true,
    async handler({ dir = '.' }, bundle) {
      const scripts = Object.values(bundle).filter((one) => one.type === 'chunk' && NAMES.includes(one.name));
      const missing = NAMES.filter((name) => !scripts.some((one) => one.type === 'chunk' && one.name === name));
      if (missing.length > 0) throw new Error(`no script is called ${missing.join(', ')}`);
      await Promise.all(
        scripts.map(async ({ fileName }) => {
          const file = path.join(dir, fileName);
          await fs.writeFile(file, HINT + (await fs.readFile(file, 'utf8')));
        }),
      );
    },
  },
};
