import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { linearPattern, patternProblem } from '../../../../src/platform/schema/server/linear-pattern.ts';

const folder = path.join(root, 'schemas/entities');
const ours = new Set(
  readdirSync(folder).flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(/"pattern": ("(?:[^"\\]|\\.)*")(?=[,\s]*[\n}"])/g)]
      .map(([, text = '']) => String(JSON.parse(text)))
      .filter((text) => !/[\u4e00-\u9fff]/.test(text)),
  ),
);
const others = [
  '^\\s*$',
  '^[\\s-]+$',
  '^[^\\s]$',
  '^.$',
  '^[\\u4e00-\\u9fa5]{2,4}$',
  '^\\u{4e00}$',
  '^\\p{L}+$',
  '^[A-Z]{2}(-[0-9]{3})*$',
  '(教学|实验)楼',
  '^\\d{1,3}\\.\\d$',
  '^\\(\\d+\\)$',
  '[.]',
];
const texts = [
  '',
  'a',
  'a b',
  ' a',
  'a ',
  '\u3000王',
  '王\u00a0',
  '王小明',
  '\n',
  '\r',
  '\u2028',
  '\ufeff',
  '一',
  '13900001234',
  '110101201305201234',
  'AB-001-002',
  '12.5',
  '.',
  '(12)',
  '实验楼',
  '09:30',
  '😀',
  '-',
];

describe('a pattern that is matched in linear time', () => {
  it.each([...ours, ...others])('gives the same answers as the engine of the browser: %s', (pattern) => {
    const native = new RegExp(pattern, 'u');
    const linear = linearPattern(pattern);
    expect(texts.map((text) => [text, linear.test(text)])).toEqual(texts.map((text) => [text, native.test(text)]));
  });

  it('covers the patterns of the schema files', () => expect(ours.size).toBeGreaterThan(5));

  it.each([
    ['^(a+)+$', '不限次数地重复'],
    ['^(a|aa)+$', '不限次数地重复'],
    ['^((a?b))*$', '不限次数地重复'],
    ['^(?:\\d{1,3},){2,}$', '不限次数地重复'],
    ['(?=a)b', '前后查看'],
    ['(a)\\1', '反向引用'],
    ['a{0,5000}', '不超过 1000'],
    ['[\\S]', '方括号'],
    ['(', '不是有效的正则表达式'],
  ])('is refused with its reason: %s', (pattern, reason) => {
    expect(patternProblem(pattern)).toContain(reason);
    expect(() => linearPattern(pattern)).toThrow(reason);
  });

  it.each(['^([a-z]{2}-)*$', '^(a)+$', '^a+b+c?$', '^(a+)?$', '^([+*])+$', '^(\\+)+$', '^((ab){3})+$'])(
    'is accepted: %s',
    (pattern) => expect(patternProblem(pattern)).toBeUndefined(),
  );

  it('ends on a long text for which backtracking needs the fourth power of its length', () => {
    expect(linearPattern('^(.*)(.*)(.*)(.*)x$').test('a'.repeat(20_000))).toBe(false);
  });
});
