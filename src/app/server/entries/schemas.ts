// npm run schemas: checks every schema, overlay and policy, and what they mean for stored values where there is a
// database. An argument names another `schemas` folder.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../platform/runtime/server/root.ts';
import { checkDefinitions, notesOnDatabase, type DefinitionFolders } from '../check-definitions.ts';
import { loadConfig } from '../config/load.ts';
import { openConfigured, requireMigrated } from '../prepare-database.ts';
import { commandFailure } from '../report.ts';

/** Prints notes on the configured database; without one, or while it cannot be opened, it says so. */
async function printNotes(folders: DefinitionFolders): Promise<void> {
  try {
    const config = loadConfig({ serving: false });
    if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'db'))) return;
    const db = await openConfigured(config, import.meta.dirname);
    try {
      await requireMigrated(db);
      const notes = await notesOnDatabase(db, folders);
      console.log(
        notes.length === 0 ? '✓ 已存的值都会显示。' : `注意：\n${notes.map((note) => `  ${note}`).join('\n')}`,
      );
    } finally {
      await db.close();
    }
  } catch (error) {
    console.log(`没有核对数据库里已存的值（${commandFailure(error)}）。`);
  }
}

try {
  const folders = {
    schemasDir: path.resolve(root, process.argv[2] ?? 'schemas'),
    policiesDir: path.join(root, 'policies'),
  };
  const { ok, text } = await checkDefinitions(folders);
  console.log(text);
  if (ok) await printNotes(folders);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(commandFailure(error));
  process.exitCode = 1;
}
