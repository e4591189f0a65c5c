import { expect, it } from 'vitest';
import { includesTyped } from '../../../../src/platform/ui/web/fields/includes-typed.ts';

it.each([
  ['初一（1）班', '1班', true],
  ['初一（1）班', '初一(1)', true],
  ['Class ２', 'class 2', true],
  ['初一（1）班', '2班', false],
  [undefined, '1', false],
])('%s by %s: %s', (name, typed, included) => {
  expect(includesTyped(name, typed)).toBe(included);
});
