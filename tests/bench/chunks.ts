import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../src/platform/runtime/server/root.ts';

export interface Chunk {
  file: string;
  gzip: number;
}

const folder = path.join(root, 'dist/web');

/** Every script of the built portal with its compressed size, largest first. */
export const chunks = (): Chunk[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      file: file.split(path.sep).join('/'),
      gzip: gzipSync(readFileSync(path.join(folder, file))).length,
    }))
    .sort((a, b) => b.gzip - a.gzip);
