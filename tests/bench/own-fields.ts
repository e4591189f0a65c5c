import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { areasIn } from '../../src/platform/access/server/access-table.ts';
import type { Database, Statement } from '../../src/platform/db/server/database.ts';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import { countOf, pageOf, type RowsOf } from '../../src/platform/resources/server/queries/rows/read.ts';
import { tenantRows } from '../../src/platform/resources/server/queries/tenant-rows.ts';
import { root } from '../../src/platform/runtime/server/root.ts';
import type { ListQuery } from '../../src/platform/schema/query.ts';
import { publishedOverlays } from '../../src/platform/schema/server/queries/published-overlays.ts';
import { openSchemas } from '../../src/platform/schema/server/registry.ts';
import { BENCH_ORG, ORDINARY } from './bench-tenant.ts';
import { Refused, send } from './client.ts';
import { verified } from './crisis.ts';
import type { BenchDatabase } from './databases.ts';
import { fillOwnRows, NARROW, OWN_ROWS, ownResourceFiles, PUBLISHER, removeOwnRows, WIDE } from './own-rows.ts';
import { inPairs } from './pairs.ts';
import { signIn, startProduct } from './product.ts';
import { watched, type Sheet } from './sheets.ts';

/** Two ways to the same page and its count; milliseconds. */
export interface OwnList {
  what: string;
  ms: number;
  comparedWith: string;
  comparedMs: number;
  /** At most so many times the other. */
  goal: number;
}
export interface OwnFields {
  lists: OwnList[];
  publications: Sheet[];
}

const SCHEMAS = '/v1/portal/schema_studio/resources';
const POLL_MS = 50;
const UNAVAILABLE = 503;
const PAIRS = 25;

type Asked = Pick<ListQuery, 'filters' | 'sort'>;
const LATEST = [{ field: 'created_at', descending: true }];
const KIND: Asked = { filters: [{ field: 'kind', match: 'in', values: ['o3'] }], sort: LATEST };
const DAYS: Asked = {
  filters: [
    { field: 'due', match: 'from', value: '2025-01-01' },
    { field: 'due', match: 'to', value: '2025-01-10' },
  ],
  sort: LATEST,
};
/** A tenth of all rows, as `KIND` finds. */
const CORE: Asked = {
  filters: [
    { field: 'created_at', match: 'from', value: '2024-02-01T00:00:00Z' },
    { field: 'created_at', match: 'to', value: '2024-02-07T22:39:00Z' },
  ],
  sort: LATEST,
};
const SORTED: Asked = { filters: [], sort: [{ field: 'amount', descending: true }] };
const ALL: Asked = { filters: [], sort: LATEST };

async function compareLists(db: Database, folder: string): Promise<OwnList[]> {
  const schemas = await openSchemas({
    folder: path.join(root, 'schemas'),
    tenantsDir: path.join(folder, 'schemas/tenants'),
    areas: await areasIn(path.join(root, 'policies')),
    published: publishedOverlays(db),
  });
  const statements = (name: string, isKept: boolean, { filters, sort }: Asked): readonly Statement[] => {
    const { schema, version } = schemas.entity(BENCH_ORG, name);
    const kept = isKept ? schemas.kept(BENCH_ORG, name) : undefined;
    const rows: RowsOf = {
      orgId: BENCH_ORG,
      userId: '',
      roleGroup: '',
      today: '2026-11-20',
      now: '2026-11-20T00:00:00.000Z',
      opens: [],
      schema,
      version: `${version} ${isKept}`,
      table: { ...tenantRows(schema), ...(kept && { kept }) },
      scope: { kind: 'all' },
    };
    return [pageOf(rows, { page: 1, size: 20, filters, sort }), countOf(rows, { filters })];
  };
  const compare = async (
    [what, one]: readonly [string, readonly Statement[]],
    [comparedWith, other]: readonly [string, readonly Statement[]],
    goal: number,
  ): Promise<OwnList> => {
    const [ms, comparedMs] = await inPairs(db, BENCH_ORG, [one, other], PAIRS);
    return { what, ms, comparedWith, comparedMs, goal };
  };
  const wide = (asked: Asked) => statements(WIDE, true, asked);
  const reading = (asked: Asked) => ['逐行读取', statements(WIDE, false, asked)] as const;
  return [
    await compare(['列表，20 个自有字段', wide(ALL)], ['只有名称', statements(NARROW, true, ALL)], 1.25),
    await compare(['按自有字段筛选', wide(KIND)], ['按创建时间筛选', wide(CORE)], 1.25),
    await compare(['按自有字段筛选', wide(KIND)], reading(KIND), 1),
    await compare(['按自有日期筛选', wide(DAYS)], reading(DAYS), 1),
    await compare(['按自有数字排序', wide(SORTED)], reading(SORTED), 1),
  ];
}

const CODE = {
  title: '编码',
  'x-list': { order: 30, sorter: true },
  'x-form': { on: ['create', 'edit'], order: 30 },
};
const asText = { properties: { code: { ...CODE, type: 'string', maxLength: 20 } } };
const asNumber = { properties: { code: { ...CODE, type: 'integer', 'x-filter': { match: 'range', order: 9 } } } };

const OWN = `${SCHEMAS}/${WIDE}`;
const ROWS = OWN_ROWS.toLocaleString('en');

/** Publishes, and waits until the stored rows are prepared. A publication that is rolled back is told as such. */
async function publishing(env: NodeJS.ProcessEnv, what: string, overlay: object, version: number): Promise<Sheet[]> {
  const product = await startProduct(env);
  try {
    const [me, other] = [await verified(product.port, PUBLISHER), await signIn(product.port, ORDINARY)];
    const ask = async <T>(method: 'GET' | 'POST', target: string, body?: object): Promise<T> =>
      ((await (await send(product.port, me, method, target, body)).json()) as { data: T }).data;
    let isRefused = false;
    const publish = async () => {
      const { seen } = await ask<{ seen: string }>('POST', `${OWN}/impact`, { overlay });
      try {
        await ask('POST', `${OWN}/publish`, { overlay, version, seen, note: '' });
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== UNAVAILABLE) throw error;
        isRefused = true;
      }
    };
    const complete = async () => {
      while ((await ask<{ keeping: boolean }>('GET', OWN)).keeping) await wait(POLL_MS);
    };
    const published = await watched(product, other, undefined, what, 10_000, publish);
    const filled = await watched(product, other, undefined, '　之后在后台整理', 120_000, complete);
    return [isRefused ? { ...published, what: `${what}（超时，没有完成）` } : published, filled];
  } finally {
    await product.stop();
  }
}

/** Lists and publications of own resources with 100,000 rows. */
export async function ownFields(database: BenchDatabase): Promise<OwnFields> {
  const folder = ownResourceFiles();
  const env = { ...database.env, TENANTS_DIR: folder };
  const within = async <T>(options: BenchDatabase['owner'], work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(options);
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  await within(database.owner, (db) => db.admin(fillOwnRows));
  try {
    const first = await publishing(env, `发布一个字段，${ROWS} 行`, asText, 0);
    await within(database.owner, (db) => db.admin((run) => run('vacuum analyze tenant_rows, row_values')));
    const lists = await within(database.options, (db) => compareLists(db, folder));
    return { lists, publications: [...first, ...(await publishing(env, `发布并换算 ${ROWS} 个值`, asNumber, 1))] };
  } finally {
    await within(database.owner, (db) => db.admin(removeOwnRows));
    rmSync(folder, { recursive: true, force: true });
  }
}
