import { sql, CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SentStatement, Tenant } from '../../../../src/platform/db/server/database.ts';
import { isUniqueViolation, isDataException } from '../../../../src/platform/db/server/errors.ts';
import { withOnePlan } from '../../../../src/platform/db/server/one-plan.ts';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import { describeDatabases, useDatabase } from '../../../support/databases.ts';

const noTenant: Tenant = { orgId: null, userId: null };
const raw = <R>(text: string, parameters: unknown[] = []) => CompiledQuery.raw(text, parameters) as CompiledQuery<R>;

describeDatabases('messages to the database', (kind) => {
  const db = useDatabase(kind);

  beforeAll(async () => {
    await db().admin((run) =>
      run(`
      create table notes (id int primary key, body text);
      create table kinds (id int primary key, t text, b boolean, i8 bigint, f float8, n numeric, d date, ts timestamptz, j jsonb, ta text[], ia int[], ba bytea, bl boolean[], da date[]);
      grant all on notes, kinds to xinyu_app`),
    );
  });

  it('return rows or a count for each statement, in order', async () => {
    const [inserted, all, none, changed] = await db().write(noTenant, [
      raw<never>("insert into notes values (1, 'one'), (2, 'two')"),
      sql<{ id: number; body: string }>`select id, body from notes order by id`.compile(qb),
      sql<{ id: number }>`select id from notes where id = ${99}`.compile(qb),
      raw<never>("update notes set body = 'zwei' where id = 2"),
    ]);
    expect(inserted).toBe(2);
    expect(all.map((row) => row.body)).toEqual(['one', 'two']);
    expect(none).toEqual([]);
    expect(changed).toBe(1);
  });

  it('accept an empty list of statements', async () => {
    expect(await db().read(noTenant, [])).toEqual([]);
  });

  it('take effect as a whole or not at all', async () => {
    await expect(
      db().write(noTenant, [
        raw("insert into notes values (3, 'three')"),
        raw("insert into notes values (1, 'again')"),
        raw("insert into notes values (4, 'four')"),
      ]),
    ).rejects.toSatisfy(
      (error: unknown) => isUniqueViolation(error, 'notes_pkey') && !isUniqueViolation(error, 'another'),
    );
    const [rows] = await db().read(noTenant, [raw<{ n: number }>('select count(*) as n from notes where id > 2')]);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('leave the connection usable after an error in a new or a prepared second statement', async () => {
    const divide = (by: number) => raw<{ x: number }>('select 10 / $1::int as x', [by]);
    const one = raw<{ one: number }>('select 1 as one');
    for (let i = 0; i < 3; i++) {
      await expect(db().read(noTenant, [one, divide(0), one])).rejects.toMatchObject({ code: '22012' });
      expect(await db().read(noTenant, [one, divide(5), one])).toEqual([[{ one: 1 }], [{ x: 2 }], [{ one: 1 }]]);
      await expect(db().read(noTenant, [one, raw('select * from nowhere')])).rejects.toMatchObject({ code: '42P01' });
    }
  });

  it('refuse changes in a read', async () => {
    await expect(db().read(noTenant, [raw("insert into notes values (9, 'nine')")])).rejects.toMatchObject({
      code: '25006',
    });
  });

  it('may contain several statements of the same text', async () => {
    const plus = (n: number) => raw<{ sum: number }>('select 40 + $1::int as sum', [n]);
    for (let i = 0; i < 2; i++)
      expect(await db().read(noTenant, [plus(1), plus(2), plus(3)])).toEqual([
        [{ sum: 41 }],
        [{ sum: 42 }],
        [{ sum: 43 }],
      ]);
  });

  it('keep statements prepared, so that the server parses a repeated one only once', async () => {
    const repeated = (n: number) => raw<{ repeated: number }>('select $1::int as repeated', [n]);
    const runs = raw('select generic_plans + custom_plans as runs from pg_prepared_statements where statement = $1', [
      repeated(0).sql,
    ]);
    await db().transaction(noTenant, async (tx) => {
      for (let i = 0; i < 4; i++) expect(await tx.run(repeated(i))).toEqual([{ repeated: i }]);
      // Parsing it again would reset the count.
      expect(await tx.run(runs)).toEqual([{ runs: 4 }]);
    });
  });

  it('plan a statement once for all its values where it asks for that, and only then', async () => {
    const mode = raw<{ mode: string }>("select current_setting('plan_cache_mode') as mode");
    const modeOf = async (statement: typeof mode) => (await db().read(noTenant, [statement]))[0][0]?.mode;
    expect(await modeOf(withOnePlan(mode))).toBe('force_generic_plan');
    expect(await modeOf(mode)).toBe('auto');
  });

  it('keep a bounded number of statements prepared, and all of them work', async () => {
    await db().transaction(noTenant, async (tx) => {
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i < 300; i++) expect(await tx.run(raw(`select ${i} as i`))).toEqual([{ i }]);
      }
      const [row] = await tx.run(raw<{ n: number }>('select count(*) as n from pg_prepared_statements'));
      expect(row?.n).toBeLessThan(270);
    });
    const many = Array.from({ length: 600 }, (_, i) => raw<{ i: number }>(`select ${1000 + i} as i`));
    for (let round = 0; round < 2; round++)
      expect((await db().read(noTenant, many)).map(([row]) => row?.i)).toEqual(many.map((_, i) => 1000 + i));
  });

  it('use the new columns after a table changed under a prepared statement', async () => {
    await db().admin((run) =>
      run('create table changing (id int); insert into changing values (1); grant all on changing to xinyu_app'),
    );
    const all = raw('select * from changing');
    expect(await db().read(noTenant, [all])).toEqual([[{ id: 1 }]]);
    await db().admin((run) => run("alter table changing add column extra text default 'x'"));
    expect(await db().read(noTenant, [all])).toEqual([[{ id: 1, extra: 'x' }]]);
  });

  it('round-trip values of every type', async () => {
    const long = '心理健康'.repeat(20_000);
    const values = {
      id: 1,
      t: `${long} '"\\{},; -- $1`,
      b: true,
      i8: 9_007_199_254_740_991,
      f: 1.5,
      n: '12345678901234567890.25',
      d: '2026-02-28',
      ts: '2026-03-01T08:00:00.123Z',
      j: { 名: ['a', 1, null, true] },
      ta: ['a"b', '逗,号', '', 'NULL', '\\', '{}'],
      ia: [1, -2],
      ba: Buffer.from([0, 1, 255]),
      bl: [true, false],
      da: ['2026-01-01'],
    };
    await db().write(noTenant, [
      raw('insert into kinds values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)', Object.values(values)),
    ]);
    const [[row]] = await db().read(noTenant, [raw<typeof values>('select * from kinds where id = 1')]);
    expect(row).toEqual(values);
  });

  it('accept nulls, dates, nested arrays and JSON arrays', async () => {
    const [[row]] = await db().read(noTenant, [
      raw(
        'select $1::text as nothing, $2::timestamptz as at, $3::int[] as nested, $4::jsonb as list, $5::text[] as holes, $6::bigint as big, $7::text as missing',
        [
          null,
          new Date('2026-05-06T07:08:09.010Z'),
          [
            [1, 2],
            [3, 4],
          ],
          JSON.stringify([1, 'zwei']),
          ['a', null],
          12n,
          undefined,
        ],
      ),
    ]);
    expect(row).toEqual({
      nothing: null,
      at: '2026-05-06T07:08:09.010Z',
      nested: [
        [1, 2],
        [3, 4],
      ],
      list: [1, 'zwei'],
      holes: ['a', null],
      big: 12,
      missing: null,
    });
  });

  it('return instants in UTC for every time zone', async () => {
    const [[row]] = await db().read(noTenant, [
      raw(
        "select '2026-01-01 08:00+08'::timestamptz as a, '1900-01-01 00:00:00+00'::timestamptz as b, 'infinity'::timestamptz as c, '2026-01-01'::timestamp as d, array['2026-01-01 00:00:00.5+00'::timestamptz] as e",
      ),
    ]);
    expect(row).toEqual({
      a: '2026-01-01T00:00:00.000Z',
      b: '1900-01-01T00:00:00.000Z',
      c: 'infinity',
      d: '2026-01-01 00:00:00',
      e: ['2026-01-01T00:00:00.500Z'],
    });
  });

  it('report a value that does not fit its column as a data exception', async () => {
    await expect(db().write(noTenant, [raw('insert into notes values (50, $1)', ['a\0b'])])).rejects.toSatisfy(
      isDataException,
    );
    await expect(
      db().write(noTenant, [raw('insert into kinds (id, d) values (50, $1)', ['2026-02-30'])]),
    ).rejects.toSatisfy(isDataException);
    await expect(db().write(noTenant, [raw('insert into notes values ($1, null)', [Symbol('x')])])).rejects.toThrow(
      TypeError,
    );
  });

  it('serve many concurrent callers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => db().read(noTenant, [raw<{ i: number }>('select $1::int as i', [i])])),
    );
    expect(answers.map(([[row]]) => row?.i)).toEqual(answers.map((_, i) => i));
  });

  it('notify statement listeners until they are removed', async () => {
    const sent: SentStatement[] = [];
    const removeListener = db().onStatement((statement) => sent.push(statement));
    const tenant: Tenant = { orgId: '2001', userId: 'u1' };
    await db().read(tenant, [raw('select $1::int', [7])]);
    await db().transaction(tenant, (tx) => tx.run(raw('select 8')));
    removeListener();
    await db().read(tenant, [raw('select 9')]);
    expect(sent).toEqual([
      { sql: 'select $1::int', parameters: [7], tenant, via: 'read' },
      { sql: 'select 8', parameters: [], tenant, via: 'transaction' },
    ]);
  });

  describe('text that would bypass row-level security', () => {
    it.each([
      'reset role',
      'set role postgres',
      'begin',
      'commit',
      "select set_config('role', 'none', false)",
      'do $$ begin end $$',
      'copy notes to stdout',
      'discard all',
      '',
    ])('is refused: %s', async (text) => {
      await expect(db().read(noTenant, [raw(text)])).rejects.toThrow('not a statement');
      await expect(db().transaction(noTenant, (tx) => tx.run(raw(text)))).rejects.toThrow('not a statement');
    });

    it('is refused behind another statement', async () => {
      await expect(db().read(noTenant, [raw('select 1; reset role')])).rejects.toMatchObject({ code: '42601' });
    });
  });
});
