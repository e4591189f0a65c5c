// npm test: everything that proves the product, from a fresh clone. `npm test -- <filter>` runs only the test files that match;
// `npm test -- --changed [ref]` the checks and the tests that the changes since a commit touch, HEAD where none is named.
// `npm test -- --other-node`: only the sample on the version of Node that is recommended for production.
// npm run faults: the faults in full, of which npm test takes a short sample.
import './lib/node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { changedFiles, touchedTests } from './lib/changed.mjs';
import { checks } from './lib/checks.mjs';
import { command } from './lib/command.mjs';
import { obtainBrowser } from './lib/obtain-browser.mjs';
import { LTS, obtainNode, runsOnIt, SAMPLE } from './lib/other-node.mjs';
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs';
import { run, runNode } from './lib/process.mjs';
import { paint, Problem, say } from './lib/say.mjs';
import { count, failures, one, summary } from './lib/summary.mjs';

/** A run that hangs must not block the rest for ever. */
const runTimeoutMs = 30 * 60_000;

/** Part of the names of files with faults. */
const FAULTS = '.faults.test.ts';

/** The project of the tests in a browser, on the built product. */
const BROWSER = 'journeys';
const JOURNEYS = 'tests/journeys/';

const results = mkdtempSync(path.join(os.tmpdir(), 'xinyu-test-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));

/** @param {string} file @returns undefined where it is missing or incomplete */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string[]} args @param {import('./lib/process.mjs').RunOptions} [options] */
const vitest = (args, options) => runNode(['node_modules/vitest/vitest.mjs', ...args], options);

/**
 * @param {string[]} filters @returns {Promise<boolean | undefined>} Whether matching files need a browser; undefined
 *   where no file matches
 */
async function needBrowser(filters) {
  if (filters.length === 0) return true;
  const file = path.join(results, 'files.json');
  await vitest(['list', '--filesOnly', `--json=${file}`, ...filters]);
  /** @type {{ projectName: string }[]} */
  const files = readJson(file) ?? [];
  return files.length === 0 ? undefined : files.some(({ projectName }) => projectName === BROWSER);
}

/**
 * Runs all projects in one process, so that no core waits at the end of each.
 *
 * @param {string[]} filters @param {NodeJS.ProcessEnv} env
 */
async function runTests(filters, env) {
  const report = path.join(results, 'tests.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters];
  const code = await vitest(args, { env, timeoutMs: runTimeoutMs });
  const result = readJson(report);
  return { ...count(result, code), failures: failures(result, process.cwd()) };
}

/**
 * @returns {Promise<NodeJS.ProcessEnv>} The environment in which the browser tests find a browser; without one they
 *   fail with a message
 */
async function browserEnv() {
  const browser = await obtainBrowser();
  if (browser) {
    say(`浏览器：${browser.executablePath}（${browser.source}）`);
    // The variables are for the browser alone: other programs of the tests have libraries of their own.
    return { CHROME_PATH: browser.executablePath, CHROME_ENV: JSON.stringify(browser.env ?? {}) };
  }
  console.error(
    paint(
      'red',
      '没有找到也装不上浏览器，浏览器测试将计为失败：请安装 Chrome 或 Chromium，或把 CHROME_PATH 设为它的路径。No browser can be had.',
    ),
  );
  return {};
}

/** Runs a sample of the server's tests on the version of Node that is recommended for production. */
async function runOnOtherNode() {
  const node = await obtainNode();
  if (node === undefined) {
    console.error(paint('red', `装不上 Node ${LTS}（npm 软件包），这一步计为失败。Node ${LTS} cannot be had.`));
    return one(false);
  }
  const report = path.join(results, 'other-node.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', ...reporters, '-t', SAMPLE.names];
  const code = await run(node, [...args, ...SAMPLE.files], { timeoutMs: runTimeoutMs });
  const result = readJson(report);
  // What the names leave out has run on the other Node.
  return { ...count(result, code), skipped: 0, failures: failures(result, process.cwd()) };
}

/** @type {import('./lib/summary.mjs').Step[]} */
const steps = [];

/** @param {string} name @param {() => Promise<import('./lib/summary.mjs').Counts & { failures?: string[] }>} work */
async function step(name, work) {
  console.log(paint('bold', `\n▶ ${name}`));
  const started = performance.now();
  const counts = await work();
  steps.push({ name, ms: performance.now() - started, ...counts });
}

/** Preparation is not a test: it counts only on failure. @param {string} name @param {() => Promise<void>} work */
async function preparation(name, work) {
  const started = performance.now();
  try {
    await work();
    return true;
  } catch (error) {
    console.error(error instanceof Problem ? paint('red', error.message) : error);
    steps.push({ name, ms: performance.now() - started, ...one(false) });
    return false;
  }
}

/**
 * Builds the portal only where a browser opens it.
 *
 * @param {string[]} filters @param {boolean} [inBrowser] @param {NodeJS.ProcessEnv} [env]
 */
async function tests(filters, inBrowser, env = {}) {
  if (inBrowser === undefined) {
    console.error(paint('red', `没有与 ${filters.join(' ')} 匹配的测试文件。No test file matches.`));
    steps.push({ name: 'tests', ms: 0, ...one(false) });
    return;
  }
  if (inBrowser) await preparation('build', ensureBuilt);
  const browser = inBrowser ? await browserEnv() : {};
  await step('tests', () => runTests(filters, { ...env, ...browser }));
}

/** @param {string[] | undefined} changed Everything where absent */
async function allChecks(changed) {
  for (const check of checks(changed)) await step(check.name, async () => one(await check.run()));
}

/** Runs the checks and everything, or the test files that the filters or the changes select. */
async function selected() {
  const [first, ref = 'HEAD'] = process.argv.slice(2);
  if (first === '--other-node') return step(`Node ${LTS}`, runOnOtherNode);
  if (first === '--faults') return tests([FAULTS], false, { XINYU_FAULTS: 'full' });
  if (first === '--changed') {
    const changed = changedFiles(ref);
    const filters = touchedTests(changed);
    if (filters.length > 0)
      await Promise.all([
        allChecks(changed),
        tests(
          filters,
          filters.some((file) => file.startsWith(JOURNEYS)),
        ),
      ]);
    else {
      await allChecks(changed);
      say('改动没有涉及任何测试。The changes touch no test.');
    }
    return;
  }
  const filters = process.argv.slice(2);
  const inBrowser = await needBrowser(filters);
  // The build, what comes before the first test and tests that wait leave a core to the rest.
  await Promise.all([filters.length === 0 && besideTests(), tests(filters, inBrowser)]);
}

/** What a whole run proves beside the tests. */
async function besideTests() {
  await allChecks(undefined);
  if (!runsOnIt) await step(`Node ${LTS}`, runOnOtherNode);
}

await command(async () => {
  if (await preparation('install', ensureInstalled)) await selected();
  const { lines, failed } = summary(steps);
  console.log(`\n${lines.join('\n')}`);
  process.exitCode = failed > 0 ? 1 : 0;
});
