import { sql, CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SentStatement, Tenant } from '../../../../src/platform/db/server/database.ts';
import { isUniqueViolation, isUnstorable } from '../../../../src/platform/db/server/errors.ts';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import { describeDatabases, useDatabase } from '../../../support/databases.ts';

const nobody: Tenant = { orgId: null, userId: null };
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

  it('answers each statement in its place, rows or a count', async () => {
    const [inserted, all, none, changed] = await db().write(nobody, [
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

  it('answers an empty list of statements', async () => {
    expect(await db().read(nobody, [])).toEqual([]);
  });

  it('takes effect as a whole or not at all', async () => {
    await expect(
      db().write(nobody, [
        raw("insert into notes values (3, 'three')"),
        raw("insert into notes values (1, 'again')"),
        raw("insert into notes values (4, 'four')"),
      ]),
    ).rejects.toSatisfy(
      (error: unknown) => isUniqueViolation(error, 'notes_pkey') && !isUniqueViolation(error, 'another'),
    );
    const [rows] = await db().read(nobody, [raw<{ n: number }>('select count(*) as n from notes where id > 2')]);
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('stays usable after an error in the second statement, whether it was known before or not', async () => {
    const divide = (by: number) => raw<{ x: number }>('select 10 / $1::int as x', [by]);
    const one = raw<{ one: number }>('select 1 as one');
    for (let i = 0; i < 3; i++) {
      await expect(db().read(nobody, [one, divide(0), one])).rejects.toMatchObject({ code: '22012' });
      expect(await db().read(nobody, [one, divide(5), one])).toEqual([[{ one: 1 }], [{ x: 2 }], [{ one: 1 }]]);
      await expect(db().read(nobody, [one, raw('select * from nowhere')])).rejects.toMatchObject({ code: '42P01' });
    }
  });

  it('refuses to change anything in a read', async () => {
    await expect(db().read(nobody, [raw("insert into notes values (9, 'nine')")])).rejects.toMatchObject({
      code: '25006',
    });
  });

  it('sends several statements of the same text in one message', async () => {
    const plus = (n: number) => raw<{ sum: number }>('select 40 + $1::int as sum', [n]);
    for (let i = 0; i < 2; i++)
      expect(await db().read(nobody, [plus(1), plus(2), plus(3)])).toEqual([
        [{ sum: 41 }],
        [{ sum: 42 }],
        [{ sum: 43 }],
      ]);
  });

  it('keeps statements prepared: the server parses a repeated one no more', async () => {
    const repeated = (n: number) => raw<{ repeated: number }>('select $1::int as repeated', [n]);
    const runs = raw('select generic_plans + custom_plans as runs from pg_prepared_statements where statement = $1', [
      repeated(0).sql,
    ]);
    await db().transaction(nobody, async (tx) => {
      for (let i = 0; i < 4; i++) expect(await tx.run(repeated(i))).toEqual([{ repeated: i }]);
      // Parsing it again would begin a new count.
      expect(await tx.run(runs)).toEqual([{ runs: 4 }]);
    });
  });

  it('keeps a bounded number of statements prepared, and all of them work', async () => {
    await db().transaction(nobody, async (tx) => {
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i < 300; i++) expect(await tx.run(raw(`select ${i} as i`))).toEqual([{ i }]);
      }
      const [row] = await tx.run(raw<{ n: number }>('select count(*) as n from pg_prepared_statements'));
      expect(row?.n).toBeLessThan(270);
    });
    const many = Array.from({ length: 600 }, (_, i) => raw<{ i: number }>(`select ${1000 + i} as i`));
    for (let round = 0; round < 2; round++)
      expect((await db().read(nobody, many)).map(([row]) => row?.i)).toEqual(many.map((_, i) => 1000 + i));
  });

  it('follows a table that changes under a prepared statement', async () => {
    await db().admin((run) =>
      run('create table changing (id int); insert into changing values (1); grant all on changing to xinyu_app'),
    );
    const all = raw('select * from changing');
    expect(await db().read(nobody, [all])).toEqual([[{ id: 1 }]]);
    await db().admin((run) => run("alter table changing add column extra text default 'x'"));
    expect(await db().read(nobody, [all])).toEqual([[{ id: 1, extra: 'x' }]]);
  });

  it('carries values of every kind there and back', async () => {
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
    await db().write(nobody, [
      raw('insert into kinds values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)', Object.values(values)),
    ]);
    const [[row]] = await db().read(nobody, [raw<typeof values>('select * from kinds where id = 1')]);
    expect(row).toEqual(values);
  });

  it('carries nulls, dates, nested arrays and JSON arrays', async () => {
    const [[row]] = await db().read(nobody, [
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

  it('gives instants in UTC whatever zone they were written in', async () => {
    const [[row]] = await db().read(nobody, [
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

  it('reports a value that cannot be stored as such', async () => {
    await expect(db().write(nobody, [raw('insert into notes values (50, $1)', ['a\0b'])])).rejects.toSatisfy(
      isUnstorable,
    );
    await expect(
      db().write(nobody, [raw('insert into kinds (id, d) values (50, $1)', ['2026-02-30'])]),
    ).rejects.toSatisfy(isUnstorable);
    await expect(db().write(nobody, [raw('insert into notes values ($1, null)', [Symbol('x')])])).rejects.toThrow(
      TypeError,
    );
  });

  it('serves many callers at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => db().read(nobody, [raw<{ i: number }>('select $1::int as i', [i])])),
    );
    expect(answers.map(([[row]]) => row?.i)).toEqual(answers.map((_, i) => i));
  });

  it('tells listeners what is sent, and no longer when they leave', async () => {
    const heard: SentStatement[] = [];
    const leave = db().onStatement((statement) => heard.push(statement));
    const tenant: Tenant = { orgId: '2001', userId: 'u1' };
    await db().read(tenant, [raw('select $1::int', [7])]);
    await db().transaction(tenant, (tx) => tx.run(raw('select 8')));
    leave();
    await db().read(tenant, [raw('select 9')]);
    expect(heard).toEqual([
      { sql: 'select $1::int', parameters: [7], tenant, via: 'read' },
      { sql: 'select 8', parameters: [], tenant, via: 'transaction' },
    ]);
  });

  describe('text that would leave row-level security', () => {
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
      await expect(db().read(nobody, [raw(text)])).rejects.toThrow('not a statement');
      await expect(db().transaction(nobody, (tx) => tx.run(raw(text)))).rejects.toThrow('not a statement');
    });

    it('is refused behind another statement', async () => {
      await expect(db().read(nobody, [raw('select 1; reset role')])).rejects.toMatchObject({ code: '42601' });
    });
  });
});
