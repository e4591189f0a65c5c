import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordTitle } from '../../../../src/platform/crud/web/record-title.ts';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';

const FORMATS = { day: 'M月D日', minute: 'M月D日 HH:mm' };
const titleOf = (entity: string, row: Record<string, unknown> | undefined) =>
  recordTitle(
    JSON.parse(readFileSync(`schemas/entities/${entity}.json`, 'utf8')) as EntitySchema,
    row,
    '编辑',
    FORMATS,
  );

describe('the title of a record', () => {
  it.each([
    ['consultation', { child_name: '赵紫彤', start_at: '2026-11-20T06:00:00.000Z' }, '编辑 · 赵紫彤 · 11月20日 14:00'],
    ['referral', { child_name: '赵紫彤', referred_on: '2026-11-20' }, '编辑 · 赵紫彤 · 11月20日'],
    ['drawing', { child_name: '赵紫彤', title: '雨中的人' }, '编辑 · 赵紫彤'],
    ['guardian', { guardian_name: '赵强' }, '编辑 · 赵强'],
    ['student', { child_name: '赵紫彤', student_no: '20260101' }, '编辑 · 赵紫彤'],
    ['interview', undefined, '编辑'],
  ])('names the person and the date: %s', (entity, row, title) => {
    expect(titleOf(entity, row)).toBe(title);
  });
});
