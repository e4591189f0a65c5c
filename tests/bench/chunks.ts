import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { root } from '../../src/platform/runtime/server/root.ts';

export interface Chunk {
  file: string;
  gzip: number;
}

const folder = path.join(root, 'dist/web');

/** Bytes of a script of the built portal, compressed by gzip. */
export const gzipOf = (file: string): number => gzipSync(readFileSync(path.join(folder, file))).length;

/** Every script of the built portal with its compressed size, largest first. */
export const chunks = (): Chunk[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file: file.split(path.sep).join('/'), gzip: gzipOf(file) }))
    .sort((a, b) => b.gzip - a.gzip);

/** The scripts that a page has loaded since it was opened, by path. */
export function watchScripts(page: Page): ReadonlySet<string> {
  const paths = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) paths.add(pathname.slice(1));
  });
  return paths;
}
