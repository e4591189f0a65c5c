import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Bytes. A smaller file fits into one packet without compression. */
const COMPRESS_FROM = 1024;

async function compressFile(file: string): Promise<void> {
  const source = await fs.readFile(file);
  if (source.length < COMPRESS_FROM) return;
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 9, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: source.length };
  await fs.writeFile(`${file}.br`, await brotli(source, { params }));
  await fs.writeFile(`${file}.gz`, await gzip(source, { level: 9 }));
}

/**
 * Writes `.br` and `.gz` copies beside the assets; the server sends them as they are. The page itself has none: it gets
 * a new nonce with each request.
 */
export const compress: Plugin = {
  name: 'compress',
  apply: 'build',
  // Reads the written files, since vite changes the code after the last plugin has seen the bundle.
  writeBundle: {
    sequential: true,
    async handler({ dir = '.' }, bundle) {
      const assets = Object.keys(bundle).filter((name) => /\.(js|css|svg|json)$/.test(name));
      await Promise.all(assets.map((name) => compressFile(path.join(dir, name))));
    },
  },
};
