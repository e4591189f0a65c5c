import path from 'node:path';
import { seconds } from './say.mjs';

/** @typedef {{ passed: number; failed: number; skipped: number }} Counts */
/** @typedef {{ status: string; fullName?: string; failureMessages?: string[] | null }} Assertion */
/** @typedef {{ status: string; name?: string; message?: string; assertionResults: Assertion[] }} TestFile */
/** @typedef {{ testResults: TestFile[] }} Report What vitest's JSON reporter writes */
/** @typedef {{ name: string; ms: number; failures?: string[] } & Counts} Step */

/**
 * Counts a report so that no failure is lost: tests that never ran because their file or its set-up failed count as
 * failed, a file that failed without any test counts as one, and so does a run that failed without naming a test.
 *
 * @param {Report | undefined} report Undefined where the run ended before it wrote one
 * @param {number} exitCode
 * @returns {Counts}
 */
export function count(report, exitCode) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of report?.testResults ?? []) {
    /** @param {string} wanted */
    const having = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
    const [passed, failed] = [having('passed'), having('failed')];
    const unrun = assertionResults.length - passed - failed;
    const broken = status === 'failed' && failed === 0;
    total.passed += passed;
    total.failed += broken ? Math.max(1, unrun) : failed;
    total.skipped += broken ? 0 : unrun;
  }
  if (total.failed === 0 && (exitCode !== 0 || !report)) total.failed = 1;
  return total;
}

/** @param {string | undefined} text */
const firstLine = (text) => text?.trim().split('\n', 1)[0] ?? '';

/**
 * @param {Report | undefined} report
 * @param {string} root Folder of the project
 * @returns {string[]} A line per failed test with its file and reason, and one per file that failed as a whole
 */
export function failures(report, root) {
  return (report?.testResults ?? []).flatMap(({ status, name = '', message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}：${firstLine(message)}`];
    return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}：${firstLine(failureMessages?.[0])}`);
  });
}

/** A check that counts as one. @param {boolean} ok @returns {Counts} */
export const one = (ok) => ({ passed: Number(ok), failed: Number(!ok), skipped: 0 });

/** @param {Counts} counts */
const words = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * @param {Step[]} steps
 * @returns {{ lines: string[]; failed: number }} A line per failure, one per step, and the sum as the last line alone
 */
export function summary(steps) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps)
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) sum[key] += step[key];
  const lines = steps.map(
    (step) => `${step.failed > 0 ? '✗' : '✓'} ${step.name.padEnd(10)} ${words(step).padEnd(34)} ${seconds(step.ms)}`,
  );
  const failed = steps.flatMap((step) => (step.failures ?? []).map((failure) => `✗ ${step.name}  ${failure}`));
  return { lines: [...failed, ...lines, words(sum)], failed: sum.failed };
}
