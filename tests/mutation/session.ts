import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { root } from '../../src/platform/runtime/server/root.ts';
import { Problem } from '../../src/tools/lib/say.mjs';
import type { Verdict } from './mutant.ts';
import { decided, reaches, RUN_FOLDER, RunFolder, type Message } from './run-folder.ts';

const LOOK_MS = 500;
/** A mutant is given this multiple of the usual time of its tests, and a minute and a half on top for slow machines. */
const PATIENCE = 4;
const LEAST_PATIENCE_MS = 90_000;
/** Processes that ended before their work was done. */
const MOST_RESTARTS = 30;

const VITEST = path.join(root, 'node_modules/vitest/vitest.mjs');

/** Ends the worker when its mutant never comes to an end, and reports that. */
function watch(folder: RunFolder): NodeJS.Timeout {
  let current = -1;
  let since = performance.now();
  return setInterval(() => {
    const last = folder.messages().at(-1);
    if (last?.kind !== 'start') return;
    if (last.id !== current) [current, since] = [last.id, performance.now()];
    if (performance.now() - since < LEAST_PATIENCE_MS + PATIENCE * last.usualMs) return;
    folder.report({ kind: 'end', id: last.id, verdict: 'timeout' });
    try {
      process.kill(last.pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }, LOOK_MS);
}

/** One vitest with one worker; it ends when all is decided, when a mutant hangs, or when one left something behind. */
function vitest(folder: string, log: string, tests: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [VITEST, 'run', '--config', 'tests/mutation/vitest.config.ts', ...tests], {
    cwd: root,
    env: { ...process.env, [RUN_FOLDER]: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = createWriteStream(log, { flags: 'a' });
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  // Vitest removes its database and its files before it ends, so this process waits for it.
  const stop = (signal: NodeJS.Signals) => {
    child.once('exit', () => process.exit(128 + constants.signals[signal]));
    child.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      output.end();
      resolve();
    });
  });
}

function requireSoundTests(messages: readonly Message[], tests: readonly string[], log: string): void {
  for (const message of messages)
    if (message.kind === 'broken')
      throw new Problem(`${message.test} 在没有变异时就未通过：${message.reason}。It fails without any mutant.`);
  const missing = tests.filter((test) => !reaches(messages).some((reach) => reach.test === test));
  if (missing.length > 0)
    throw new Problem(`${missing.join('、')} 没有运行，见 ${path.relative(root, log)}。These tests did not run.`);
}

/**
 * Decides every mutant of the plan in `folder`.
 *
 * @returns The verdicts by id
 * @throws Problem when the tests fail without a mutant
 */
export async function runSessions(folder: string): Promise<ReadonlyMap<number, { verdict: Verdict; test?: string }>> {
  const channel = new RunFolder(folder);
  const { tests } = channel.readPlan();
  for (let restarts = 0; restarts <= MOST_RESTARTS; restarts += 1) {
    const known = reaches(channel.messages());
    // What each test reaches is found once; a later process only needs one to begin with.
    const [shortest] = [...known].sort((a, b) => a.ms - b.ms);
    const timer = watch(channel);
    await vitest(folder, channel.logFile, shortest && known.length === tests.length ? [shortest.test] : tests);
    clearInterval(timer);
    const messages = channel.messages();
    requireSoundTests(messages, tests, channel.logFile);
    if (messages.at(-1)?.kind === 'done' && !isSpoiled(messages)) return decided(messages);
  }
  throw new Problem(
    `重新开始了 ${MOST_RESTARTS} 次仍未完成，见 ${path.relative(root, channel.logFile)}。Too many restarts.`,
  );
}

/** A spoiled process says that it is done, but has left some undecided. */
const isSpoiled = (messages: readonly Message[]): boolean => messages.at(-2)?.kind === 'spoiled';
