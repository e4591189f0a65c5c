import { randomUUID } from 'node:crypto';
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, inject } from 'vitest';
import type { Database } from '../../src/platform/db/server/database.ts';
import { openDatabase, type OpenOptions } from '../../src/platform/db/server/open.ts';
import { asAdmin, withDatabase } from './postgres-admin.ts';
import type { Content } from './template-content.ts';

export type DatabaseKind = Database['kind'];

/** A new database with all migrations, and the options to open it. */
export interface FreshDatabase {
  readonly options: OpenOptions;
  /** Removes it; it must be closed. */
  remove(): Promise<void>;
}

/** Creates a database for a test file: a copy of a template, in about 0.2 s. */
export async function freshDatabase(kind: DatabaseKind, content: Content = 'empty'): Promise<FreshDatabase> {
  const shared = inject('databases');
  if (kind === 'embedded') {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'db-'));
    cpSync(shared.embedded[content], dir, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return {
      options: { dir, entries: shared.entries },
      remove: async () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }),
    };
  }
  if (!shared.postgres) throw new Error('there is no PostgreSQL in this run');
  return copyOnServer(shared.postgres.url, shared.postgres.templates[content]);
}

async function copyOnServer(adminUrl: string, template: string): Promise<FreshDatabase> {
  const name = `xinyu_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, `create database ${name} template ${template}`);
  return {
    options: { url: withDatabase(adminUrl, name) },
    remove: () => asAdmin(adminUrl, `drop database ${name} with (force)`),
  };
}

/** Copies a database on a server that is not in use. */
export const copyDatabase = ({ options: { url = '' } }: FreshDatabase): Promise<FreshDatabase> =>
  copyOnServer(url, new URL(url).pathname.slice(1));

/**
 * Opens a separate database before the tests of the current `describe` or file, and closes and removes it after them.
 *
 * @returns A function that returns it in a test or hook
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

const LABEL: Readonly<Record<DatabaseKind, string>> = { embedded: 'embedded', server: 'PostgreSQL' };

/**
 * Describes behaviour that both databases must have; the body is run once for each: `describeDatabases('classes',
 * (kind) => { const db = useDatabase(kind); it('…', async () => { await db().read(…); }); })`. Without PostgreSQL its
 * half is reported as skipped.
 */
export function describeDatabases(name: string, body: (kind: DatabaseKind) => void): void {
  describe(`${name} (embedded)`, () => body('embedded'));
  describe.skipIf(!inject('databases').postgres)(`${name} (PostgreSQL)`, () => body('server'));
}

/**
 * Describes behaviour that does not depend on the engine. The body is run once: on PostgreSQL if it is installed,
 * because only there several transactions run at once, otherwise on the embedded engine.
 */
export function describeApi(name: string, body: (kind: DatabaseKind) => void): void {
  const kind: DatabaseKind = inject('databases').postgres ? 'server' : 'embedded';
  describe(`${name} (${LABEL[kind]})`, () => body(kind));
}
