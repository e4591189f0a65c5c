import { expect, it } from 'vitest';
import { wilson } from '../../../src/features/screening/rules/wilson.ts';

it('has an interval also for few cases, none and all; nothing without cases', () => {
  expect(wilson(0, 0)).toBeUndefined();
  // Published values: 0 of 10, 10 of 10 (Newcombe 1998), 81 of 263.
  expect(wilson(0, 10)).toEqual({ of: 10, share: 0, from: 0, to: 0.2775 });
  expect(wilson(10, 10)).toEqual({ of: 10, share: 1, from: 0.7225, to: 1 });
  expect(wilson(81, 263)).toEqual({ of: 263, share: 0.308, from: 0.2553, to: 0.3662 });
});
