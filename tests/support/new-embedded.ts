import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { root } from '../../src/platform/runtime/server/root.ts';

/** Creates a folder completely or not at all, unless it exists. */
export async function once(folder: string, make: (folder: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  const parent = path.dirname(folder);
  const made = path.join(mkdtempSync(path.join(parent, `new-${process.pid}-`)), 'made');
  try {
    await make(made);
    renameSync(made, folder);
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(path.dirname(made), { recursive: true, force: true, maxRetries: 3 });
  }
  return folder;
}

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(path.join(root, `node_modules/${name}/package.json`), 'utf8')) as { version: string })
    .version;

/** Making an embedded database takes seconds; an empty one depends on nothing but the engine's version. */
export const newEmbedded = (cache: string, entries: string): Promise<string> =>
  once(path.join(cache, `embedded-${versionOf('@electric-sql/pglite')}`), async (dir) => {
    await (await openDatabase({ dir, entries })).close();
  });
