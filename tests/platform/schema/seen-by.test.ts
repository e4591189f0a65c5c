import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { filterFields, optionsOf } from '../../../src/platform/schema/filters.ts';
import { mask } from '../../../src/platform/schema/mask.ts';
import type { Entity } from '../../../src/platform/schema/server/entity.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import { areasOf, inLists, seenBy, type Viewer } from '../../../src/platform/schema/server/seen-by.ts';
import type { FieldSchema } from '../../../src/platform/schema/types.ts';
import { AREAS } from './folder.ts';

let real: Entity;
beforeAll(async () => {
  real = (await openSchemas({ areas: AREAS, folder: path.join(root, 'schemas') })).entity('2001', 'student');
});

const text = (rest: Partial<FieldSchema> = {}): FieldSchema => ({ type: 'string', title: '标题', ...rest });
/** An entity with these fields; everything else is that of the students. */
const entity = (properties: Record<string, FieldSchema>): Entity => ({
  ...real,
  version: Object.keys(properties).join('-'),
  schema: { ...real.schema, properties },
});
const viewer = (may: Partial<Viewer> = {}): Viewer => ({
  roleId: 4,
  eduLevel: 1,
  reveals: () => false,
  asks: () => false,
  opens: () => false,
  ...may,
});
const fieldsSeen = (of: Entity, may: Partial<Viewer> = {}) => seenBy(of, viewer(may)).schema.properties;

describe('a field of an area', () => {
  const level = () => entity({ level: text({ 'x-area': ['crisis/case', 'crisis/warn'] }), open: text() });

  it('is hidden from a viewer who opens none of its areas, and shown with any of them', () => {
    const of = level();
    expect(fieldsSeen(of)['level']).toMatchObject({ 'x-hidden': true });
    expect(fieldsSeen(of, { opens: (area) => area === 'student' })['level']).toMatchObject({ 'x-hidden': true });
    for (const one of ['crisis/case', 'crisis/warn'])
      expect(fieldsSeen(of, { opens: (area) => area === one })['level']).not.toHaveProperty('x-hidden');
    expect(fieldsSeen(of)['open']).not.toHaveProperty('x-hidden');
  });

  it('is told apart for viewers of one entity, whoever came first', () => {
    const of = level();
    const opens = (area: string) => area === 'crisis/case';
    const [open, closed, again] = [seenBy(of, viewer({ opens })), seenBy(of, viewer()), seenBy(of, viewer({ opens }))];
    expect(open.schema.properties['level']).not.toHaveProperty('x-hidden');
    expect(closed.schema.properties['level']).toHaveProperty('x-hidden', true);
    expect(again).toBe(open);
    expect(closed.version).not.toBe(open.version);
  });

  it('is one of the areas of the entity', () => {
    expect(areasOf(level())).toEqual(['crisis/case', 'crisis/warn']);
    expect(areasOf(entity({ open: text() }))).toEqual([]);
  });
});

describe('a field for kinds of schools', () => {
  const of = () => entity({ major: text({ 'x-edu-levels': [3] }) });

  it('is hidden in the others, and where the kind is not known', () => {
    const seen = of();
    expect(fieldsSeen(seen, { eduLevel: 3 })['major']).not.toHaveProperty('x-hidden');
    expect(fieldsSeen(seen, { eduLevel: 1 })['major']).toHaveProperty('x-hidden', true);
    expect(fieldsSeen(seen, { eduLevel: null })['major']).toHaveProperty('x-hidden', true);
  });
});

describe('a masked field', () => {
  const of = () => entity({ phone: text({ 'x-mask': 'phone' }), id: text({ 'x-mask': 'id-card' }) });

  it('loses its mask only for the kinds that the viewer sees in clear', () => {
    const seen = fieldsSeen(of(), { reveals: (kind) => kind === 'phone' });
    expect(seen['phone']).not.toHaveProperty('x-mask');
    expect(seen['id']).toHaveProperty('x-mask', 'id-card');
  });

  it('is marked as one that may be revealed for the kinds that the viewer may ask for', () => {
    const seen = fieldsSeen(of(), { asks: (kind) => kind === 'phone' });
    expect(seen['phone']).toMatchObject({ 'x-mask': 'phone', 'x-reveal': true });
    expect(seen['id']).not.toHaveProperty('x-reveal');
  });

  it('stays masked for a viewer who came after one who sees it in clear', () => {
    const one = of();
    seenBy(one, viewer({ reveals: () => true }));
    seenBy(one, viewer({ asks: () => true }));
    expect(fieldsSeen(one)['phone']).toHaveProperty('x-mask', 'phone');
    expect(fieldsSeen(one)['phone']).not.toHaveProperty('x-reveal');
  });

  it('is no filter, because a filter would tell its value, unless the viewer may ask for it', () => {
    const filtered = (field: Partial<FieldSchema>) =>
      filterFields({
        ...real.schema,
        properties: { phone: text({ 'x-filter': { order: 1, match: 'equals' }, ...field }) },
      });
    expect(filtered({ 'x-mask': 'phone' })).toEqual([]);
    expect(filtered({ 'x-mask': 'phone', 'x-reveal': true })).toMatchObject([{ field: 'phone', personal: false }]);
    expect(filtered({})).toHaveLength(1);
  });
});

it('a filter that names a person says so, so that its value stays out of the address', () => {
  const filter = (personal?: boolean) =>
    filterFields({
      ...real.schema,
      properties: {
        at: text({ 'x-filter': { order: 1, match: 'equals', ...(personal !== undefined && { personal }) } }),
      },
    }).map((field) => field.personal);
  expect([filter(true), filter(false), filter()]).toEqual([[true], [false], [false]]);
});

it('an option without a label is called like its value', () => {
  expect(optionsOf(text({ enum: [1, 2], 'x-labels': { 1: '一级' } }))).toEqual([
    { value: 1, label: '一级' },
    { value: 2, label: '2' },
  ]);
});

it('a viewer from whom nothing is hidden gets the entity itself', () => {
  const plain = entity({ open: text() });
  expect(seenBy(plain, viewer())).toBe(plain);
});

describe('an entity in lists', () => {
  it('leaves confidential texts to the details, and keeps the other fields', () => {
    const of = entity({ note: text({ 'x-confidential': true }), open: text() });
    const { schema, version } = inLists(of);
    expect(schema.properties['note']).toHaveProperty('x-hidden', true);
    expect(schema.properties['open']).not.toHaveProperty('x-hidden');
    expect(version).not.toBe(of.version);
    expect(inLists(of)).toBe(inLists(of));
  });

  it('is the entity itself where nothing is confidential', () => {
    const of = entity({ open: text() });
    expect(inLists(of)).toBe(of);
  });
});

it('a name of one character is hidden whole, and one of two keeps its first', () => {
  expect(['王', '王芳', '欧阳芳', ''].map((name) => mask('name', name))).toEqual(['*', '王*', '欧*芳', '']);
});
