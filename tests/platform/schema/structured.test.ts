import path from 'node:path';
import { Validator, type Schema } from '@cfworker/json-schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { checkEntity } from '../../../src/platform/schema/check-entity.ts';
import { explainAll, fromCfworker } from '../../../src/platform/schema/explain.ts';
import { formChanges, inputSchema } from '../../../src/platform/schema/form.ts';
import { sameValue } from '../../../src/platform/schema/json.ts';
import type { Entity } from '../../../src/platform/schema/server/entity.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import type { EntitySchema, FieldSchema } from '../../../src/platform/schema/types.ts';
import { AREAS, schemaFolder } from './folder.ts';

let entity: Entity;
beforeAll(async () => {
  entity = (await openSchemas({ areas: AREAS, folder: path.join(root, 'schemas') })).entity('2001', 'exam');
});

const plan = {
  exam_name: '测评',
  scale_ids: ['who-5'],
  starts_at: '2026-11-23T08:00:00+08:00',
  ends_at: '2026-11-24T08:00:00+08:00',
  scope: { class_ids: ['c1'] },
};
const inBrowser = (body: unknown) => {
  const input = inputSchema(entity.schema, 'create');
  const { errors } = new Validator(input as unknown as Schema, '2020-12', false).validate(body);
  return explainAll(input, fromCfworker(errors));
};

describe('a list or structure of an entity', () => {
  it('is accepted as it is declared, by server and browser', () => {
    const body = { ...plan, norm_sets: { 'who-5': 'published' }, visibility: { student: 'words' } };
    expect(entity.check('create', body)).toEqual([]);
    expect(inBrowser(body)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['another type', { scale_ids: 'who-5' }, ['/scale_ids']],
    ['no item', { scale_ids: [] }, ['/scale_ids']],
    ['an item twice', { scale_ids: ['a', 'a'] }, ['/scale_ids']],
    ['an item that does not fit', { scope: { class_ids: ['c1', ''] } }, ['/scope/class_ids/1']],
    ['a part that is not declared', { scope: { teachers: [] } }, ['/scope/teachers']],
    ['a part outside its values', { visibility: { student: 'all' } }, ['/visibility/student']],
    ['a part of another type', { norm_sets: { 'who-5': 1 } }, ['/norm_sets/who-5']],
  ])('is refused with %s, at its place', (_, change, fields) => {
    const found = entity.check('create', { ...plan, ...change });
    expect(found.map(({ field }) => field)).toEqual(fields);
    expect(found.every(({ message }) => message !== '')).toBe(true);
    expect(inBrowser({ ...plan, ...change }).length).toBeGreaterThan(0);
  });

  it('is refused where one of its texts cannot be stored', () => {
    const body = { ...plan, reasons: { below_age: 'a\u0000bcd' } };
    expect(entity.check('create', body).map(({ field }) => field)).toEqual(['/reasons/below_age']);
  });

  it('is unchanged where only the order of its parts differs', () => {
    expect(sameValue({ a: [1, { b: 2 }], c: null }, { c: null, a: [1, { b: 2 }] })).toBe(true);
    expect(sameValue({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(sameValue([1, 2], [2, 1])).toBe(false);
    expect(formChanges(entity.schema, plan, { ...plan, scope: { class_ids: ['c1'] } })).toEqual({});
  });

  it('says completely what it holds, and has no place that shows one value', () => {
    const withField = (field: Partial<FieldSchema>): EntitySchema => ({
      ...entity.schema,
      properties: { ...entity.schema.properties, extra: { title: '另加', ...field } as FieldSchema },
    });
    const problems = (field: Partial<FieldSchema>) => checkEntity(withField(field)).map(({ reason }) => reason);
    const whole: Partial<FieldSchema> = { type: 'array', 'x-kind': 'list', items: { type: 'string' }, maxItems: 3 };
    expect(problems(whole)).toEqual([]);
    expect(problems({ type: 'array', 'x-kind': 'list' })).toHaveLength(1);
    expect(problems({ type: 'object', 'x-kind': 'structure' })).toHaveLength(1);
    expect(problems({ ...whole, 'x-kind': 'text' })).toHaveLength(1);
    expect(problems({ ...whole, 'x-list': { order: 1 } })).toHaveLength(1);
    expect(problems({ ...whole, 'x-tenant': true })).toHaveLength(1);
    expect(problems({ type: 'string', maxItems: 3 })).toHaveLength(1);
  });

  it('is refused as a field of one organisation', async () => {
    const folder = schemaFolder();
    const list = { type: 'array', title: '另加', 'x-kind': 'list', items: { type: 'string' }, maxItems: 3 };
    folder.overlay('2001', { properties: { extra: list } }, 'exam');
    const schemas = await openSchemas({ areas: AREAS, folder: folder.path });
    expect(schemas.entity('2001', 'exam').schema.properties['extra']).toBeUndefined();
    folder.overlay(
      '2002',
      {
        properties: {
          approver: { type: 'string', title: '批准人', maxLength: 20, 'x-form': { on: ['create', 'edit'], order: 40 } },
        },
      },
      'exam',
    );
    const again = await openSchemas({ areas: AREAS, folder: folder.path });
    expect(again.entity('2002', 'exam').check('create', { ...plan, approver: '王老师' })).toEqual([]);
  });
});
