import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEscalation } from '../../../src/features/crisis/server/escalation/default-steps.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';

const ROLES = new Set(['4', '8', '10', '12', '14']);
const read = (row: string) => readEscalation(`name, roles, level_1, level_2, level_3, sms\n# 注释\n${row}\n`, ROLES);

describe('the default steps of an escalation', () => {
  it('are read in their order, with minutes by level', () => {
    expect(read('班主任, 10, 5, 30, 9999, no\n心理教师, 8|14, 1, 2, 3, yes')).toEqual([
      { name: '班主任', roles: [10], minutes: { level_1: 5, level_2: 30, level_3: 9999 }, sms: false },
      { name: '心理教师', roles: [8, 14], minutes: { level_1: 1, level_2: 2, level_3: 3 }, sms: true },
    ]);
  });

  it('of the product can be read', () => {
    const text = readFileSync(path.join(root, 'policies/escalation.csv'), 'utf8');
    expect(readEscalation(text, ROLES).length).toBeGreaterThan(1);
  });

  it('are refused with a step that would never follow, a word that is neither yes nor no, and an unknown role', () => {
    for (const minutes of ['0', '-5', '1.5', '10000', 'soon'])
      for (const row of [`${minutes}, 5, 5`, `5, ${minutes}, 5`, `5, 5, ${minutes}`])
        expect(() => read(`班主任, 10, ${row}, no`)).toThrow('应为分钟数');
    expect(() => read('班主任, 10, 5, 5, 5, maybe')).toThrow('应为 yes 或 no');
    expect(() => read('班主任, 99, 5, 5, 5, no')).toThrow('99');
  });
});
