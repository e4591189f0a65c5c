import { PGlite } from '@electric-sql/pglite';
import Fastify from 'fastify';
import pg from 'pg';
import { serveParent } from './children.ts';
import { NUMBER } from './load.ts';

/** The product's statements for one list or one new row, and the tenant whose rows they may see. */
export interface ListSql {
  orgId: string;
  userId: string;
  /** The list, or the new row with `NUMBER` in the texts that differ from row to row. */
  list: Statement;
  count?: Statement;
}
interface Statement {
  sql: string;
  parameters: unknown[];
}

export interface PlainQuestion {
  database: { url: string } | { cluster: string };
  sql: ListSql;
  /**
   * `plain`: begin, tenant, list and count or the new row, commit, one message each. `direct`: without transaction and
   * row-level security.
   */
  way: 'plain' | 'direct';
}

type Rows = Record<string, unknown>[];
type Run = (statement: Statement) => Promise<Rows>;

const tenant =
  "select set_config('role','xinyu_app',true),set_config('app.org_id',$1,true),set_config('app.user_id',$2,true)";

let numbers = Date.now() * 1000;
const withNumber = ({ sql, parameters }: Statement): Statement => {
  const number = String(++numbers);
  return { sql, parameters: parameters.map((one) => (typeof one === 'string' ? one.replaceAll(NUMBER, number) : one)) };
};

const countOf = (rows: Rows | undefined) => Number(Object.values(rows?.[0] ?? {})[0] ?? 0);

/** How an ordinary program queries: pool or engine, one statement after the other. */
async function databaseOf({
  database,
  sql,
  way,
}: PlainQuestion): Promise<{ list: () => Promise<{ total: number; items: Rows }>; close: () => Promise<void> }> {
  const both = async (run: Run) => {
    const items = await run(withNumber(sql.list));
    return { total: sql.count ? countOf(await run(sql.count)) : items.length, items };
  };
  const settings = [sql.orgId, sql.userId];
  if ('url' in database) {
    const pool = new pg.Pool({ connectionString: database.url, max: 10 });
    const direct: Run = async ({ sql: text, parameters }) => (await pool.query(text, parameters)).rows;
    const inTransaction = async () => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(tenant, settings);
        const answer = await both(async ({ sql: text, parameters }) => (await client.query(text, parameters)).rows);
        await client.query('commit');
        return answer;
      } finally {
        client.release();
      }
    };
    return { list: way === 'direct' ? () => both(direct) : inTransaction, close: () => pool.end() };
  }
  const engine = await PGlite.create(database.cluster);
  return {
    list:
      way === 'direct'
        ? () =>
            both(
              async ({ sql: text, parameters }) => (await engine.query<Record<string, unknown>>(text, parameters)).rows,
            )
        : () =>
            engine.transaction(async (tx) => {
              await tx.query(tenant, settings);
              return both(
                async ({ sql: text, parameters }) => (await tx.query<Record<string, unknown>>(text, parameters)).rows,
              );
            }),
    close: () => engine.close(),
  };
}

/** (b) The same SQL behind Fastify, without the product's code. */
export function plainServer(): void {
  const app = Fastify();
  let close = async (): Promise<void> => undefined;
  serveParent(
    async (question: PlainQuestion) => {
      const database = await databaseOf(question);
      close = database.close;
      app.route({ method: ['GET', 'POST'], url: '/list', handler: async () => ({ data: await database.list() }) });
      await database.list();
      return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    },
    async () => {
      await app.close();
      await close();
    },
  );
}
