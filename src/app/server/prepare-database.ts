import path from 'node:path';
import type { Services } from '../../platform/context/server/services.ts';
import type { Database } from '../../platform/db/server/database.ts';
import { checkLoginRole } from '../../platform/db/server/login-role.ts';
import { migrate, pendingMigrations } from '../../platform/db/server/migrate.ts';
import { openDatabase } from '../../platform/db/server/open.ts';
import type { DemoFeatures } from '../../platform/demo/server/order.ts';
import { StartError } from '../../platform/runtime/server/start-error.ts';
import type { Config } from './config/config.ts';
import { openDataFolder } from './data-folder.ts';

/**
 * Opens the configured database.
 *
 * @param entries Folder of the built entries
 * @throws StartError when the folder of the embedded database cannot be used
 */
export async function openConfigured(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  entries: string,
): Promise<Database> {
  const dir = path.join(dataDir, 'db');
  if (databaseUrl === undefined) openDataFolder(dir);
  return openDatabase({ url: databaseUrl, dir, entries });
}

/** @throws StartError when migrations are pending */
export async function requireMigrated(db: Database): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new StartError(
      `数据库有 ${pending.length} 个未执行的迁移（${pending.join('、')}）：请先备份，再运行 npm run migrate`,
    );
}

/**
 * Checks the database of a production: migrated, without demo data, and opened with a login that row-level security
 * applies to. It changes nothing.
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
 * Migrates the database of a demo or of development, and seeds the demo tenants where it is empty.
 *
 * @throws StartError when the database of a demo holds other accounts
 */
export async function prepareDemo(
  db: Database,
  config: Config,
  { clock, passwords, features }: Pick<Services, 'clock' | 'passwords'> & { features: DemoFeatures },
): Promise<void> {
  await withOwner(db, config, async (owner) => {
    await migrate(owner);
    const { seedDemo } = await import('./demo/seed.ts');
    const outcome = await seedDemo(owner, {
      features,
      now: clock.now(),
      hashPassword: (digest) => passwords.hash(digest),
    });
    if (outcome === 'occupied' && config.mode === 'demo')
      throw new StartError(
        '数据库里已有真实账号，不能以演示方式启动：请换一个空数据库（DATABASE_URL 或 DATA_DIR），或按 README 以 npm run serve 启动',
      );
  });
}

/** Opens the database with the login of its owner, which on a server may differ from the login that serves. */
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
