import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { parseListQuery, toQuery } from '../../../src/platform/schema/query.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import type { EntitySchema } from '../../../src/platform/schema/types.ts';
import { AREAS } from './folder.ts';

let classes: EntitySchema;
let students: EntitySchema;
let ofCollege: EntitySchema;
beforeAll(async () => {
  const schemas = await openSchemas({ areas: AREAS, folder: path.join(root, 'schemas') });
  [classes, students, ofCollege] = [
    schemas.entity('2001', 'class').schema,
    schemas.entity('2001', 'student').schema,
    schemas.entity('2003', 'class').schema,
  ];
});
const refused = (query: Record<string, unknown>, schema = classes) =>
  parseListQuery(schema, query).details.map(({ field }) => field);

describe('a list query', () => {
  it('returns the first ten rows in the order of the schema by default', () => {
    expect(parseListQuery(classes, {})).toEqual({
      page: 1,
      size: 10,
      filters: [],
      details: [],
      sort: [
        { field: 'grade', descending: false },
        { field: 'class_no', descending: false },
        { field: 'class_name', descending: false },
      ],
    });
  });

  it('parses filters, values repeated or separated by commas, ranges and sort', () => {
    const { details, filters, sort } = parseListQuery(classes, {
      class_name: '一（%_',
      grade: ['7,8', '9'],
      class_no_from: '2',
      class_no_to: '9',
      year_id: 'y1',
      sort: '-grade,class_name',
    });
    expect(details).toEqual([]);
    expect(filters).toEqual([
      { field: 'class_name', match: 'contains', value: '一（%_' },
      { field: 'grade', match: 'in', values: [7, 8, 9] },
      { field: 'year_id', match: 'equals', value: 'y1' },
      { field: 'class_no', match: 'from', value: 2 },
      { field: 'class_no', match: 'to', value: 9 },
    ]);
    expect(sort).toEqual([
      { field: 'grade', descending: true },
      { field: 'class_name', descending: false },
    ]);
  });

  it('treats empty values as absent', () => {
    expect(parseListQuery(classes, { class_name: '', grade: '', class_no_from: '', sort: '' })).toMatchObject({
      filters: [],
      details: [],
    });
  });

  it('applies the default filter of the schema until another value is given', () => {
    expect(parseListQuery(students, {}).filters).toEqual([{ field: 'study_status', match: 'equals', value: 1 }]);
    expect(parseListQuery(students, { study_status: '2' }).filters).toEqual([
      { field: 'study_status', match: 'equals', value: 2 },
    ]);
  });

  it('accepts the own fields of the tenant like all others, and no hidden one', () => {
    expect(parseListQuery(ofCollege, { campus: 'east', sort: '-counsellor_name' })).toMatchObject({
      filters: [{ field: 'campus', match: 'in', values: ['east'] }],
      details: [],
    });
    expect(refused({ class_no_from: '1', sort: 'class_no' }, ofCollege)).toEqual(['/class_no_from', '/sort']);
    expect(refused({ campus: 'east', sort: 'campus' })).toEqual(['/campus', '/sort']);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['an unknown parameter', { class_nmae: '一' }, ['/class_nmae']],
    ['a field that has no filter', { remark: '一' }, ['/remark']],
    ['a sort by a field that has none', { sort: 'remark' }, ['/sort']],
    ['a sort by an unknown field', { sort: 'constructor' }, ['/sort']],
    ['the same field sorted twice', { sort: 'grade,-grade' }, ['/sort']],
    ['a value outside the list of codes', { grade: '7,77' }, ['/grade']],
    ['text for a number', { class_no_from: 'x' }, ['/class_no_from']],
    ['a number that no column holds', { class_no_to: '99999999999' }, ['/class_no_to']],
    ['a range whose end is before its start', { class_no_from: '9', class_no_to: '2' }, ['/class_no_to']],
    ['two values where one is taken', { year_id: ['a', 'b'] }, ['/year_id']],
    ['too long a text', { class_name: '一'.repeat(101) }, ['/class_name']],
    ['a control character', { class_name: 'a\u0000' }, ['/class_name']],
    ['half a character', { class_name: '\ud800' }, ['/class_name']],
    ['pages and sizes out of bounds', { page: '0', size: '201' }, ['/size', '/page']],
    ['a page too deep', { page: '1000000', size: '200' }, ['/page']],
    ['numbers in other clothes', { page: '1e1', size: '0x10' }, ['/size', '/page']],
    ['more values than may be', { grade: Array.from({ length: 101 }, () => '7') }, ['/grade']],
  ])('refuses %s', (_, query, fields) => {
    expect(refused(query)).toEqual(fields);
  });

  it('never filters or sorts by masked fields', () => {
    expect(refused({ mobile: '199', sort: 'mobile' }, students)).toEqual(['/mobile', '/sort']);
  });

  it('expands a day of an instant to the whole day in the time zone of the schools', () => {
    const dated = {
      ...students,
      properties: {
        ...students.properties,
        updated_at: { ...students.properties['updated_at'], 'x-filter': { match: 'range', order: 9 } },
      },
    } as EntitySchema;
    expect(
      parseListQuery(dated, { updated_at_from: '2026-09-01', updated_at_to: '2026-09-01' }).filters.slice(1),
    ).toEqual([
      { field: 'updated_at', match: 'from', value: '2026-08-31T16:00:00.000Z' },
      { field: 'updated_at', match: 'to', value: '2026-09-01T15:59:59.999Z' },
    ]);
    for (const wrong of ['2026-02-30', 'gestern', '2026-09-01T25:00:00Z', '0000-01-01'])
      expect(refused({ updated_at_from: wrong }, dated)).toEqual(['/updated_at_from']);
  });

  it('is unchanged after conversion to an address and back', () => {
    const query = parseListQuery(classes, {
      page: '3',
      size: '20',
      class_name: 'a&b=1',
      grade: '7,8',
      class_no_from: '1',
      sort: '-class_name',
    });
    expect(toQuery(query)).toEqual({
      page: '3',
      size: '20',
      sort: '-class_name',
      class_name: 'a&b=1',
      grade: '7,8',
      class_no_from: '1',
    });
    expect(parseListQuery(classes, toQuery(query))).toEqual(query);
    expect(toQuery({ page: 1, size: 10 })).toEqual({});
  });
});
