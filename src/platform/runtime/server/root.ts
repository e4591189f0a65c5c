import { existsSync } from 'node:fs';
import path from 'node:path';

function folderOfPackage(from: string): string {
  if (existsSync(path.join(from, 'package.json'))) return from;
  const parent = path.dirname(from);
  if (parent === from) throw new Error(`no package.json above ${import.meta.dirname}`);
  return folderOfPackage(parent);
}

/**
 * The project's folder, absolute: the same whether this runs from `src` or bundled in `dist/server`, and wherever it
 * was started from.
 */
export const root = folderOfPackage(import.meta.dirname);
