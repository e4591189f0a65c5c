import path from 'node:path';
import { concernOfStudents } from '../../src/features/concern/server/queries.ts';
import { caseOfStudents } from '../../src/features/crisis/server/queries/crisis-cases.ts';
import { contactOfStudents } from '../../src/features/interventions/server/queries/last-contact.ts';
import { studentRows } from '../../src/features/students/server/queries/student-rows.ts';
import { areasIn } from '../../src/platform/access/server/access-table.ts';
import type { Database, Statement } from '../../src/platform/db/server/database.ts';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { countOf, pageOf, type RowsOf } from '../../src/platform/resources/server/queries/rows/read.ts';
import { createResources } from '../../src/platform/resources/server/registry.ts';
import { root } from '../../src/platform/runtime/server/root.ts';
import { openSchemas } from '../../src/platform/schema/server/registry.ts';
import { areasOf, seenBy } from '../../src/platform/schema/server/seen-by.ts';
import { BENCH_ORG } from './bench-tenant.ts';
import type { BenchDatabase } from './databases.ts';
import { inPairs } from './pairs.ts';

/** The first page of the list of students with and without the columns that other features add; milliseconds. */
export interface ListColumns {
  withMs: number;
  withoutMs: number;
}

/** The statements of the first page, without and with the columns. */
async function pagesOf(orgId: string): Promise<readonly [readonly Statement[], readonly Statement[]]> {
  const schemas = await openSchemas({
    folder: path.join(root, 'schemas'),
    areas: await areasIn(path.join(root, 'policies')),
  });
  const entity = schemas.entity(orgId, 'student');
  const table = createResources(
    [concernOfStudents, caseOfStudents, contactOfStudents].map((student) => ({ extends: { student } })),
  ).tableOf('student', studentRows);
  const statements = (opens: readonly string[]): readonly Statement[] => {
    const { schema, version } = seenBy(entity, {
      roleId: 4,
      eduLevel: 1,
      reveals: () => false,
      asks: () => false,
      opens: (area) => opens.includes(area),
    });
    const rows: RowsOf = {
      orgId,
      userId: '',
      roleGroup: 'administration',
      today: '2026-11-20',
      now: '2026-11-20T00:00:00.000Z',
      opens,
      schema,
      version,
      table,
      scope: { kind: 'all' },
    };
    const filters = [{ field: 'study_status', match: 'equals' as const, value: 1 }];
    const sort = [{ field: 'student_no', descending: false }];
    return [pageOf(rows, { page: 1, size: 10, sort, filters }), countOf(rows, { filters })];
  };
  return [statements([]), statements(areasOf(entity))];
}

export async function compareColumns(db: Database, orgId: string): Promise<ListColumns> {
  const [withoutMs, withMs] = await inPairs(db, orgId, await pagesOf(orgId));
  return { withoutMs, withMs };
}

/** The same in the school of 100,000 students. */
export async function listColumns(database: BenchDatabase): Promise<ListColumns> {
  const db = await openDatabase(database.options);
  try {
    return await compareColumns(db, BENCH_ORG);
  } finally {
    await db.close();
  }
}
