import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { root } from '../../src/platform/runtime/server/root.ts';
import { postgresVersion, startPostgres } from '../../src/tools/lib/postgres.mjs';
import { newEmbedded, once } from './new-embedded.ts';
import { asAdmin, withDatabase } from './postgres-admin.ts';
import { CONTENTS, fill, type Content } from './template-content.ts';

/** A name for each content: a folder, or a database of a PostgreSQL server. */
export type Templates = Readonly<Record<Content, string>>;

/**
 * Number of templates of older sources to keep, so that switching between two branches does not create them again each
 * time.
 */
const KEPT = 3;
/** Time limit of filling a template, in milliseconds. */
const LIMIT_MS = 300_000;

const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
};

const inRoot = (file: string): Buffer => readFileSync(path.join(root, file));

/** The demo parts of features and rooms, which `features.ts` would bring with all of the server. */
const demoParts = (): string[] =>
  readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(features|platform)[/\\][^/\\]+[/\\]server[/\\]demo([/\\]demo)?\.ts$/.test(file))
    .sort()
    .map((file) => path.join(root, 'src', file));

/** What decides how values are encrypted. */
const ENCRYPTION = [
  'tests/support/test-keys.ts',
  'src/platform/resources/server/encrypt-rows.ts',
  ...['cipher', 'data-keys', 'wrapping'].map((name) => `src/platform/crypto/server/${name}.ts`),
];

/**
 * The inputs of the templates: the migrations, the engines, the code that makes the rows with everything it imports,
 * and what encrypts them. Templates of another fingerprint are never used.
 */
export async function fingerprint(): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'test',
    build: {
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: {
        input: [path.join(root, 'tests/support/template-content.ts'), ...demoParts()],
        external: /\/(src\/app\/server\/features|encrypt-demo)\.ts$/,
      },
    },
  });
  const code = [made].flat().flatMap((one) => ('output' in one ? one.output : []));
  const migrations = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /[/\\]migrations[/\\].*\.sql$/.test(file))
    .sort();
  return sha256(
    ...code.map((chunk) => (chunk.type === 'chunk' ? chunk.code : chunk.source.toString())),
    ...migrations.flatMap((file) => [file, inRoot(path.join('src', file))]),
    inRoot('package-lock.json'),
    ...ENCRYPTION.map(inRoot),
    inRoot('tests/support/templates.ts'),
  );
}

/** Creates a template for each content, one after another. */
async function forEachContent(
  make: (content: Content, before: string | undefined) => Promise<string>,
): Promise<Templates> {
  const empty = await make('empty', undefined);
  const demo = await make('demo', empty);
  return { empty, demo, encrypted: await make('encrypted', demo) };
}

/** Folders of embedded databases to copy. */
const embeddedTemplates = (cache: string, folder: string, entries: string): Promise<Templates> =>
  forEachContent((content, before) =>
    once(path.join(folder, content), async (dir) => {
      cpSync(before ?? (await newEmbedded(cache, entries)), dir, { recursive: true });
      const db = await openDatabase({ dir, entries, waitLimitMs: LIMIT_MS, timeLimitMs: LIMIT_MS });
      try {
        await fill(db, content);
        // Leaves one segment of the log instead of two: 16 MiB less to copy for each test file.
        await db.admin(async (run) => {
          await run('set wal_recycle = off');
          await run('select pg_switch_wal()');
          await run('checkpoint');
        });
      } finally {
        await db.close();
      }
    }),
  );

/** Makes template databases on a server. @param suffix Distinguishes them from those of other runs */
const makeOnServer = (url: string, suffix: string): Promise<Templates> =>
  forEachContent(async (content, before) => {
    const name = databaseName(content, suffix);
    await asAdmin(url, `create database ${name} ${before === undefined ? '' : `template ${before}`}`);
    const db = await openDatabase({ url: withDatabase(url, name), timeLimitMs: LIMIT_MS });
    await fill(db, content).finally(() => db.close());
    return name;
  });

const databaseName = (content: Content, suffix: string): string => `xinyu_template_${content}${suffix}`;

/** A PostgreSQL server with template databases. */
export interface PostgresTemplates {
  readonly url: string;
  readonly templates: Templates;
  stop(): Promise<void>;
}

/** On the server of TEST_DATABASE_URL, which keeps nothing of this run. */
async function onNamedServer(url: string): Promise<PostgresTemplates> {
  const suffix = `_${process.pid}`;
  const stop = async () => {
    for (const content of CONTENTS)
      await asAdmin(url, `drop database if exists ${databaseName(content, suffix)} with (force)`);
  };
  try {
    return { url, templates: await makeOnServer(url, suffix), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A server for this run: a copy of a data folder that has the templates. @returns undefined where there is none */
async function onOwnServer(folder: string): Promise<PostgresTemplates | undefined> {
  const version = postgresVersion();
  if (version === undefined) return undefined;
  const kept = path.join(folder, `postgres-${sha256(version)}`);
  if (!existsSync(kept)) {
    const first = await startPostgres();
    if (!first) return undefined;
    await once(kept, async (data) => {
      let whole = false;
      try {
        await makeOnServer(first.env.TEST_DATABASE_URL, '');
        whole = true;
      } finally {
        await first.stop(whole ? data : undefined);
      }
    });
  }
  const postgres = await startPostgres(kept);
  return (
    postgres && {
      url: postgres.env.TEST_DATABASE_URL,
      templates: {
        empty: databaseName('empty', ''),
        demo: databaseName('demo', ''),
        encrypted: databaseName('encrypted', ''),
      },
      stop: () => postgres.stop(),
    }
  );
}

/** Removes the templates of all but the latest fingerprints, and incomplete ones of killed runs. */
function prune(all: string): void {
  const byAge = readdirSync(all)
    .map((name) => ({ folder: path.join(all, name), usedAt: statSync(path.join(all, name)).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { folder } of byAge.slice(KEPT)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

export interface MadeTemplates {
  readonly embedded: Templates;
  readonly postgres: PostgresTemplates | undefined;
}

/**
 * Creates the templates of this checkout, or finds them in its cache.
 *
 * @param entries Folder of the built entries of the embedded database
 */
export async function makeTemplates(cache: string, entries: string): Promise<MadeTemplates> {
  const all = path.join(cache, 'templates');
  const folder = path.join(all, await fingerprint());
  mkdirSync(folder, { recursive: true });
  utimesSync(folder, new Date(), new Date());
  prune(all);
  const named = process.env.TEST_DATABASE_URL;
  const postgres =
    process.env.TEST_DATABASES === 'embedded'
      ? Promise.resolve(undefined)
      : named
        ? onNamedServer(named)
        : onOwnServer(folder);
  const making = [embeddedTemplates(cache, folder, entries), postgres] as const;
  // Waits for both, so that neither is at work when a failure of the other is cleaned up.
  const [, started] = await Promise.allSettled(making);
  try {
    return { embedded: await making[0], postgres: await making[1] };
  } catch (error) {
    if (started.status === 'fulfilled') await started.value?.stop();
    throw error;
  }
}
