import { describe, expect, it } from 'vitest';
import { warnHooks } from '../../../src/features/crisis/server/hooks.ts';
import { factsOf } from '../../../src/features/crisis/server/summarise-records.ts';
import type { OrgContext } from '../../../src/platform/context/server/context.ts';
import type { EntitySchema } from '../../../src/platform/schema/types.ts';

type Filters = Parameters<NonNullable<typeof warnHooks.beforeRead>>[1]['filters'];
const equals = (field: string, value: string) => ({ field, match: 'equals', value });

/** Lists warnings as a role that may open these pages; returns the pages that asked for a second proof. */
async function listed(pages: readonly string[], filters: readonly object[]): Promise<string[]> {
  const proved: string[] = [];
  const ctx = {
    actor: {},
    services: { access: { decide: (_: unknown, page: string) => pages.includes(page) } },
    proveVerified: (page: string) => Promise.resolve(proved.push(page)),
  } as unknown as OrgContext;
  await warnHooks.beforeRead?.(ctx, { filters: filters as Filters } as never);
  return proved.toSorted();
}

describe('the list of warnings', () => {
  const [manual, assessment, talk] = ['warning/manual', 'warning/assessment', 'warning/smart-talk'];

  it('needs the pages of all sources, unless it is asked for one source', async () => {
    const all = [assessment, manual, talk].toSorted();
    expect(await listed(all, [])).toEqual(all);
    expect(await listed(all, [equals('source', '2'), equals('valid_status', '0')])).toEqual([assessment]);
    expect(await listed(all, [equals('source', '3')])).toEqual([talk]);
    expect(await listed(all, [equals('source', '1'), equals('source', '2')])).toEqual([assessment, manual]);
  });

  it('is closed to who may not open the page of a source, whatever else the list is filtered by', async () => {
    expect(await listed([manual], [equals('source', '1')])).toEqual([manual]);
    for (const filters of [
      [],
      [equals('valid_status', '0')],
      [{ field: 'source', match: 'from', value: '1' }],
      [equals('source', '2')],
      [equals('source', '1'), equals('source', '3')],
    ])
      await expect(listed([manual], filters)).rejects.toMatchObject({ code: 'AC_FORBIDDEN' });
  });
});

describe('the facts of a record', () => {
  it('are the fields of its list that have a value, without what the page shows anyway', () => {
    const schema = {
      properties: {
        way: { type: 'string', title: '方式', 'x-list': 1 },
        place: { type: 'string', title: '地点', 'x-list': 2 },
        class_name: { type: 'string', title: '班级', 'x-list': 3 },
        at: { type: 'string', format: 'date-time', title: '时间', 'x-list': 4 },
        long: { type: 'string', title: '备注', 'x-list': 5 },
      },
    } as unknown as EntitySchema;
    const row = { way: '当面', place: '', class_name: '初一 1 班', at: '2026-11-20T02:00:00Z', long: '长'.repeat(201) };
    expect(factsOf(schema, row)).toEqual([
      { title: '方式', text: '当面' },
      { title: '备注', text: `${'长'.repeat(200)}…` },
    ]);
    expect(factsOf(schema, { long: '长'.repeat(200) })).toEqual([{ title: '备注', text: '长'.repeat(200) }]);
  });
});
