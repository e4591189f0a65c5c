import path from 'node:path';
import Postgrator from 'postgrator';
import { root } from '../../runtime/server/root.ts';
import type { AdminRun, Database } from './database.ts';

/** Table with what was run: version, name, checksum, time. */
const schemaTable = 'schema_migrations';

/** Any number that nothing else in this database takes as an advisory lock. */
const migrationLock = 7_265_110_482;

/** A migration failed, or one that was run is not what it was. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

/** Postgrator finds files by a pattern, in which some characters of a folder's name would mean something. */
const asPattern = (folder: string) =>
  folder
    .split(path.sep)
    .join('/')
    .replace(/[[\]{}()*?!]/g, '[$&]');

/**
 * Folders of the product's migrations: each feature and room brings its own (`0001.do.what-it-makes.sql`), forward
 * only, numbered on one line.
 */
const ownFolders = path.posix.join(asPattern(root), 'src/*/*/server/migrations');

const migrator = (run: AdminRun, dir: string | undefined) =>
  new Postgrator({
    driver: 'pg',
    schemaTable,
    migrationPattern: `${dir === undefined ? ownFolders : asPattern(dir)}/*.do.*.sql`,
    // A checkout on Windows may have other line ends.
    newline: 'LF',
    execQuery: async (sql) => ({ rows: await run(sql) }),
  });

const fileName = ({ filename }: Postgrator.Migration) => path.basename(filename);

/** Up to which version the database was brought; 0 for a new one. */
async function versionOf(run: AdminRun): Promise<number> {
  const [table] = await run(`select to_regclass('${schemaTable}') as name`);
  const [latest] = table?.name ? await run(`select max(version)::int as version from ${schemaTable}`) : [];
  return Number(latest?.version ?? 0);
}

/** The migrations that this version of the product has and the database has not, oldest first. */
async function missing(run: AdminRun, dir: string | undefined): Promise<Postgrator.Migration[]> {
  const version = await versionOf(run);
  const all = await migrator(run, dir).getMigrations();
  return all.filter((migration) => migration.version > version).sort((a, b) => a.version - b.version);
}

/**
 * The role under which all statements of requests run: it owns nothing and is held by row-level security. It belongs to
 * the whole server, so another database of it may be making it at the same moment.
 */
const makeRole = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'xinyu_app') then create role xinyu_app nologin nobypassrls; end if;
  exception when duplicate_object or unique_violation then null;
  end $$;
  do $$ begin
    if not pg_has_role(session_user, 'xinyu_app', 'member') then execute format('grant xinyu_app to %I', session_user); end if;
  end $$;`;

/**
 * Brings the database up to this version of the product: makes the role `xinyu_app` where it is missing, and runs what
 * is pending, each migration in a transaction of its own. Two processes at once are fine: the second waits and finds
 * nothing to do.
 *
 * On a PostgreSQL server this runs under the login that owns the database, once per release. The server itself logs in
 * as somebody who can do less: `create role xinyu_login login password '…'; grant xinyu_app to xinyu_login;`, neither
 * superuser nor owner nor BYPASSRLS (`checkLoginRole` reports others). Where the owner may not create roles, an
 * administrator runs `create role xinyu_app nologin; grant xinyu_app to <owner>;` first.
 *
 * @returns The files that were run
 * @throws MigrationFailed naming the file; the database is then as the last good one left it
 */
export const migrate = (db: Database, dir?: string): Promise<string[]> =>
  db.admin(async (run) => {
    await run('select pg_advisory_lock($1)', [migrationLock]);
    try {
      await run(makeRole);
      await checkUnchanged(run, dir);
      const done: string[] = [];
      for (const migration of await missing(run, dir)) {
        await runOne(run, migrator(run, dir), migration);
        done.push(fileName(migration));
      }
      if (done.length > 0) await run(`grant select on ${schemaTable} to xinyu_app; analyze`);
      return done;
    } finally {
      await run('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    }
  });

/** What was run must still say the same, or databases made by it differ from those yet to be made. */
async function checkUnchanged(run: AdminRun, dir: string | undefined): Promise<void> {
  const version = await versionOf(run);
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
 * Names of the migrations that were not run yet; a server must not serve while there are some. Needs no more than the
 * rights of `xinyu_app`.
 */
export const pendingMigrations = (db: Database, dir?: string): Promise<string[]> =>
  db.admin(async (run) => (await missing(run, dir)).map(fileName));
