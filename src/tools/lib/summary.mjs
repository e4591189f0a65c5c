import { seconds } from './say.mjs';

/** @typedef {{ passed: number; failed: number; skipped: number }} Counts */
/** @typedef {{ status: string }} Assertion */
/**
 * @typedef {{ testResults: { status: string; assertionResults: Assertion[] }[] }} Report What vitest's JSON reporter
 *   writes
 */
/** @typedef {{ name: string; ms: number } & Counts} Step */

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

/** A check that counts as one. @param {boolean} ok @returns {Counts} */
export const one = (ok) => ({ passed: Number(ok), failed: Number(!ok), skipped: 0 });

/** @param {Counts} counts */
const words = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * @param {Step[]} steps
 * @returns {{ lines: string[]; failed: number }} A line per step, and the sum as the last line alone
 */
export function summary(steps) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps)
    for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) sum[key] += step[key];
  const lines = steps.map(
    (step) => `${step.failed > 0 ? '✗' : '✓'} ${step.name.padEnd(10)} ${words(step).padEnd(34)} ${seconds(step.ms)}`,
  );
  return { lines: [...lines, words(sum)], failed: sum.failed };
}
