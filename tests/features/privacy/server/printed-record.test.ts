import { describe, expect, it } from 'vitest';
import { section, shown } from '../../../../src/features/privacy/server/printed-sections.ts';

describe('the printed record of a child', () => {
  it('has instants in the time of the school, other values as they are, and values with parts as JSON', () => {
    expect(shown('2026-11-19T10:00:00+08:00')).toBe('2026-11-19 10:00');
    expect(shown('2026-11-19')).toBe('2026-11-19');
    expect(shown(3)).toBe('3');
    expect(shown({ q1: 2 })).toBe('{"q1":2}');
  });

  it('has the described columns of a table with their titles, in order, numbered, without empty ones', () => {
    const rows = [
      { content: '谈到了新同学', happened_at: '2026-11-19T10:00:00+08:00', conclusion: '', interview_id: 'i1' },
      { content: '再谈' },
    ];
    expect(section('interviews', rows)).toEqual({
      title: '访谈',
      rows: [
        ['1', '时间：2026-11-19 10:00\n内容：谈到了新同学'],
        ['2', '内容：再谈'],
      ],
    });
  });

  it('has labels for codes, and a line for each pair of label and text', () => {
    expect(section('guardian_children', [{ relation: 1, guardian_name: '王芳' }]).rows).toEqual([
      ['1', '关系：父亲\n姓名：王芳'],
    ]);
    const body = JSON.stringify([
      ['主题', '城堡'],
      ['内容', '高墙'],
    ]);
    expect(section('received_sections', [{ title: '沙盘', body }]).rows).toEqual([
      ['1', '标题：沙盘\n内容：主题：城堡\n内容：高墙'],
    ]);
  });

  it('has a table without a description under its technical name, with no values', () => {
    expect(section('unheard_of', [{ secret: 'x' }])).toEqual({ title: 'unheard_of', rows: [['1', '']] });
  });
});
