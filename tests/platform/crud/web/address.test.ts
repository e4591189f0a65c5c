import { describe, expect, it } from 'vitest';
import {
  personalFilters,
  readState,
  filterValues,
  filterParams,
  writeState,
} from '../../../../src/platform/crud/web/list/address.ts';
import { arrange } from '../../../../src/platform/crud/web/list/use-view.ts';
import { filterFields, type FilterField } from '../../../../src/platform/schema/filters.ts';
import { schemaOf2001 } from './support.tsx';

const filters = filterFields(schemaOf2001);
const extra: FilterField[] = [
  { field: 'open', title: '开放', match: 'equals', type: 'boolean', personal: false },
  { field: 'born', title: '生日', match: 'range', type: 'string', format: 'date', personal: false },
];
const sortable = new Set(['grade']);
const read = (query: string) => readState(new URLSearchParams(query), filters, sortable);

describe('the address of a list', () => {
  it('is parsed to the state that was written into it', () => {
    const state = {
      filters: { class_name: '初一', period: '3,4', class_no_to: '5' },
      sort: '-grade',
      page: 3,
      size: 20,
    };
    expect(readState(writeState(new URLSearchParams(), state, filters), filters, sortable)).toEqual(state);
  });

  it('contains no value that identifies a person, and such a value is not read from it', () => {
    const known = filters.map((filter) => ({ ...filter, personal: filter.field === 'class_name' }));
    const state = { filters: { class_name: '李雷', period: '3' }, sort: undefined, page: 1, size: 10 };
    const search = writeState(new URLSearchParams('class_name=old'), state, known);
    expect(search.toString()).toBe('period=3');
    expect(readState(search, known, sortable, personalFilters(state, known))).toEqual(state);
    expect(readState(new URLSearchParams('class_name=李雷&period=3'), known, sortable).filters).toEqual({
      period: '3',
    });
    expect(readState(search, known, sortable, { class_name: 5, period: '4' }).filters).toEqual({ period: '3' });
  });

  it('omits defaults, and keeps parameters of others', () => {
    const search = writeState(
      new URLSearchParams('page=4&sort=grade&period=3&tab=a'),
      { filters: {}, sort: undefined, page: 1, size: 10 },
      filters,
    );
    expect(search.toString()).toBe('tab=a');
  });

  it.each([
    ['page=0', { page: 1 }],
    ['page=-2', { page: 1 }],
    ['page=1e3', { page: 1 }],
    ['page=999999&size=50', { page: 1, size: 50 }],
    ['size=11', { size: 10 }],
    ['size=50', { size: 50 }],
    ['sort=-class_name', { sort: undefined }],
    ['sort=-grade', { sort: '-grade' }],
    ['period=3,x', { filters: { period: '3' } }],
    ['class_no_from=abc', { filters: {} }],
    ['class_name=%20%20', { filters: {} }],
    ['unknown=1', { filters: {} }],
  ])('parses %s as far as it is valid', (query, expected) => {
    expect(read(query)).toMatchObject(expected);
  });

  it('converts parameters to typed input values and back', () => {
    const wire = { period: '3,4', class_no_from: '2', year_id: 'y2025', open: 'false', born_to: '2026-01-31' };
    const values = filterValues([...filters, ...extra], wire);
    expect(values).toEqual({
      period: [3, 4],
      class_no: [2, undefined],
      year_id: 'y2025',
      open: false,
      born: [undefined, '2026-01-31'],
    });
    expect(filterParams([...filters, ...extra], values)).toEqual(wire);
  });
});

describe('the order of columns', () => {
  const columns = ['name', 'a', 'b', 'c'].map((field) => ({ field }));
  const fields = (order: string[]) =>
    arrange(columns, { order, hidden: [], density: 'middle' }).map(({ field }) => field);

  it('is that of the user, except for the first column', () =>
    expect(fields(['c', 'b', 'a', 'name'])).toEqual(['name', 'c', 'b', 'a']));
  it('places a new column after its predecessor in the schema', () =>
    expect(fields(['c', 'a'])).toEqual(['name', 'c', 'a', 'b']));
  it('ignores columns that no longer exist', () =>
    expect(fields(['gone', 'b', 'c', 'a'])).toEqual(['name', 'b', 'c', 'a']));
});
