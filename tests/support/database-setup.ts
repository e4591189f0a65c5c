import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { root } from '../../src/platform/runtime/server/root.ts';
import { BUNDLED_PACKAGES } from '../../src/tools/vite/bundled-packages.ts';
import { processRuns } from './process-runs.ts';
import { makeTemplates, type Templates } from './templates.ts';

/** What the tests of a run share; see `databases.ts`. */
export interface SharedDatabases {
  /** For programs of tests, which find the packages from there; removed after the run. */
  readonly folder: string;
  /** Folder of the built entries of the embedded database, and of the programs that tests start. */
  readonly entries: string;
  /** Folders of embedded databases to copy. */
  readonly embedded: Templates;
  /** An administrator's address of a PostgreSQL server, with databases to copy; undefined where there is no server. */
  readonly postgres: { readonly url: string; readonly templates: Templates } | undefined;
}

declare module 'vitest' {
  export interface ProvidedContext {
    databases: SharedDatabases;
  }
}

/**
 * Threads and child processes start from JavaScript: these are built for the run, in a separate folder from that of the
 * product.
 */
const built = [
  ...['embedded-worker', 'embedded-init', 'sheet-worker', 'password-worker', 'watchdog'].map(
    (name) => `src/app/server/entries/${name}.ts`,
  ),
  ...['tests/platform/db/server/programs', 'tests/app/server/programs'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  ),
];

async function buildEntries(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'test',
    ssr: { noExternal: BUNDLED_PACKAGES },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(built.map((file) => [path.basename(file, '.ts'), path.join(root, file)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

/** Removes what killed runs left. */
function sweep(cache: string): void {
  for (const name of readdirSync(cache)) {
    const [, pid] = /^test-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !processRuns(Number(pid)))
      rmSync(path.join(cache, name), { recursive: true, force: true });
  }
}

/**
 * Once per run: builds the entries, creates the embedded templates or finds them in the cache, and starts a PostgreSQL
 * with the same templates, from the installed version or at `TEST_DATABASE_URL`.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cache = path.join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  sweep(cache);
  const folder = mkdtempSync(path.join(cache, `test-${process.pid}-`));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const entries = path.join(folder, 'entries');
    await buildEntries(entries);
    const { embedded, postgres } = await makeTemplates(cache, entries);
    provide('databases', {
      folder,
      entries,
      embedded,
      postgres: postgres && { url: postgres.url, templates: postgres.templates },
    });
    return async () => {
      await postgres?.stop().finally(removeFolder);
      removeFolder();
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}
