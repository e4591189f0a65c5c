import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';

const ENTRIES = [
  'main',
  'migrate',
  'org',
  'audit',
  'check-data',
  'embedded-worker',
  'embedded-init',
  'sheet-worker',
  'watchdog',
];

/**
 * Builds the entries of the product in a separate folder from `dist/server`, for the tests of the current file.
 *
 * @returns The file of an entry
 */
export function useBuild(): (entry: string) => string {
  let folder = '';
  beforeAll(async () => {
    const cache = path.join(root, '.cache');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(path.join(cache, 'built-'));
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      mode: 'test',
      build: {
        ssr: true,
        target: 'node20',
        outDir: folder,
        emptyOutDir: false,
        minify: false,
        rolldownOptions: {
          input: Object.fromEntries(
            ENTRIES.map((name) => [name, path.join(root, `src/app/server/entries/${name}.ts`)]),
          ),
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return (entry) => path.join(folder, `${entry}.js`);
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** A process of the product, with its output. */
export class Running {
  readonly child: ChildProcess;
  output = '';
  readonly ended: Promise<Ended>;

  constructor(file: string, env: Record<string, string>, args: readonly string[] = []) {
    const { PATH = '', HOME = '', TMPDIR = '', SystemRoot = '' } = process.env;
    this.child = spawn(process.execPath, [file, ...args], {
      env: { PATH, HOME, TMPDIR, SystemRoot, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((resolve) =>
      this.child.once('close', (code, signal) => resolve({ code, signal, output: this.output })),
    );
  }

  /** Waits until it has printed this text. Fails with the whole output when the process ends without it. */
  printed(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(this.output);
        if (match) resolve(match);
      };
      this.child.stdout?.on('data', look);
      this.child.stderr?.on('data', look);
      void this.ended.then(({ code }) =>
        reject(new Error(`ended with ${code} before it printed ${pattern}:\n${this.output}`)),
      );
      look();
    });
  }

  /** The port it listens on, once it does. */
  async port(): Promise<number> {
    const [, port] = await this.printed(/"address":"http:\/\/[^"]*:(\d+)"/);
    return Number(port);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}
