import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exclusively } from './lock.mjs';
import { isAtLeast } from './node-version.mjs';
import { runNpm } from './process.mjs';
import { root } from './root.mjs';

/** The version of Node that is recommended for production. The project also supports the older 20.19. */
export const LTS = '22.23.3';

/**
 * What runs on it too: the start and the stop of the product as processes, the signed wire, answers, probes, sheets and
 * encryption. About 50 seconds of processor time.
 */
export const SAMPLE = {
  files: [
    'tests/app/server/process.test.ts',
    'tests/platform/crypto/server/at-rest.test.ts',
    'tests/platform/http/server/answers.test.ts',
    'tests/platform/http/server/probes.test.ts',
    'tests/platform/http/server/signed-wire.test.ts',
    'tests/platform/sheets/server/reader-places.test.ts',
  ],
  /** Of the first file two tests, of the others all. */
  names: '^(?!the process )|started again keeps|finishes running',
};

/** Whether the whole suite runs on this line already. */
export const runsOnIt = isAtLeast(process.versions.node, LTS.split('.', 1)[0] ?? LTS);

/** The package of npm with the binary for a platform. @param {string} platform @param {string} arch */
export const packageFor = (platform, arch) => `node-${platform === 'win32' ? 'win' : platform}-${arch}`;

const folder = path.join(root, '.cache', `node-${LTS}`);

async function obtain() {
  const name = packageFor(process.platform, process.arch);
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const binary = path.join(folder, 'node_modules', name, file);
  if (existsSync(path.join(folder, 'complete'))) return binary;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await runNpm([...install, `${name}@${LTS}`])) !== 0 || !existsSync(binary)) return undefined;
  writeFileSync(path.join(folder, 'complete'), LTS);
  return binary;
}

/**
 * Finds the binary, or installs it beside the project: as a dependency it would be the `node` of every npm script.
 *
 * @returns {Promise<string | undefined>} Undefined where it cannot be had
 */
export const obtainNode = () => exclusively(`node:${folder}`, obtain, () => undefined);
