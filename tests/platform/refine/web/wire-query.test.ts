import { describe, expect, it } from 'vitest';
import { wireFilters, wireSort } from '../../../../src/platform/refine/web/wire-query.ts';

describe('the query of a list', () => {
  it('sorts by field or -field, comma-separated', () => {
    expect(
      wireSort([
        { field: 'grade', order: 'asc' },
        { field: 'class_no', order: 'desc' },
      ]),
    ).toBe('grade,-class_no');
  });

  it('names bounds by suffix and joins several values', () => {
    expect(
      wireFilters([
        { field: 'class_name', operator: 'contains', value: '三' },
        { field: 'grade', operator: 'in', value: [7, 8] },
        { field: 'class_no', operator: 'gte', value: 1 },
        { field: 'class_no', operator: 'lte', value: 0 },
      ]),
    ).toEqual({ class_name: '三', grade: '7,8', class_no_from: '1', class_no_to: '0' });
  });

  it('omits empty values', () => {
    expect(
      wireFilters([
        { field: 'a', operator: 'eq', value: '' },
        { field: 'b', operator: 'in', value: [] },
        { field: 'c', operator: 'eq', value: undefined },
        { field: 'd', operator: 'eq', value: null },
      ]),
    ).toEqual({});
  });

  it('refuses operators that the wire does not have', () => {
    expect(() => wireFilters([{ operator: 'or', value: [] }])).toThrow('only filters of fields are supported');
  });
});
