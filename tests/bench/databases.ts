import { randomBytes } from 'node:crypto';
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../src/app/server/config/load.ts';
import { DEMO_PASSWORD } from '../../src/app/server/demo/logins.ts';
import { insertAll, insertTenant, seedDemo } from '../../src/app/server/demo/seed.ts';
import { features } from '../../src/app/server/features.ts';
import { renewalPublicKey } from '../../src/platform/crypto/server/wrapping.ts';
import { clusterIn } from '../../src/platform/db/server/embedded/initialise.ts';
import { migrate } from '../../src/platform/db/server/migrate.ts';
import { openDatabase, type OpenOptions } from '../../src/platform/db/server/open.ts';
import { createPasswords } from '../../src/platform/identity/server/passwords.ts';
import { passwordDigest } from '../../src/platform/signing/mac.ts';
import { BENCH_ORG, benchTenant } from './bench-tenant.ts';
import type { PlainQuestion } from './plain-server.ts';
import { postgresTools } from './tools.ts';

/** A database with the demo and the bench tenant, and its connections. */
export interface BenchDatabase {
  name: 'embedded' | 'postgres';
  title: string;
  /** For a server of the product inside a process of the bench. */
  options: OpenOptions;
  /** The login of the owner of the tables, which fills them. */
  owner: OpenOptions;
  /** For the product as `npm run serve` starts it. */
  env: NodeJS.ProcessEnv;
  /** For a server without the product's code: with the product's login, and with one that bypasses row-level security. */
  plain: PlainQuestion['database'];
  direct: PlainQuestion['database'];
  remove(): Promise<void>;
}

/** Migrates and fills the database. */
async function fill(options: OpenOptions): Promise<void> {
  const db = await openDatabase(options);
  try {
    await migrate(db);
    const passwords = await createPasswords(loadConfig().argon2);
    const hash = await passwords.hash(passwordDigest(DEMO_PASSWORD));
    await seedDemo(db, { features, now: Date.now(), hashPassword: async () => hash });
    const { accounts, tables } = benchTenant(Date.now(), hash);
    await db.admin(async (run) => {
      await run('begin');
      await insertAll(run, 'accounts', accounts);
      await insertTenant(run, BENCH_ORG, tables);
      await run('commit');
      await run('vacuum analyze');
      await run('checkpoint');
    });
  } finally {
    await db.close();
  }
}

const production = (dataDir: string): NodeJS.ProcessEnv => ({
  XINYU_MODE: 'production',
  XINYU_ALLOW_DEMO_DATA: 'yes',
  APP_SECRET: randomBytes(32).toString('hex'),
  MASTER_KEY: randomBytes(32).toString('hex'),
  RENEWAL_PUBLIC_KEY: renewalPublicKey(randomBytes(32)).toString('base64url'),
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  DATABASE_ADMIN_URL: '',
});

export async function embedded(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'xinyu-bench-'));
  const dir = path.join(dataDir, 'db');
  await fill({ dir });
  // Only one process at a time may use the folder of the embedded engine.
  const copy = (name: string) => {
    const cluster = path.join(dataDir, name);
    cpSync(clusterIn(dir), cluster, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return { cluster };
  };
  return {
    name: 'embedded',
    title: '内置数据库',
    options: { dir },
    owner: { dir },
    env: production(dataDir),
    plain: copy('plain'),
    direct: copy('direct'),
    remove: async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The server logs in as production requires: with a role that owns nothing. Undefined without PostgreSQL. */
export async function postgres(): Promise<BenchDatabase | undefined> {
  const { startPostgres } = await postgresTools();
  const started = await startPostgres();
  if (!started) return undefined;
  const at = (login: string | undefined, database: string) => {
    const url = new URL(started.env.TEST_DATABASE_URL);
    url.pathname = database;
    if (login !== undefined) Object.assign(url, { username: login, password: login });
    return url.href;
  };
  const name = `xinyu_bench_${process.pid}`;
  const login = `${name}_login`;
  const admin = await openDatabase({ url: started.env.TEST_DATABASE_URL });
  await admin.admin((run) => run(`create database ${name}`));
  await fill({ url: at(undefined, name) });
  await admin.admin((run) => run(`create role ${login} login password '${login}'; grant xinyu_app to ${login}`));
  const url = at(login, name);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'xinyu-bench-'));
  return {
    name: 'postgres',
    title: 'PostgreSQL',
    options: { url },
    owner: { url: at(undefined, name) },
    env: { ...production(dataDir), DATABASE_URL: url },
    plain: { url },
    direct: { url: at(undefined, name) },
    remove: async () => {
      await admin.admin((run) => run(`drop database ${name} with (force)`));
      await admin.admin((run) => run(`drop role ${login}`));
      await admin.close();
      await started.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
