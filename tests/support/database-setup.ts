import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/db/server/migrate.ts';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { root } from '../../src/platform/runtime/server/root.ts';
import { startPostgres } from '../../src/tools/lib/postgres.mjs';

/** What the tests of a run share; see `databases.ts`. */
export interface SharedDatabases {
  /** For whatever tests put on disk; gone after the run. */
  readonly folder: string;
  /** Folder of the built entries of the embedded database, and of the programs that tests start. */
  readonly entries: string;
  /** A migrated embedded database to copy. */
  readonly embeddedTemplate: string;
  /**
   * An administrator's address of a PostgreSQL server, with a migrated database `template` to copy; undefined where
   * none can be had.
   */
  readonly postgres: { readonly url: string; readonly template: string } | undefined;
}

declare module 'vitest' {
  export interface ProvidedContext {
    databases: SharedDatabases;
  }
}

/**
 * Threads and child processes start from JavaScript: these are built for the run, beside and not into what the product
 * runs from.
 */
const built = [
  ...['embedded-worker', 'embedded-init', 'sheet-worker'].map((name) => `src/app/server/entries/${name}.ts`),
  ...readdirSync(path.join(root, 'tests/platform/db/server/programs')).map(
    (name) => `tests/platform/db/server/programs/${name}`,
  ),
];

async function buildEntries(outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'test',
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

/**
 * Making an embedded database takes seconds, so an empty one is kept between runs; it depends on nothing but the
 * engine's version.
 */
async function emptyEmbedded(cache: string, entries: string): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(path.join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  ) as { version: string };
  const kept = path.join(cache, `embedded-${version}`);
  if (existsSync(kept)) return kept;
  const made = mkdtempSync(path.join(cache, 'embedded-new-'));
  await (await openDatabase({ dir: made, entries })).close();
  try {
    renameSync(made, kept);
  } catch {
    // Another run was faster.
    rmSync(made, { recursive: true, force: true });
  }
  return kept;
}

async function migratedEmbedded(cache: string, folder: string, entries: string): Promise<string> {
  const dir = path.join(folder, 'template');
  await buildEntries(entries);
  cpSync(await emptyEmbedded(cache, entries), dir, { recursive: true });
  const db = await openDatabase({ dir, entries });
  await migrate(db);
  await db.close();
  return dir;
}

/** Of this run, on a server that others may use too. */
const template = `xinyu_template_${process.pid}`;

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function migratedPostgres(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, `create database ${template}`);
  const url = new URL(adminUrl);
  url.pathname = template;
  const db = await openDatabase({ url: url.href });
  await migrate(db);
  await db.close();
}

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Removes what runs left that were killed. */
function sweep(cache: string): void {
  for (const name of readdirSync(cache)) {
    const [, pid] = /^test-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !runs(Number(pid))) rmSync(path.join(cache, name), { recursive: true, force: true });
  }
}

/**
 * Once per run: builds the entries, makes a migrated embedded database and, from what is installed or
 * `TEST_DATABASE_URL`, a PostgreSQL one.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cache = path.join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  sweep(cache);
  const folder = mkdtempSync(path.join(cache, `test-${process.pid}-`));
  const entries = path.join(folder, 'entries');
  const postgres = process.env.TEST_DATABASES === 'embedded' ? undefined : await startPostgres();
  const postgresUrl = postgres?.env.TEST_DATABASE_URL;
  const cleanUp = async () => {
    try {
      if (postgresUrl !== undefined) await asAdmin(postgresUrl, `drop database if exists ${template} with (force)`);
    } finally {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
  const making = [
    migratedEmbedded(cache, folder, entries),
    postgresUrl === undefined ? Promise.resolve() : migratedPostgres(postgresUrl),
  ] as const;
  // Neither may still be at work when everything is cleaned up.
  await Promise.allSettled(making);
  try {
    const [embeddedTemplate] = await Promise.all(making);
    provide('databases', {
      folder,
      entries,
      embeddedTemplate,
      postgres: postgresUrl === undefined ? undefined : { url: postgresUrl, template },
    });
  } catch (error) {
    await cleanUp();
    throw error;
  }
  return cleanUp;
}
