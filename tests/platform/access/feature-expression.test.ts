import { describe, expect, it } from 'vitest';
import { effectiveFeatures, featureTest } from '../../../src/platform/access/feature-expression.ts';

const ask = (text: string, ...opened: string[]) => featureTest(text)(new Set(opened));

describe('a features expression', () => {
  it.each([
    ['a', ['a'], true],
    ['a', [], false],
    ['!a', [], true],
    ['!!a', ['a'], true],
    ['a || b', ['b'], true],
    ['a||b', [], false],
    ['a && b', ['a'], false],
    ['a && b', ['a', 'b'], true],
    ['a || b && c', ['a'], true],
    ['a || b && c', ['b'], false],
    ['(a || b) && c', ['a'], false],
    ['(a || b) && c', ['b', 'c'], true],
    ['!(a && b)', ['a'], true],
    ['!(a && b)', ['a', 'b'], false],
    ['*', [], true],
    ['  a  ', ['a'], true],
    ['Intervene_consulting', ['Intervene_consulting'], true],
  ] as const)('%s with [%s] is %s', (text, opened, answer) => {
    expect(ask(text, ...opened)).toBe(answer);
  });

  it('is true without a list, whatever the expression', () => {
    for (const text of ['a', '!a', 'a && b', '*']) expect(featureTest(text)(null)).toBe(true);
  });

  it.each(['', 'a b', 'a ||', '&& a', '(a', 'a)', 'a & b', 'a | b', '!', '()', 'a,b', '1'])('refuses %j', (text) => {
    expect(() => featureTest(text)).toThrow(SyntaxError);
  });
});

it('the reason of a refused expression names the place', () => {
  expect(() => featureTest('a # b')).toThrow('第 2 个字符无法识别');
  expect(() => featureTest('a ||')).toThrow('缺少功能名');
  expect(() => featureTest('a || )')).toThrow(') 的位置应是功能名');
});

describe('the effective features', () => {
  it('leave out consulting where the school has no offline consulting open', () => {
    expect([...effectiveFeatures(['ai', 'Intervene_consulting'], false)]).toEqual(['ai']);
    expect([...effectiveFeatures(['ai', 'Intervene_consulting'], true)]).toEqual(['ai', 'Intervene_consulting']);
    expect([...effectiveFeatures([], true)]).toEqual([]);
  });
});
