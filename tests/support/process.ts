import { spawn, type ChildProcess } from 'node:child_process';
import { constants, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'vite';
import { beforeAll, expect, inject } from 'vitest';
import { root } from '../../src/platform/runtime/server/root.ts';
import { BUNDLED_PACKAGES } from '../../src/tools/vite/bundled-packages.ts';
import { once } from './new-embedded.ts';

const ENTRIES = [
  'main',
  'migrate',
  'org',
  'audit',
  'backup',
  'restore',
  'move',
  'check-data',
  'embedded-worker',
  'embedded-init',
  'sheet-worker',
  'password-worker',
  'watchdog',
];

/** Creates a folder of this run in one worker; the others wait for it. */
async function onceInRun(folder: string, make: (folder: string) => Promise<void>): Promise<string> {
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    try {
      mkdirSync(lock);
    } catch {
      await delay(50);
      continue;
    }
    await once(folder, make).finally(() => rmSync(lock, { recursive: true }));
  }
  return folder;
}

/** Entries of the product as files, built once for all tests of a run into a separate folder from `dist/server`. */
const builtEntries = (): Promise<string> =>
  onceInRun(path.join(inject('databases').folder, 'built'), async (outDir) => {
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      mode: 'test',
      // As in the product: a start costs a fifth less.
      ssr: { noExternal: BUNDLED_PACKAGES },
      build: {
        ssr: true,
        target: 'node20',
        outDir,
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

/**
 * Builds the entries of the product for the tests of the current file.
 *
 * @returns The file of an entry
 */
export function useBuild(): (entry: string) => string {
  let folder = '';
  beforeAll(async () => {
    folder = await builtEntries();
  });
  return (entry) => path.join(folder, `${entry}.js`);
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/**
 * Flags of a process that lives for seconds: optimising its code, and that of the embedded engine, costs more time than
 * it saves.
 */
export const SHORT_LIVED = ['--no-opt', '--liftoff-only'];

/** A process of the product, with its output. */
export class Running {
  readonly child: ChildProcess;
  output = '';
  readonly ended: Promise<Ended>;

  /** @param flags Of Node, for example none where memory is the subject */
  constructor(
    file: string,
    env: Record<string, string>,
    args: readonly string[] = [],
    flags: readonly string[] = SHORT_LIVED,
  ) {
    const { PATH = '', HOME = '', TMPDIR = '', SystemRoot = '' } = process.env;
    this.child = spawn(process.execPath, [...flags, file, ...args], {
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

/** Name of the output of the first start, beside the data. */
const FIRST_OUTPUT = 'first-start.log';

/**
 * A data folder with the demo over the embedded engine, as a first start leaves it. It is made once for all tests of a
 * run.
 */
const demoOfFirstStart = async (): Promise<string> => {
  const main = path.join(await builtEntries(), 'main.js');
  return onceInRun(path.join(os.tmpdir(), 'first-start'), async (folder) => {
    const first = new Running(main, { PORT: '0', DATA_DIR: path.join(folder, 'data') });
    await first.printed(/按 Ctrl\+C 停止/);
    const { code, output } = await first.kill('SIGTERM');
    expect(code, output).toBe(0);
    writeFileSync(path.join(folder, FIRST_OUTPUT), output);
  });
};

/**
 * Copies the data folder that a first start of the demo makes.
 *
 * @returns What that start printed
 */
export async function copyFirstStart(dataDir: string): Promise<string> {
  const made = await demoOfFirstStart();
  cpSync(path.join(made, 'data'), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return readFileSync(path.join(made, FIRST_OUTPUT), 'utf8');
}
