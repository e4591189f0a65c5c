import { expect, test } from 'vitest';
import { count, failures, one, summary } from '../../src/tools/lib/summary.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((state) => ({ status: state })),
});

test('adds up the tests of every file', () => {
  const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed', 'skipped')] };
  expect(count(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 1 });
});

test('counts tests as failed that never ran because the set-up of their file failed', () => {
  expect(count({ testResults: [file('failed', 'skipped', 'skipped')] }, 1)).toEqual({
    passed: 0,
    failed: 2,
    skipped: 0,
  });
});

test('counts a file as one failure that failed before it had tests', () => {
  expect(count({ testResults: [file('failed')] }, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('counts a run as failed that ended without a report', () => {
  expect(count(undefined, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('counts a run as failed whose tests all passed but whose exit code is not 0', () => {
  expect(count({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('ends with the sum alone on the last line', () => {
  const { lines, failed } = summary([
    { name: 'types', ms: 1000, ...one(true) },
    { name: 'lint', ms: 1000, ...one(false) },
    { name: 'unit', ms: 2000, passed: 40, failed: 2, skipped: 0 },
  ]);
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toBe('41 passed, 3 failed');
  expect(failed).toBe(3);
});

test('lists what was skipped', () => {
  expect(summary([{ name: 'server', ms: 1, passed: 5, failed: 0, skipped: 2 }]).lines.at(-1)).toBe(
    '5 passed, 0 failed, 2 skipped',
  );
});

test('names each failed test with its file and the first line of its reason, before the counts', () => {
  const report = {
    testResults: [
      {
        ...file('failed', 'passed'),
        name: '/portal/tests/a.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'a class is added' },
          {
            status: 'failed',
            fullName: 'a class is deleted',
            failureMessages: ['Error: expected 204\n    at a.test.ts'],
          },
        ],
      },
      { ...file('failed', 'skipped'), name: '/portal/tests/b.test.ts', message: 'the set-up failed' },
    ],
  };
  const named = failures(report, '/portal');
  expect(named).toEqual([
    'tests/a.test.ts > a class is deleted：Error: expected 204',
    'tests/b.test.ts：the set-up failed',
  ]);
  const { lines } = summary([{ name: 'server', ms: 1, ...count(report, 1), failures: named }]);
  expect(lines.slice(0, 2)).toEqual(named.map((failure) => `✗ server  ${failure}`));
  expect(lines.at(-1)).toBe('1 passed, 2 failed');
});
