import path from 'node:path';
import { sql } from 'kysely';
import { studentRows } from '../../src/features/students/server/queries/student-rows.ts';
import { areasIn } from '../../src/platform/access/server/access-table.ts';
import type { Statement } from '../../src/platform/db/server/database.ts';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { qb } from '../../src/platform/db/server/query-builder.ts';
import { countOf, pageOf } from '../../src/platform/resources/server/queries/rows/read.ts';
import { root } from '../../src/platform/runtime/server/root.ts';
import { openSchemas } from '../../src/platform/schema/server/registry.ts';
import { seenBy } from '../../src/platform/schema/server/seen-by.ts';
import { BENCH_ORG } from './bench-tenant.ts';
import type { BenchDatabase } from './databases.ts';
import { median } from './start-up.ts';

const TIMES = 21;
const WARM_UP = 4;

/**
 * A search for two characters of a name among 100,000 students: with the product's statement, and with a plain LIKE
 * under the same filter; milliseconds.
 */
export interface NameSearch {
  productMs: number;
  likeMs: number;
  found: number;
}

export async function nameSearch(database: BenchDatabase): Promise<NameSearch> {
  const db = await openDatabase(database.options);
  try {
    const schemas = await openSchemas({
      folder: path.join(root, 'schemas'),
      areas: await areasIn(path.join(root, 'policies')),
    });
    const { schema, version } = seenBy(schemas.entity(BENCH_ORG, 'student'), {
      roleId: 4,
      eduLevel: 1,
      reveals: () => true,
      asks: () => false,
      opens: () => false,
    });
    const tenant = { orgId: BENCH_ORG, userId: null } as const;
    const [[common]] = await db.read(tenant, [
      sql<{
        pair: string;
      }>`select substr(child_name, 2, 2) as pair from students where org_id = ${BENCH_ORG} and char_length(child_name) > 2 group by 1 order by count(*) desc offset 20 limit 1`.compile(
        qb,
      ),
    ]);
    const pair = common?.pair ?? '';
    const rows = {
      orgId: BENCH_ORG,
      userId: '',
      roleGroup: '',
      today: '2026-11-20',
      now: new Date().toISOString(),
      opens: [],
      schema,
      version,
      table: studentRows,
      scope: { kind: 'all' } as const,
    };
    const query = {
      page: 1,
      size: 20,
      sort: [{ field: 'student_no', descending: false }],
      filters: [
        { field: 'child_name', match: 'contains', value: pair },
        { field: 'study_status', match: 'equals', value: 1 },
      ] as const,
    };
    const [page, count] = [
      pageOf(rows, { ...query, filters: [...query.filters] }),
      countOf(rows, { filters: [...query.filters] }),
    ];
    // The product's statement with another way to find the name.
    const found = sql`t.org_id = ${BENCH_ORG} and t.child_name like ${`%${pair}%`} and t.study_status = 1`;
    const like = [
      sql`${sql.raw(page.sql.slice(0, page.sql.indexOf(' where "t"."org_id"')).replaceAll(/\$\d+/g, `'${rows.today}'`))} where ${found} order by t.student_no, t.child_id limit 20) as t order by t.student_no, t.child_id`.compile(
        qb,
      ),
      sql<{ total: number }>`select count(*) as total from students as t where ${found}`.compile(qb),
    ] as const;
    const time = async (statements: readonly Statement[]) => {
      const taken: number[] = [];
      for (let i = 0; i < TIMES + WARM_UP; i++) {
        const from = performance.now();
        await db.read(tenant, statements);
        if (i >= WARM_UP) taken.push(performance.now() - from);
      }
      return median(taken);
    };
    const [productMs, likeMs] = [await time([page, count]), await time(like)];
    const [[total]] = await db.read(tenant, [like[1]]);
    return { productMs, likeMs, found: total?.total ?? 0 };
  } finally {
    await db.close();
  }
}
