import path from 'node:path';
import Postgrator from 'postgrator';
import { root } from '../../runtime/server/root.ts';
import type { AdminRun, Database } from './database.ts';

/** Table of applied migrations: version, name, checksum, time. */
const schemaTable = 'schema_migrations';

/** Advisory lock key; no other lock in this database uses it. */
const migrationLock = 7_265_110_482;

/** A migration failed, or an applied migration was changed. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

/** Escapes a folder's name, because postgrator finds files by a glob pattern. */
const asPattern = (folder: string) =>
  folder
    .split(path.sep)
    .join('/')
    .replace(/[[\]{}()*?!]/g, '[$&]');

/**
 * Migration folders of the product: every feature and platform room may have one. Migrations go forward only and share
 * one sequence of numbers (`0001.do.core.sql`).
 */
const ownFolders = path.posix.join(asPattern(root), 'src/*/*/server/migrations');

const migrator = (run: AdminRun, dir: string | undefined) =>
  new Postgrator({
    driver: 'pg',
    schemaTable,
    migrationPattern: `${dir === undefined ? ownFolders : asPattern(dir)}/*.do.*.sql`,
    // A checkout on Windows may have other line endings.
    newline: 'LF',
    execQuery: async (sql) => ({ rows: await run(sql) }),
  });

const fileName = ({ filename }: Postgrator.Migration) => path.basename(filename);

/** Version of the last applied migration; 0 for a new database. */
export async function appliedVersion(run: AdminRun): Promise<number> {
  const [table] = await run(`select to_regclass('${schemaTable}') as name`);
  const [latest] = table?.name ? await run(`select max(version)::int as version from ${schemaTable}`) : [];
  return Number(latest?.version ?? 0);
}

/** Version of the last migration of this product. */
export async function latestVersion(): Promise<number> {
  const all = await migrator(async () => [], undefined).getMigrations();
  return Math.max(0, ...all.map(({ version }) => version));
}

/** Migrations that are not applied yet, oldest first. */
async function pending(run: AdminRun, dir: string | undefined): Promise<Postgrator.Migration[]> {
  const version = await appliedVersion(run);
  const all = await migrator(run, dir).getMigrations();
  return all.filter((migration) => migration.version > version).sort((a, b) => a.version - b.version);
}

/**
 * Creates the role of all request statements: it owns nothing and is subject to row-level security. Roles belong to the
 * whole server, so a migration of another database may create it at the same moment.
 */
const createRole = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'xinyu_app') then create role xinyu_app nologin nobypassrls; end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    if not pg_has_role(session_user, 'xinyu_app', 'member') then execute format('grant xinyu_app to %I', session_user); end if;
  end $$;`;

/**
 * Migrates the database to this version of the product: creates the role `xinyu_app` if it is missing and applies
 * pending migrations, each in a transaction of its own. A second process waits and then finds nothing to do.
 *
 * On a PostgreSQL server this runs under the login that owns the database, once per release. The server itself logs in
 * with a restricted role: `create role xinyu_login login password '…'; grant xinyu_app to xinyu_login;`, neither
 * superuser nor owner nor BYPASSRLS (`checkLoginRole` reports others). When the owner may not create roles, an
 * administrator first runs `create role xinyu_app nologin; grant xinyu_app to <owner>;`.
 *
 * @returns The names of the applied files
 * @throws MigrationFailed with the file's name; earlier migrations stay applied
 */
export const migrate = (db: Database, dir?: string): Promise<string[]> =>
  db.admin(async (run) => {
    await run('select pg_advisory_lock($1)', [migrationLock]);
    try {
      await run(createRole);
      await checkUnchanged(run, dir);
      const done: string[] = [];
      for (const migration of await pending(run, dir)) {
        await runOne(run, migrator(run, dir), migration);
        done.push(fileName(migration));
      }
      if (done.length > 0) await run(`grant select on ${schemaTable} to xinyu_app; analyze`);
      return done;
    } finally {
      await run('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    }
  });

/** Applied migrations must be unchanged, or new databases would differ from existing ones. */
async function checkUnchanged(run: AdminRun, dir: string | undefined): Promise<void> {
  const version = await appliedVersion(run);
  if (version === 0) return;
  await migrator(run, dir)
    .validateMigrations(version)
    .catch((error: unknown) => {
      throw new MigrationFailed(
        '已经执行过的迁移被改动了；迁移只增不改，请恢复它并另加一个（演示数据可以删除 .data 重来）。A migration that was run has been changed.',
        { cause: error },
      );
    });
}

async function runOne(run: AdminRun, postgrator: Postgrator, migration: Postgrator.Migration): Promise<void> {
  await run('begin');
  try {
    await postgrator.migrate(String(migration.version));
    await run('commit');
  } catch (error) {
    await run('rollback');
    throw new MigrationFailed(`${fileName(migration)}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Names of the migrations that are not applied yet; a server must not serve while any are pending. Needs only the
 * rights of `xinyu_app`.
 */
export const pendingMigrations = (db: Database, dir?: string): Promise<string[]> =>
  db.admin(async (run) => (await pending(run, dir)).map(fileName));
