import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from './process.mjs';
import { root } from './root.mjs';
import { Problem, say, seconds } from './say.mjs';

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string[]} args To `vite build`
 * @property {string[]} inputs Files and folders whose content the result depends on, relative to the root
 * @property {RegExp} [except] Files among them that it does not depend on
 * @property {string} output A file that a successful build leaves
 */

// Of the schemas only imported files count: the others are read when the server runs.
const common = ['src/tools/vite', 'schemas/enums.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json'];

/** @type {Target[]} */
export const targets = [
  {
    name: 'web',
    args: [],
    inputs: ['src/app', 'src/features', 'src/platform', 'public', ...common],
    except: /\/server\//,
    output: 'dist/web/index.html',
  },
  {
    name: 'server',
    args: ['--mode', 'server'],
    inputs: [
      'src/app',
      'src/features',
      'src/platform',
      'schemas/scales',
      'schemas/vocabulary.json',
      'tests/bench',
      ...common,
    ],
    except: /\/web\//,
    output: 'dist/server/main.js',
  },
];

/**
 * @param {string} base @param {string} at @returns {string[]} every file at or below it, sorted, so that the order is
 *   the same everywhere
 */
function filesUnder(base, at) {
  const full = path.join(base, at);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [at];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(base, `${at}/${name}`));
}

/**
 * A fingerprint of names and contents; times don't count, since a checkout changes them.
 *
 * @param {string} base
 * @param {Pick<Target, 'inputs' | 'except'>} target
 */
export function fingerprint(base, { inputs, except }) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesUnder(base, input)).filter((name) => !except?.test(name))) {
    const content = readFileSync(path.join(base, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * The fingerprint of a target's sources is beside its folder, because every build empties the folder. @param {string}
 * base @param {Target} target
 */
const stampFile = (base, target) => path.join(base, 'dist', `.${target.name}`);

/** @param {string} base @param {Target} target */
export function isStale(base, target) {
  const stamp = stampFile(base, target);
  if (!existsSync(stamp) || !existsSync(path.join(base, target.output))) return true;
  return readFileSync(stamp, 'utf8') !== fingerprint(base, target);
}

/** Removes the fingerprint of a target, for a build made in another way. @param {string} base @param {Target} target */
export const forget = (base, target) => rmSync(stampFile(base, target), { force: true });

/** @param {string} base @param {Target} target @param {string} hash */
export function remember(base, target, hash) {
  mkdirSync(path.join(base, 'dist'), { recursive: true });
  writeFileSync(stampFile(base, target), hash);
}

/** @param {Target} target @returns {Promise<boolean>} whether it worked */
async function build(target) {
  const started = performance.now();
  const hash = fingerprint(root, target);
  forget(root, target);
  const code = await runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', ...target.args], {
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) return false;
  remember(root, target, hash);
  say(`已构建 ${target.name} (${seconds(performance.now() - started)})`);
  return true;
}

/** Builds everything that changed since its last build, in parallel. Throws a Problem that names what failed. */
export async function buildStale() {
  const stale = targets.filter((target) => isStale(root, target));
  if (stale.length === 0) return;
  say(`正在构建 ${stale.map(({ name }) => name).join('、')} …`);
  const built = await Promise.all(stale.map(build));
  const failed = stale.filter((_, i) => !built[i]).map(({ name }) => name);
  if (failed.length > 0) throw new Problem(`构建失败：${failed.join('、')}，原因见上。Build failed.`);
}
