import { describe, expect, it } from 'vitest';
import { expandEnums, mergeOverlay, mergePatch, settle } from '../../../src/platform/schema/merge.ts';
import type { EntitySchema } from '../../../src/platform/schema/types.ts';

describe('a merge patch', () => {
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('turns %j by %j into %j (RFC 7396, appendix A)', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('leaves the patched schema unchanged, and cannot reach the prototype', () => {
    const target = { a: { b: 1 } };
    const merged = mergePatch(target, JSON.parse('{"a":{"c":2},"__proto__":{"polluted":true}}'));
    expect(target).toEqual({ a: { b: 1 } });
    expect(merged).toMatchObject({ a: { b: 1, c: 2 } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

const meta = {
  path: '/v1/portal/pets',
  table: 'pets',
  area: 'pets',
  id: 'pet_id',
  label: 'pet_name',
  sort: 'kind,-pet_no,pet_name',
  help: '',
  icon: 'team',
  acts: [],
};
const enums = { kind: { 1: '猫', 2: '狗', 3: '鱼' }, size: { s: '小', l: '大' } };
const core = expandEnums(
  {
    $id: 'pet',
    title: '宠物',
    type: 'object',
    required: [],
    'x-resource': meta,
    properties: {
      pet_id: { type: 'string', title: '标识' },
      pet_name: { type: 'string', title: '名字' },
      pet_no: { type: 'integer', title: '号' },
      kind: { type: 'integer', title: '种类', 'x-enum': 'kind' },
    },
  },
  enums,
) as unknown as EntitySchema;
const merged = (overlay: Record<string, unknown>) =>
  settle(mergeOverlay(core, overlay, enums) as unknown as EntitySchema);

describe('an overlay', () => {
  it('expands enums, as numbers where the field is one', () => {
    expect(core.properties['kind']).toMatchObject({ enum: [1, 2, 3], 'x-labels': { 1: '猫', 2: '狗', 3: '鱼' } });
  });

  it('marks the fields it adds, and only those, and expands their enums too', () => {
    const { properties } = merged({
      properties: { pet_name: { title: '昵称' }, size: { type: 'string', title: '大小', 'x-enum': 'size' } },
    });
    expect(properties['size']).toMatchObject({ 'x-tenant': true, enum: ['s', 'l'], 'x-labels': { s: '小', l: '大' } });
    expect(properties['pet_name']).toEqual({ type: 'string', title: '昵称' });
  });

  it('narrows an enum, and labels with it', () => {
    expect(
      merged({ properties: { kind: { enum: [1, 3], 'x-labels': { 1: '小猫' } } } }).properties['kind'],
    ).toMatchObject({ enum: [1, 3], 'x-labels': { 1: '小猫', 3: '鱼' } });
  });

  it('drops hidden fields from the default sort', () => {
    expect(merged({ properties: { pet_no: { 'x-hidden': true } } })['x-resource'].sort).toBe('kind,pet_name');
    expect(
      merged({
        properties: { pet_no: { 'x-hidden': true }, kind: { 'x-hidden': true }, pet_name: { 'x-hidden': true } },
      })['x-resource'].sort,
    ).toBe('pet_id');
  });
});
