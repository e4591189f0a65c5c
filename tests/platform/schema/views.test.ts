import { describe, expect, it } from 'vitest';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import { AREAS, schemaFolder } from './folder.ts';

const inList = { 'x-list': { order: 1 }, 'x-form': { on: ['create', 'edit'], order: 1 } };
const many = Array.from({ length: 13 }, (_, i) => `v${i}`);
const properties = {
  name: { type: 'string', title: '名称', maxLength: 40, ...inList },
  room: {
    type: 'string',
    title: '房间',
    enum: ['sand', 'relax'],
    'x-labels': { sand: '沙盘室', relax: '放松室' },
    'x-filter': { match: 'in', order: 1 },
  },
  closed: { type: 'string', title: '关闭', enum: ['a'], 'x-labels': { a: '甲' } },
  long: { type: 'string', title: '很多', enum: many, 'x-labels': Object.fromEntries(many.map((one) => [one, one])) },
  on_day: { type: 'string', title: '日期', format: 'date', 'x-filter': { match: 'range', order: 2 } },
  at: { type: 'string', title: '时间', format: 'date-time' },
  shot: { type: 'array', title: '照片', 'x-kind': 'picture', maxItems: 1, ...inList },
  paper: { type: 'array', title: '材料', 'x-kind': 'file', maxItems: 1, ...inList },
  above: { type: 'string', title: '上级', maxLength: 64, 'x-kind': 'row', 'x-of': 'booking', ...inList },
  phone: { type: 'string', title: '电话', maxLength: 11, 'x-mask': 'phone', ...inList },
};
const board = { key: 'board', title: '看板', kind: 'board', by: 'room' };

async function problemsOf(...views: object[]) {
  const folder = schemaFolder();
  folder.overlay('2003', { title: '预约', properties, 'x-resource': { label: 'name', help: '', views } }, 'booking');
  return (await openSchemas({ areas: AREAS, folder: folder.path })).problems();
}

describe('views in a schema', () => {
  it('are accepted by fields that the list filters by', async () => {
    const month = { key: 'month', title: '日历', kind: 'calendar', by: 'on_day', title_field: 'room' };
    const wall = { key: 'wall', title: '图库', kind: 'gallery', by: 'shot' };
    const tree = { key: 'tree', title: '层级', kind: 'tree', by: 'above' };
    expect(await problemsOf(board, month, { key: 'cards', title: '卡片', kind: 'cards' }, wall, tree)).toEqual([]);
  });

  it.each<[string, object[], string, RegExp]>([
    ['an unknown kind', [{ ...board, kind: 'gantt' }], '/x-resource/views/0/kind', /种类/],
    ['a board without a field', [{ key: 'b', title: '看板', kind: 'board' }], '/x-resource/views/0', /没有写明/],
    ['a field that does not exist', [{ ...board, by: 'nothing' }], '/x-resource/views/0/by', /不是列表能给出原值/],
    ['a masked field', [{ ...board, by: 'phone' }], '/x-resource/views/0/by', /不脱敏|原值/],
    ['a field without options', [{ ...board, by: 'on_day' }], '/x-resource/views/0/by', /没有可选值/],
    ['more columns than fit', [{ ...board, by: 'long' }], '/x-resource/views/0/by', /最多 12 列/],
    ['a board that cannot be filtered', [{ ...board, by: 'closed' }], '/x-resource/views/0/by', /不能筛选/],
    ['a calendar by an option', [{ ...board, kind: 'calendar' }], '/x-resource/views/0/by', /不是日期或时间/],
    [
      'a calendar that cannot be filtered',
      [{ ...board, kind: 'calendar', by: 'at' }],
      '/x-resource/views/0/by',
      /不能按区间筛选/,
    ],
    ['a gallery without a field', [{ key: 'g', title: '图库', kind: 'gallery' }], '/x-resource/views/0', /没有写明/],
    ['a gallery of files', [{ ...board, kind: 'gallery', by: 'paper' }], '/x-resource/views/0/by', /不是图片/],
    ['a tree by an option', [{ ...board, kind: 'tree' }], '/x-resource/views/0/by', /不指向另一行/],
    ['cards by a field', [{ ...board, kind: 'cards' }], '/x-resource/views/0/by', /不按字段划分/],
    ['two with one key', [board, { ...board, title: '又一个' }], '/x-resource/views/1/key', /标识都是 board/],
    ['two with one name', [board, { ...board, key: 'again' }], '/x-resource/views/1/title', /都名为/],
    ['an unknown name of rows', [{ ...board, title_field: 'x' }], '/x-resource/views/0/title_field', /不是列表能给出/],
  ])('are refused with %s, with place and reason', async (_, views, pointer, reason) => {
    const problems = await problemsOf(...views);
    expect(problems.map((problem) => problem.pointer)).toEqual([pointer]);
    expect(problems[0]?.reason).toMatch(reason);
    expect(problems[0]?.fix).not.toBe('');
  });
});
