import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  draftOf,
  freeName,
  orderedNames,
  withFieldMoved,
  newField,
  overlayOf,
  withField,
  withoutField,
  withPlace,
  withRequired,
} from '../../../src/features/studio/web/draft.ts';
import { KINDS, REFERRING, WITH_OPTIONS } from '../../../src/features/studio/web/field-kinds.ts';
import { newInner } from '../../../src/features/studio/web/group/inner-draft.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { differences } from '../../../src/platform/schema/compare.ts';
import { diffPatch } from '../../../src/platform/schema/diff.ts';
import { sameValue } from '../../../src/platform/schema/json.ts';
import { mergePatch } from '../../../src/platform/schema/merge.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import type { EntitySchema } from '../../../src/platform/schema/types.ts';
import { AREAS, schemaFolder } from './folder.ts';

let base: EntitySchema;
let problemsOf: (overlay: unknown) => unknown;
beforeAll(async () => {
  const schemas = await openSchemas({ areas: AREAS, folder: path.join(root, 'schemas') });
  base = schemas.baseOf('2003', 'class');
  problemsOf = (overlay) => {
    const verdict = schemas.validateOverlay('2003', 'class', overlay);
    return verdict.ok ? [] : verdict.findings;
  };
});
const list = (schema: EntitySchema) =>
  orderedNames(schema, 'x-list').filter((name) => schema.properties[name]?.['x-list']);

describe('a patch between two documents', () => {
  it.each([
    [{ a: 1 }, { a: 2 }, { a: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }, { b: null }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, { a: { c: null } }],
    [{ a: [1, 2] }, { a: [2] }, { a: [2] }],
    [{ a: { b: 1 } }, { a: { b: 1 } }, {}],
    [{}, { a: { b: {} } }, { a: { b: {} } }],
    [{ a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
  ])('of %j to %j is %j, without a redundant member', (before, after, patch) => {
    expect(diffPatch(before, after)).toEqual(patch);
    expect(mergePatch(before, patch)).toEqual(after);
  });

  it('is empty for equal documents in another order', () => {
    expect(sameValue({ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } })).toBe(true);
    expect(sameValue({ a: null }, {})).toBe(false);
  });
});

describe('a draft', () => {
  it('stores only the changes, and produces the same schema from them', () => {
    const changed = withRequired(
      withField(base, 'remark', { ...base.properties['remark']!, title: '说明' }),
      'remark',
      true,
    );
    expect(overlayOf(base, changed)).toEqual({
      required: [...base.required, 'remark'],
      properties: { remark: { title: '说明' } },
    });
    expect(draftOf(base, overlayOf(base, changed))).toEqual(changed);
    expect(overlayOf(base, base)).toEqual({});
  });

  it.each(KINDS)('accepts a new field of the kind %s by the rules of the files', (kind) => {
    const field = {
      ...newField(base, kind),
      title: '新字段',
      ...(WITH_OPTIONS.has(kind) && { enum: ['o_1'], 'x-labels': { o_1: '甲' } }),
      ...(REFERRING.has(kind) && { 'x-of': 'student' }),
      ...(kind === 'group' && { 'x-fields': [{ ...newInner([]), title: '品名' }] }),
    };
    const overlay = overlayOf(base, withField(base, 'field_1', field));
    expect(Object.keys(overlay)).toEqual(['properties']);
    expect(problemsOf(overlay)).toEqual([]);
  });

  it('moves a field past its neighbour, changing only that field while there is room', () => {
    const names = list(base);
    const down = withFieldMoved(base, names[0]!, 'x-list', 1);
    expect(list(down).slice(0, 2)).toEqual([names[1], names[0]]);
    expect(Object.keys(overlayOf(base, down)['properties'] as object)).toEqual([names[0]]);
    expect(list(withFieldMoved(down, names[0]!, 'x-list', -1))).toEqual(names);
    expect(withFieldMoved(base, names[0]!, 'x-list', -1)).toBe(base);
    const last = names.at(-1)!;
    expect(list(withFieldMoved(base, last, 'x-list', -1)).at(-2)).toBe(last);
  });

  it('moves a field among fields of equal order', () => {
    const flat = list(base).reduce(
      (schema, name) => withField(schema, name, { ...schema.properties[name]!, 'x-list': { order: 5 } }),
      base,
    );
    const [first, second] = list(flat);
    expect(list(withFieldMoved(flat, first!, 'x-list', 1)).slice(0, 2)).toEqual([second, first]);
  });

  it('restores the base place of a field, and removes a field with its required mark', () => {
    const out = withPlace(base, base, 'remark', 'x-form', false);
    expect(out.properties['remark']).not.toHaveProperty('x-form');
    expect(withPlace(out, base, 'remark', 'x-form', true).properties['remark']?.['x-form']).toEqual(
      base.properties['remark']?.['x-form'],
    );
    const gone = withoutField(withRequired(base, 'campus', true), 'campus');
    expect([gone.required.includes('campus'), 'campus' in gone.properties]).toEqual([false, false]);
    expect(overlayOf(base, gone)).toEqual({ properties: { campus: null } });
    expect(problemsOf(overlayOf(base, gone))).toEqual([]);
  });

  it('names a field unlike all existing and still stored names', () => {
    expect(freeName(['field_1', 'field_3'], 'field')).toBe('field_2');
  });
});

describe('the differences between two schemas', () => {
  it('are reported field by field, as text', () => {
    const campus = base.properties['campus']!;
    const is = withField(withoutField(base, 'counsellor_name'), 'campus', {
      ...campus,
      title: '所在校区',
      enum: ['east'],
      'x-labels': { east: '东校区' },
    });
    const texts = differences(
      base,
      withRequired(withField(is, 'floor', { type: 'integer', title: '楼层' }), 'remark', true),
    ).map(({ title, text }) => `${title}：${text}`);
    expect(texts).toEqual(
      [
        '辅导员：删除字段',
        '所在校区：名称由“校区”改为“所在校区”',
        '所在校区：选项由“东校区、西校区”改为“东校区”',
        '备注：改为必填',
        '楼层：新增字段（整数）',
      ].sort((a, b) => texts.indexOf(a) - texts.indexOf(b)),
    );
  });

  it('name moved fields, and are empty for equal schemas', () => {
    expect(differences(base, base)).toEqual([]);
    const [first] = list(base);
    expect(differences(base, withFieldMoved(base, first!, 'x-list', 1)).map(({ text }) => text)).toContain(
      '在列表中移动',
    );
  });
});

describe('a resource that only one tenant has', () => {
  const own = {
    title: '器材',
    properties: {
      equipment_name: { type: 'string', title: '名称', maxLength: 20, 'x-form': { on: ['create'], order: 1 } },
    },
    'x-resource': { label: 'equipment_name', help: '器材' },
  };
  const problemsOf = async (change: object) => {
    const folder = schemaFolder();
    folder.overlay('2004', { ...own, ...change }, 'equipment');
    const schemas = await openSchemas({ areas: AREAS, folder: folder.path });
    return { schemas, problems: schemas.problems().map(({ pointer, reason }) => ({ pointer, reason })) };
  };

  it('needs only its title, its label field and its fields', async () => {
    const { schemas, problems } = await problemsOf({});
    expect(problems).toEqual([]);
    expect(schemas.own('2004', 'equipment')?.schema['x-resource']).toMatchObject({
      path: '/v1/portal/x/equipment',
      table: 'tenant_rows',
      id: 'equipment_id',
      area: 'own-resource',
    });
    expect([schemas.own('2003', 'equipment'), schemas.own('2004', 'class')]).toEqual([undefined, undefined]);
    expect(Object.keys(schemas.all('2001').resources)).not.toContain('equipment');
  });

  it.each([
    ['no title', { title: undefined }, ''],
    ['a table of the product', { 'x-resource': { ...own['x-resource'], table: 'accounts' } }, '/x-resource/table'],
    ['another address', { 'x-resource': { ...own['x-resource'], path: '/v1/portal/classes' } }, '/x-resource/path'],
    [
      'an area of the product',
      { 'x-resource': { ...own['x-resource'], area: 'org-manage/student' } },
      '/x-resource/area',
    ],
    ['an area without a line', { 'x-resource': { ...own['x-resource'], area: 'own/nobody' } }, '/x-resource/area'],
    ['a label that is no field', { 'x-resource': { ...own['x-resource'], label: 'nothing' } }, '/x-resource/label'],
  ])('is refused with %s, at its place', async (_, change, pointer) => {
    expect((await problemsOf(change)).problems.map((problem) => problem.pointer)).toContain(pointer);
  });
});
