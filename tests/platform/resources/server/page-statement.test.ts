import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { areasIn } from '../../../../src/platform/access/server/access-table.ts';
import { hasOnePlan } from '../../../../src/platform/db/server/one-plan.ts';
import { pageOf, type RowsOf } from '../../../../src/platform/resources/server/queries/rows/read.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { openSchemas } from '../../../../src/platform/schema/server/registry.ts';

let rows: RowsOf;
beforeAll(async () => {
  const schemas = await openSchemas({
    folder: path.join(root, 'schemas'),
    areas: await areasIn(path.join(root, 'policies')),
  });
  const { schema, version } = schemas.entity('1', 'year');
  rows = {
    orgId: '1',
    userId: '',
    roleGroup: '',
    today: '2026-11-20',
    now: '2026-11-20T00:00:00.000Z',
    opens: [],
    schema,
    version,
    table: { within: () => expect.unreachable() },
    scope: { kind: 'all' },
  };
});

/** The end of the statement without the outer order, and the last parameters. */
function pageAt(page: number, size: number) {
  const { sql, parameters } = pageOf(rows, { page, size, sort: [], filters: [] });
  return { text: sql, last: parameters.slice(-2) };
}

describe('the statement of a page', () => {
  it('names the rows of a first page of an offered size, so that its plan is kept', () => {
    expect(pageAt(1, 10).text).toContain('limit 10)');
    expect(pageAt(1, 50).text).toContain('limit 50)');
    expect(pageAt(1, 10).text).not.toContain('offset');
  });

  it('has one plan for all values where the list is as it opens, and a plan for each value elsewhere', () => {
    const first = { page: 1, size: 10, sort: [], filters: [] };
    expect(hasOnePlan(pageOf(rows, first))).toBe(true);
    expect(hasOnePlan(pageOf(rows, { ...first, page: 2 }))).toBe(false);
    const filters = [{ field: 'year_name', match: 'contains', value: '2026' }] as const;
    expect(hasOnePlan(pageOf(rows, { ...first, filters }))).toBe(false);
    const scoped: RowsOf = { ...rows, table: { within: () => sql`true` }, scope: { kind: 'none' } };
    expect(hasOnePlan(pageOf(scoped, first))).toBe(false);
  });

  it('is one text for all further pages and all other sizes', () => {
    expect(pageAt(2, 10).last).toEqual([10, 10]);
    expect(pageAt(3, 10).last).toEqual([10, 20]);
    expect(pageAt(1, 7).last).toEqual([7, 0]);
    expect(pageAt(2, 10).text).toBe(pageAt(1, 7).text);
    expect(pageAt(3, 10).text).toBe(pageAt(1, 7).text);
  });
});
