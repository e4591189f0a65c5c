import { expect } from 'vitest';
import { toWire } from '../../../src/platform/resources/server/rows.ts';
import { filterFields, wireNames } from '../../../src/platform/schema/filters.ts';
import { parseListQuery } from '../../../src/platform/schema/query.ts';
import type { Entity } from '../../../src/platform/schema/server/entity.ts';
import { seenBy } from '../../../src/platform/schema/server/seen-by.ts';
import { exportColumns, importColumns } from '../../../src/platform/schema/sheet.ts';

/** Expects that a role without the right to see fields learns nothing of their values. */
export function expectUnseen(entity: Entity, stored: Readonly<Record<string, unknown>>, roleId: number): void {
  const { schema } = seenBy(entity, {
    roleId,
    eduLevel: 1,
    reveals: () => false,
    asks: () => false,
    opens: () => false,
  });
  const unseen = Object.entries(entity.schema.properties)
    .filter(([, field]) => field['x-seen-by']?.includes(roleId) === false)
    .map(([name]) => name);
  const ext = stored['ext'] as Record<string, unknown>;
  const others = { ...stored, ext: Object.fromEntries(Object.entries(ext).filter(([name]) => !unseen.includes(name))) };
  const wire = toWire(schema, () => false);
  expect(wire(stored)).toEqual(wire(others));
  for (const name of unseen) {
    expect(wire(stored)).not.toHaveProperty(name);
    expect([...exportColumns(schema), ...importColumns(schema)].map(({ field }) => field)).not.toContain(name);
    const filter = filterFields(entity.schema).find(({ field }) => field === name);
    for (const asked of [...(filter ? wireNames(filter) : []), 'sort'])
      expect(parseListQuery(schema, { [asked]: asked === 'sort' ? name : '1' }).details).toMatchObject([
        { field: `/${asked}` },
      ]);
  }
}
