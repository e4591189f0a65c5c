import { describe, expect, it } from 'vitest';
import { holdingOf, isGiven } from '../../../src/features/privacy/server/holdings.ts';
import { section, shown } from '../../../src/features/privacy/server/printed-sections.ts';

describe('a printed section', () => {
  it('numbers its rows, and says in words what has a value', () => {
    const { title, rows } = section('enrolments', [
      { since: '2026-09-01T00:00:00.000Z', year_name: '', class_name: '初一（1）班', study_status: 1 },
      { study_status: 3 },
    ]);
    expect([title, rows]).toEqual([
      '学籍经历',
      [
        ['1', '自：2026-09-01 08:00\n班级：初一（1）班\n学籍状态：在读'],
        ['2', '学籍状态：离校'],
      ],
    ]);
  });

  it('has each pair of a label and a text on a line', () => {
    const pairs = JSON.stringify([
      ['依据', '转学'],
      ['说明', '家长申请'],
    ]);
    expect(section('transfers_sent', [{ to_name: '第二中学', basis: pairs }]).rows).toEqual([
      ['1', '接收方：第二中学\n依据：依据：转学\n说明：家长申请'],
    ]);
  });

  it('shows times to the minute, and what has no words as it is stored', () => {
    expect([shown('2026-09-01T15:59:59.000Z'), shown('2026-09-01'), shown(7), shown(true), shown({ a: [1] })]).toEqual([
      '2026-09-01 23:59',
      '2026-09-01',
      '7',
      'true',
      '{"a":[1]}',
    ]);
  });
});

it('a table without a description is disclosed under its name, and columns about others are not', () => {
  expect([holdingOf('unknown_table'), holdingOf('constructor')]).toEqual([
    { title: 'unknown_table' },
    { title: 'constructor' },
  ]);
  expect([isGiven('content'), isGiven('author_id'), isGiven('org_id')]).toEqual([true, false, false]);
});
