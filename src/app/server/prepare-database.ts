import path from 'node:path';
import type { Services } from '../../platform/context/server/services.ts';
import type { Database } from '../../platform/db/server/database.ts';
import { isForbidden } from '../../platform/db/server/errors.ts';
import { checkLoginRole, missingOwnerRights } from '../../platform/db/server/login-role.ts';
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
 * Checks that a login may migrate and seed the database. It changes nothing.
 *
 * @throws StartError with what is missing, and the statements of an administrator that grant it
 */
export async function requireOwnerRights(owner: Database): Promise<void> {
  const missing = await missingOwnerRights(owner);
  if (missing.length === 0) return;
  throw new StartError(
    `数据库权限不足，什么都没有改动：\n${missing.map(({ message, remedy }) => `  ${message}。请由数据库管理员执行或设置：${remedy}`).join('\n')}`,
  );
}

/** @throws StartError where the login of the server cannot work as `xinyu_app` */
async function requireMember(db: Database): Promise<void> {
  const problem = (await checkLoginRole(db)).find(({ code }) => code === 'not-a-member');
  if (problem) throw new StartError(problem.message);
}

/** Rights that cannot be asked for beforehand, such as a trigger of the operator's own. */
function explainForbidden(error: unknown): unknown {
  const refused = error instanceof Error && isForbidden(error.cause) ? error.cause : error;
  return isForbidden(refused)
    ? new StartError(
        '数据库拒绝了迁移或写入演示数据：请把 DATABASE_URL（另有所有者时用 DATABASE_ADMIN_URL）换成数据库所有者的登录，并让它能创建角色：alter role … createrole;',
        { cause: refused },
      )
    : error;
}

/**
 * Migrates the database of a demo or of development, and seeds the demo tenants where it is empty.
 *
 * @throws StartError when the database of a demo holds other accounts, and when the login lacks a right
 */
export async function prepareDemo(
  db: Database,
  config: Config,
  { clock, passwords, features }: Pick<Services, 'clock' | 'passwords'> & { features: DemoFeatures },
): Promise<void> {
  await withOwner(db, config, async (owner) => {
    await requireOwnerRights(owner);
    const { seedDemo } = await import('./demo/seed.ts');
    const parts = { features, now: clock.now(), hashPassword: (digest: string) => passwords.hash(digest) };
    const outcome = await migrate(owner)
      .then(() => seedDemo(owner, parts))
      .catch((error: unknown) => {
        throw explainForbidden(error);
      });
    if (outcome === 'occupied' && config.mode === 'demo')
      throw new StartError(
        '数据库里已有真实账号，不能以演示方式启动：请换一个空数据库（DATABASE_URL 或 DATA_DIR），或按 README 以 npm run serve 启动',
      );
  });
  await requireMember(db);
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
