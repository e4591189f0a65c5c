import { randomUUID } from 'node:crypto';
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { beforeAll, describe, inject } from 'vitest';
import type { Database } from '../../src/platform/db/server/database.ts';
import { openDatabase, type OpenOptions } from '../../src/platform/db/server/open.ts';

export type DatabaseKind = Database['kind'];

/** A new database with every migration run and no rows, and what to open it with. */
export interface FreshDatabase {
  readonly options: OpenOptions;
  /** Removes it; it must be closed. */
  remove(): Promise<void>;
}

async function asPostgresAdmin(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Makes a database of its own for a test file: a copy of the run's template, in about 0.2 s. */
export async function freshDatabase(kind: DatabaseKind): Promise<FreshDatabase> {
  const shared = inject('databases');
  if (kind === 'embedded') {
    const dir = mkdtempSync(path.join(shared.folder, 'db-'));
    cpSync(shared.embeddedTemplate, dir, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return {
      options: { dir, entries: shared.entries },
      remove: async () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }),
    };
  }
  if (!shared.postgres) throw new Error('there is no PostgreSQL in this run');
  const { url: adminUrl, template } = shared.postgres;
  const name = `xinyu_test_${randomUUID().replaceAll('-', '')}`;
  await asPostgresAdmin(adminUrl, `create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = name;
  return { options: { url: url.href }, remove: () => asPostgresAdmin(adminUrl, `drop database ${name} with (force)`) };
}

/**
 * Opens a database of its own before the tests of the current `describe` or file, and closes and removes it after them.
 *
 * @returns What gives it to a test or hook
 */
export function useDatabase(
  kind: DatabaseKind,
  options: Omit<OpenOptions, 'url' | 'dir' | 'entries'> = {},
): () => Database {
  let db: Database | undefined;
  beforeAll(async () => {
    const fresh = await freshDatabase(kind);
    db = await openDatabase({ ...options, ...fresh.options });
    return async () => {
      await db?.close();
      await fresh.remove();
    };
  });
  return () => {
    if (!db) throw new Error('the database is open only in tests and hooks');
    return db;
  };
}

/**
 * Describes behaviour that both databases must have; the body is run once for each: `describeDatabases('classes',
 * (kind) => { const db = useDatabase(kind); it('…', async () => { await db().read(…); }); })`. Without a PostgreSQL its
 * half shows up as skipped.
 */
export function describeDatabases(name: string, body: (kind: DatabaseKind) => void): void {
  describe(`${name} (embedded)`, () => body('embedded'));
  describe.skipIf(!inject('databases').postgres)(`${name} (PostgreSQL)`, () => body('server'));
}
