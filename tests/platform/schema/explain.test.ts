import path from 'node:path';
import { Validator, type Schema } from '@cfworker/json-schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { explainAll, fromCfworker } from '../../../src/platform/schema/explain.ts';
import { inputSchema } from '../../../src/platform/schema/form.ts';
import type { Entity } from '../../../src/platform/schema/server/entity.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import { AREAS, schemaFolder } from './folder.ts';

let entity: Entity;
beforeAll(async () => {
  entity = (await openSchemas({ areas: AREAS, folder: path.join(root, 'schemas') })).entity('2003', 'class');
});

/** The browser's result for the same body. */
function inBrowser(body: unknown) {
  const input = inputSchema(entity.schema, 'create');
  return explainAll(
    input,
    fromCfworker(new Validator(input as unknown as Schema, '2020-12', false).validate(body).errors),
  );
}
const right = { class_name: '软件一班', period: 7, grade: 701 };

describe('a failed body', () => {
  it.each<[string, Record<string, unknown>, { field: string; message: string }[]]>([
    ['accepts a valid body', right, []],
    [
      'reports a missing field by its title',
      {},
      [
        { field: '/period', message: '请选择学段' },
        { field: '/grade', message: '请选择年级' },
        { field: '/class_name', message: '请填写行政班名称' },
      ],
    ],
    ['a wrong type', { ...right, period: '7' }, [{ field: '/period', message: '请填写整数' }]],
    ['a fraction', { ...right, grade: 7.5 }, [{ field: '/grade', message: '请填写整数' }]],
    ['a code that is none', { ...right, grade: 77 }, [{ field: '/grade', message: '请从列出的选项中选择' }]],
    [
      'a code of the tenant that is none',
      { ...right, campus: 'north' },
      [{ field: '/campus', message: '请从列出的选项中选择' }],
    ],
    [
      'too long a text',
      { ...right, counsellor_name: '王'.repeat(21) },
      [{ field: '/counsellor_name', message: '最多 20 个字' }],
    ],
    ["the field's own words", { ...right, class_name: ' 一班' }, [{ field: '/class_name', message: '首尾不能有空格' }]],
    [
      'an unknown field',
      { ...right, colour: 'red' },
      [{ field: '/colour', message: '没有这个字段，或者它在这里不能填写' }],
    ],
    [
      'a field that the system writes',
      { ...right, student_count: 3 },
      [{ field: '/student_count', message: '没有这个字段，或者它在这里不能填写' }],
    ],
    [
      'a hidden field',
      { ...right, class_no: 3 },
      [{ field: '/class_no', message: '没有这个字段，或者它在这里不能填写' }],
    ],
  ])('has the same errors on server and browser: %s', (_, body, details) => {
    const byField = (list: readonly { field: string }[]) => [...list].sort((a, b) => a.field.localeCompare(b.field));
    expect(byField(entity.check('create', body))).toEqual(byField(details));
    expect(byField(inBrowser(body))).toEqual(byField(details));
  });

  it('reports all fields together, each once', () => {
    const details = entity.check('create', { class_name: ' '.repeat(50), period: 'x', grade: 0, nope: 1 });
    expect(details.map(({ field }) => field).sort()).toEqual(['/class_name', '/grade', '/nope', '/period']);
  });

  it.each([[null], [[]], ['text'], [5], [undefined]])('is reported where it is not an object: %j', (body) => {
    expect(entity.check('create', body)).toEqual([{ field: '', message: '请提交一个 JSON 对象' }]);
  });

  it('may not contain what a database or a spreadsheet cannot store', () => {
    for (const bad of ['a\u0000', 'a\nb', 'a\u001b', '\ud800', 'a\uffff']) {
      expect(
        entity.check('create', { ...right, class_name: `一${bad}班` }).map(({ field }) => field),
        JSON.stringify(bad),
      ).toEqual(['/class_name']);
    }
    expect(entity.check('create', { ...right, remark: '一\n\t二' })).toEqual([]);
    expect(entity.check('create', { ...right, remark: '一\u0000' })).toHaveLength(1);
    expect(entity.check('create', { ...right, class_name: '😀一班' })).toEqual([]);
  });
});

describe('an update', () => {
  it('may contain any part of the fields, and the version that its sender has read', () => {
    expect(entity.check('update', {})).toEqual([]);
    expect(entity.check('update', { remark: '好', updated_at: '2026-09-01T08:00:00.000Z' })).toEqual([]);
    expect(entity.check('update', { updated_at: 'yesterday' }).map(({ field }) => field)).toEqual(['/updated_at']);
  });

  it('clears with null or empty text, except required fields', () => {
    expect(entity.check('update', { remark: null, counsellor_name: '', campus: null })).toEqual([]);
    expect(entity.check('update', { class_name: null, period: null })).toEqual([
      { field: '/class_name', message: '请填写行政班名称' },
      { field: '/period', message: '请选择学段' },
    ]);
    expect(entity.check('update', { class_name: '' })).toHaveLength(1);
  });

  it('refuses fields that can only be set on creation', () => {
    expect(entity.check('update', { year_id: 'y2026' }).map(({ field }) => field)).toEqual(['/year_id']);
    expect(entity.check('update', { nope: null }).map(({ field }) => field)).toEqual(['/nope']);
  });
});

describe('an answer', () => {
  it("contains declared fields only, including the tenant's", () => {
    const row = { class_id: 'c', class_name: '一班', class_no: 3, campus: 'east', org_id: '2003', ext: { a: 1 } };
    expect(JSON.parse(entity.stringifyRow(row))).toEqual({ class_id: 'c', class_name: '一班', campus: 'east' });
    expect(JSON.parse(entity.stringifyList({ total: 7, items: [row] }))).toEqual({
      total: 7,
      items: [{ class_id: 'c', class_name: '一班', campus: 'east' }],
    });
  });
});

describe('formats and bounds', () => {
  it('are those of a database: existing days, whole numbers in range', async () => {
    const folder = schemaFolder();
    const form = { on: ['create'], order: 1 };
    folder.overlay('1', {
      properties: {
        day: { type: 'string', title: '日', format: 'date', 'x-form': form },
        at: { type: 'string', title: '时', format: 'date-time', 'x-form': form },
        n: { type: 'integer', title: '数', 'x-form': form },
        mail: { type: 'string', title: '邮箱', format: 'email', 'x-form': form },
        b: { type: 'boolean', title: '否', 'x-form': form },
      },
    });
    const own = (await openSchemas({ areas: AREAS, folder: folder.path })).entity('1', 'class');
    const wrong = (change: object) => own.check('create', { ...right, ...change });
    expect(wrong({ day: '2026-02-28', at: '2026-02-28T23:59:59+08:00', n: -5, mail: 'a@b.cn', b: false })).toEqual([]);
    expect(wrong({ day: '2026-02-30' })).toEqual([{ field: '/day', message: '请填写存在的日期，例如 2026-09-01' }]);
    expect(wrong({ day: '0000-01-01', at: '2026-02-28', mail: 'a', b: 'no' })).toHaveLength(4);
    expect(wrong({ n: 2 ** 31 })).toEqual([{ field: '/n', message: '不能大于 2147483647' }]);
    expect(wrong({ n: 1e300 })).toHaveLength(1);
  });
});
