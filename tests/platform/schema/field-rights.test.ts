import { describe, expect, it } from 'vitest';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import { seenBy, type Viewer } from '../../../src/platform/schema/server/seen-by.ts';
import { AREAS, schemaFolder } from './folder.ts';

const field = (rest: object = {}) => ({
  type: 'string',
  title: '说明',
  maxLength: 40,
  'x-form': { on: ['create', 'edit'], order: 2 },
  ...rest,
});
const number = (rest: object = {}) => ({
  type: 'integer',
  title: '数量',
  'x-form': { on: ['create', 'edit'], order: 2 },
  ...rest,
});
/** A resource of the tenant with these fields besides its name. */
const things = (properties: object, meta: object = {}, rest: object = {}) => ({
  title: '物品',
  properties: { name: field({ title: '名称' }), ...properties },
  'x-resource': { label: 'name', help: '', ...meta },
  ...rest,
});

async function opened(document: unknown, entity = 'thing') {
  const folder = schemaFolder();
  folder.overlay('2003', document, entity);
  return openSchemas({ areas: AREAS, folder: folder.path });
}
const problemsOf = async (document: unknown, entity?: string) =>
  (await opened(document, entity)).problems().map(({ pointer, reason }) => ({ pointer, reason }));
const viewer = (roleId: number): Viewer => ({
  roleId,
  eduLevel: 1,
  reveals: () => false,
  asks: () => false,
  opens: () => false,
});

const seen = { 'x-seen-by': [8] };
const state = {
  type: 'string',
  title: '状态',
  enum: ['new', 'done'],
  'x-labels': { new: '新', done: '完成' },
  readOnly: true,
};
const states = (act: object) => ({
  states: {
    field: 'state',
    initial: 'new',
    transitions: [{ key: 'end', label: '结束', from: ['new'], to: 'done', require: ['note'], ...act }],
  },
});

describe('who sees and who writes a field', () => {
  it.each<[string, unknown]>([
    ['roles that see and write', things({ note: field({ 'x-seen-by': [4, 8], 'x-written-by': [8] }) })],
    ['only writers', things({ note: field({ 'x-written-by': [4] }) })],
    [
      'a computed field that no more roles see than its input',
      things({
        cost: number(seen),
        sum: { type: 'number', title: '合计', readOnly: true, 'x-computed': { '*': [{ var: 'cost' }, 2] }, ...seen },
      }),
    ],
    [
      'a required field with a default',
      things({ note: field({ ...seen, default: '无' }) }, {}, { required: ['note'] }),
    ],
    [
      'a required field of an act, for those who write it',
      things({ state, note: field({ 'x-written-by': [4, 8] }) }, states({ roles: [8] })),
    ],
  ])('is accepted: %s', async (_, document) => {
    expect(await problemsOf(document)).toEqual([]);
  });

  it.each<[string, unknown, string, RegExp]>([
    [
      'an unknown role',
      things({ note: field({ 'x-seen-by': [8, 77] }) }),
      '/properties/note/x-seen-by',
      /没有编号为 77 的角色/,
    ],
    ['no role', things({ note: field({ 'x-seen-by': [] }) }), '/properties/note/x-seen-by', /./],
    [
      'a writer who does not see',
      things({ note: field({ 'x-seen-by': [8], 'x-written-by': [4, 8] }) }),
      '/properties/note/x-written-by',
      /不可见此字段的角色不能填写/,
    ],
    [
      'writers of a computed field',
      things({ sum: { type: 'number', title: '合计', readOnly: true, 'x-computed': 1, 'x-written-by': [8] } }),
      '/properties/sum/x-written-by',
      /没有人填写/,
    ],
    [
      'a required field',
      things({ note: field(seen) }, {}, { required: ['note'] }),
      '/properties/note/x-seen-by',
      /必填/,
    ],
    [
      'a required field that few write',
      things({ note: field({ 'x-written-by': [8] }) }, {}, { required: ['note'] }),
      '/properties/note/x-written-by',
      /必填/,
    ],
    ['the name of a row', things({ name: field(seen) }), '/properties/name/x-seen-by', /用来作名称列/],
    [
      'what tells the same row in an import',
      things({ note: field(seen) }, { key: ['note'] }),
      '/properties/note/x-seen-by',
      /用来认出同一行/,
    ],
    [
      'the order of rows',
      things({ note: field({ ...seen, 'x-list': { order: 1, sorter: true } }) }, { sort: 'note' }),
      '/properties/note/x-seen-by',
      /用来排列各行/,
    ],
    [
      'values that no two rows share',
      things({ note: field(seen) }, { unique: [['note']] }),
      '/properties/note/x-seen-by',
      /用来判断重复/,
    ],
    [
      'a rule',
      things(
        { cost: number(seen) },
        {},
        { 'x-rules': [{ when: { '>': [{ var: 'cost' }, 5] }, message: '太多', fields: ['name'] }] },
      ),
      '/properties/cost/x-seen-by',
      /用来检查规则/,
    ],
    [
      'a view',
      things(
        { day: field({ maxLength: undefined, format: 'date', ...seen, 'x-filter': { match: 'range', order: 1 } }) },
        { views: [{ key: 'month', title: '日历', kind: 'calendar', by: 'day' }] },
      ),
      '/properties/day/x-seen-by',
      /用来组成视图/,
    ],
    [
      'the state',
      things({ state: { ...state, ...seen }, note: field() }, states({})),
      '/properties/state/x-seen-by',
      /用来表示状态/,
    ],
    [
      'a reference',
      things({ who: field({ 'x-kind': 'row', 'x-of': 'student', ...seen }) }),
      '/properties/who/x-seen-by',
      /关联的记录/,
    ],
    [
      'a computed field that more roles see than its input',
      things({
        cost: number(seen),
        sum: { type: 'number', title: '合计', readOnly: true, 'x-computed': { '*': [{ var: 'cost' }, 2] } },
      }),
      '/properties/sum/x-computed',
      /可见范围却大于 cost/,
    ],
    [
      'a condition on a field that fewer roles see',
      things({ cost: number(seen), note: field({ 'x-show': { '>': [{ var: 'cost' }, 5] }, 'x-seen-by': [4, 8] }) }),
      '/properties/note/x-show',
      /可见范围却大于 cost/,
    ],
    [
      'an act that requires what its people do not write',
      things({ state, note: field(seen) }, states({})),
      '/x-resource/states/transitions/0/require/0',
      /不都能填写 note/,
    ],
  ])('is refused: %s', async (_, document, pointer, reason) => {
    expect(await problemsOf(document)).toContainEqual({ pointer, reason: expect.stringMatching(reason) as string });
  });

  it('is not the tenant’s to decide for fields of the product', async () => {
    expect(await problemsOf({ properties: { class_no: { 'x-seen-by': [8] } } }, 'class')).toContainEqual({
      pointer: '/properties/class_no/x-seen-by',
      reason: expect.stringMatching(/不是本单位的字段/) as string,
    });
  });

  it('hides the field from other roles and closes it to those who do not write', async () => {
    const sheet = { import: true, export: true };
    const note = field({ 'x-seen-by': [4, 8], 'x-written-by': [8], 'x-sheet': sheet });
    const schemas = await opened(things({ name: field({ 'x-sheet': sheet }), note }));
    const entity = schemas.entity('2003', 'thing');
    const noteOf = (roleId: number) => seenBy(entity, viewer(roleId)).schema.properties['note'];
    expect(noteOf(5)).toMatchObject({ 'x-hidden': true, 'x-unseen': true });
    expect(noteOf(4)).toMatchObject({ readOnly: true, 'x-sheet': { import: false, export: true } });
    expect(noteOf(4)).not.toHaveProperty('x-hidden');
    expect(noteOf(8)).toBe(entity.schema.properties['note']);
    expect(new Set([4, 5, 8].map((role) => seenBy(entity, viewer(role)).version)).size).toBe(3);
  });
});
