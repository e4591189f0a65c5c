import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { compileOnce } from '../../../src/platform/db/server/compile-once.ts';
import { qb } from '../../../src/platform/db/server/query-builder.ts';

const orgs = () => qb.selectFrom('orgs').select('org_id');

describe('a statement that is compiled once', () => {
  it('is built once for each set of present values, and takes the values of each call', () => {
    const build = vi.fn(({ orgId, names }: { orgId: string; names?: readonly string[] }) =>
      orgs()
        .where('org_id', '=', orgId)
        .where('service_type', '=', 2)
        .$if(names !== undefined, (some) => some.where(sql<boolean>`org_name = any(${names}::text[])`)),
    );
    const statement = compileOnce(build);
    const plain = (orgId: string, names?: string[]) =>
      orgs()
        .where('org_id', '=', orgId)
        .where('service_type', '=', 2)
        .$if(names !== undefined, (some) => some.where(sql<boolean>`org_name = any(${names}::text[])`))
        .compile();
    for (const [orgId, names] of [['1'], ['2'], ['1', ['a', 'b']], ['3', ['c']], ['4']] as [string, string[]?][]) {
      const { sql: text, parameters } = statement(names ? { orgId, names } : { orgId });
      expect({ text, parameters }).toEqual({
        text: plain(orgId, names).sql,
        parameters: plain(orgId, names).parameters,
      });
    }
    expect(build).toHaveBeenCalledTimes(2);
  });

  it('writes rows and changes', () => {
    const change = compileOnce(({ id, ...row }: { id: string; org_name?: string; available_quota?: number }) =>
      qb.updateTable('orgs').set(row).where('org_id', '=', id),
    );
    expect(change({ id: '1', available_quota: 0 }).parameters).toEqual([0, '1']);
    expect(change({ id: '2', org_name: 'x' }).sql).toBe('update "orgs" set "org_name" = $1 where "org_id" = $2');
  });

  it.each<[string, (values: { names: readonly string[]; n: number }) => ReturnType<typeof orgs>]>([
    ['is mapped', ({ names }) => orgs().where('org_name', 'in', names.map(String))],
    ['is spread', ({ names }) => orgs().where('org_name', 'in', [...names])],
    ['becomes a text', ({ names }) => orgs().where('org_name', '=', String(names))],
    ['becomes JSON', ({ names }) => orgs().where('org_name', '=', JSON.stringify(names))],
    ['is compared', ({ n }) => (n > 1 ? orgs() : orgs().where('org_id', '=', '1'))],
    ['is left out', ({ names }) => orgs().where('org_name', 'in', names)],
  ])('is refused at its first call where a value %s', (_, build) => {
    expect(() => compileOnce(build)({ names: ['a'], n: 1 })).toThrow(/value|parameter/);
  });
});
