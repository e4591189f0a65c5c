import { describe, expect, it } from 'vitest';
import { arrange } from '../../../src/platform/schema/arrange.ts';
import { differences } from '../../../src/platform/schema/compare.ts';
import { inputSchema } from '../../../src/platform/schema/form.ts';
import type { Layout } from '../../../src/platform/schema/layout.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import type { EntitySchema } from '../../../src/platform/schema/types.ts';
import { AREAS, schemaFolder } from './folder.ts';

const text = (title: string, order: number, group?: string) => ({
  type: 'string',
  title,
  maxLength: 40,
  'x-form': { on: ['create', 'edit'], order, ...(group !== undefined && { group }) },
});
const properties = {
  name: text('名称', 1, '基本'),
  result: text('结果', 2, '过程'),
  room: text('地点', 3, '基本'),
  remark: text('备注', 4),
};
const layout: Layout = {
  tabs: [
    { title: '过程', groups: ['过程'] },
    { title: '其余', groups: ['基本'] },
  ],
  columns: { 基本: 2 },
};

async function open(written: unknown, change: object = {}) {
  const folder = schemaFolder();
  folder.overlay(
    '2003',
    {
      title: '预约',
      properties: { ...properties, ...change },
      'x-resource': { label: 'name', help: '', layout: written },
    },
    'booking',
  );
  return openSchemas({ areas: AREAS, folder: folder.path });
}
const schemaWith = (of: Layout | undefined): EntitySchema =>
  ({
    $id: 'booking',
    title: '预约',
    type: 'object',
    required: [],
    properties,
    'x-resource': { label: 'name', ...(of && { layout: of }) },
  }) as unknown as EntitySchema;

describe('the layout of a schema', () => {
  it('is accepted, and says in which order a form has its fields', async () => {
    expect((await open(layout)).problems()).toEqual([]);
    expect((await open({ columns: { 其他: 3 } })).problems()).toEqual([]);
    expect(Object.keys(inputSchema(schemaWith(layout), 'create').properties)).toEqual([
      'result',
      'remark',
      'name',
      'room',
    ]);
    expect(Object.keys(inputSchema(schemaWith(undefined), 'create').properties)).toEqual(Object.keys(properties));
  });

  it('puts a group without a tab at the end of the first one, and leaves out what has no fields', () => {
    expect(arrange(schemaWith(layout), ['name', 'result', 'remark'])).toEqual([
      {
        key: '0',
        title: '过程',
        sections: [
          { title: '过程', fields: ['result'] },
          { title: '其他', fields: ['remark'] },
        ],
      },
      { key: '1', title: '其余', sections: [{ title: '基本', columns: 2, fields: ['name'] }] },
    ]);
    expect(arrange(schemaWith(layout), ['room']).map(({ title }) => title)).toEqual(['其余']);
  });

  it('still stands when a school hides all fields of a group', async () => {
    expect((await open(layout, { result: { ...properties.result, 'x-hidden': true } })).problems()).toEqual([]);
  });

  const [process, rest] = layout.tabs ?? [];
  it.each<[string, unknown, string, RegExp]>([
    ['nothing in it', {}, '/x-resource/layout', /至少写一项/],
    ['one tab', { tabs: [process] }, '/x-resource/layout/tabs', /2 到 8 个页签/],
    ['nine tabs', { tabs: Array.from({ length: 9 }, () => process) }, '/x-resource/layout/tabs', /2 到 8 个页签/],
    [
      'an empty tab',
      { tabs: [process, { title: '空的', groups: [] }] },
      '/x-resource/layout/tabs/1/groups',
      /1 到 12 个/,
    ],
    [
      'an unknown group',
      { tabs: [process, { title: '其余', groups: ['没有'] }] },
      '/x-resource/layout/tabs/1/groups/0',
      /没有分组“没有”/,
    ],
    [
      'a group in two tabs',
      { tabs: [process, { title: '其余', groups: ['基本', '过程'] }] },
      '/x-resource/layout/tabs/1/groups/1',
      /“过程”已在页签“过程”中/,
    ],
    [
      'two tabs of one name',
      { tabs: [process, { ...rest, title: '过程' }] },
      '/x-resource/layout/tabs/1/title',
      /都名为“过程”/,
    ],
    ['four columns', { columns: { 基本: 4 } }, '/x-resource/layout/columns/基本', /1、2 或 3/],
    ['columns of an unknown group', { columns: { 没有: 2 } }, '/x-resource/layout/columns/没有', /没有分组“没有”/],
    ['a misspelt keyword', { tab: [] }, '/x-resource/layout/tab', /未知关键字 tab/],
  ])('is refused with %s, with place, reason and fix', async (_, written, pointer, reason) => {
    const problems = (await open(written)).problems();
    expect(problems.map((problem) => problem.pointer)).toEqual([pointer]);
    expect(problems[0]?.reason).toMatch(reason);
    expect(problems[0]?.fix).not.toBe('');
  });

  it('is compared in words', () => {
    const textsOf = (was: Layout | undefined, is: Layout | undefined) =>
      differences(schemaWith(was), schemaWith(is)).map((one) => one.text);
    expect(textsOf(undefined, layout)).toEqual([
      '新增页签“过程”（过程）',
      '新增页签“其余”（基本）',
      '分组“基本”由 1 栏改为 2 栏',
    ]);
    expect(textsOf(layout, { ...layout, tabs: layout.tabs?.toReversed() ?? [] })).toEqual(['页签的次序改变']);
    expect(textsOf(layout, { tabs: [{ title: '过程', groups: ['过程', '其他'] }] })).toEqual([
      '删除页签“其余”',
      '页签“过程”的分组由“过程”改为“过程、其他”',
      '分组“基本”由 2 栏改为 1 栏',
    ]);
  });
});
