import path from 'node:path';
import type { Services } from '../../platform/context/server/context.ts';
import type { Database } from '../../platform/db/server/database.ts';
import { checkLoginRole } from '../../platform/db/server/login-role.ts';
import { migrate, pendingMigrations } from '../../platform/db/server/migrate.ts';
import { openDatabase } from '../../platform/db/server/open.ts';
import { StartError } from '../../platform/runtime/server/start-error.ts';
import type { Config } from './config/config.ts';
import { openDataFolder } from './data-folder.ts';

/**
 * Opens the database that the configuration names. @param entries folder of the built entries. @throws StartError where
 * the embedded one has no place to be
 */
export async function openConfigured(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  entries: string,
): Promise<Database> {
  const dir = path.join(dataDir, 'db');
  if (databaseUrl === undefined) openDataFolder(dir);
  return openDatabase({ url: databaseUrl, dir, entries });
}

/** @throws StartError where the database is older than the program */
export async function requireMigrated(db: Database): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new StartError(
      `数据库有 ${pending.length} 个未执行的迁移（${pending.join('、')}）：请先备份，再运行 npm run migrate`,
    );
}

/**
 * Production takes the database as it is or not at all: migrated, without demo data, through a login that row-level
 * security holds.
 *
 * @throws StartError
 */
export async function requireProductionReady(
  db: Database,
  { allowDemoData }: Pick<Config, 'allowDemoData'>,
): Promise<void> {
  await requireMigrated(db);
  const [problem] = await checkLoginRole(db);
  if (problem)
    throw new StartError(
      `${problem.message}请把 DATABASE_URL 换成普通登录角色：create role xinyu_login login password '…'; grant xinyu_app to xinyu_login;`,
    );
  const { holdsDemoData } = await import('./demo/seed.ts');
  if (!allowDemoData && (await holdsDemoData(db))) {
    throw new StartError(
      '数据库里有演示数据，演示账号的密码是公开的：生产方式请换一个空数据库（DATABASE_URL 或 DATA_DIR）；确实要用，请设置 XINYU_ALLOW_DEMO_DATA=yes',
    );
  }
}

/**
 * Brings the database of a demonstration or in development up to date by itself, and fills it where it is empty.
 *
 * @throws StartError where a demonstration was pointed at a database with other people's accounts
 */
export async function prepareDemo(
  db: Database,
  config: Config,
  { clock, passwords }: Pick<Services, 'clock' | 'passwords'>,
): Promise<void> {
  await withOwner(db, config, async (owner) => {
    await migrate(owner);
    const { seedDemo } = await import('./demo/seed.ts');
    const outcome = await seedDemo(owner, { now: clock.now(), hashPassword: (digest) => passwords.hash(digest) });
    if (outcome === 'occupied' && config.mode === 'demo')
      throw new StartError(
        '数据库里已有真实账号，不能以演示方式启动：请换一个空数据库（DATABASE_URL 或 DATA_DIR），或按 README 以 npm run serve 启动',
      );
  });
}

/** Lends the database under its owner's login, which on a server may be another than the one that serves. */
async function withOwner(
  db: Database,
  { databaseUrl, databaseAdminUrl }: Config,
  work: (owner: Database) => Promise<void>,
): Promise<void> {
  if (databaseAdminUrl === databaseUrl) return work(db);
  const owner = await openDatabase({ url: databaseAdminUrl });
  try {
    await work(owner);
  } finally {
    await owner.close();
  }
}
