import type { SentStatement } from '../../src/platform/db/server/database.ts';
import type { BareAnswer } from './bare-server.ts';
import { runLoad, start } from './children.ts';
import type { BenchDatabase } from './databases.ts';
import { NUMBER } from './load.ts';
import type { ListSql } from './plain-server.ts';
import type { ProductQuestion, ProfileAnswer } from './product-server.ts';
import { signIn } from './product.ts';
import type { Share } from './shares.ts';
import { LISTS, jobOf, type Known, type List } from './throughput.ts';

const PROFILE_MS = 4000;

/** Time by stage of one list at one connection; all times are per request, in milliseconds. */
export interface Stages {
  list: string;
  totalMs: number;
  databaseMs: number;
  roundTrips: number;
  shares: Share[];
}

/** The statements and bytes of each list, and its time by stage. */
export async function lookInside(
  entry: string,
  database: BenchDatabase,
): Promise<{ known: Known[]; stages: Stages[] }> {
  const child = start(entry, 'product', database.env);
  const ask = <T>(question: ProductQuestion) => child.ask<T>(question);
  try {
    const port = await ask<number>({ ask: 'start', database: database.options });
    const known: Known[] = [];
    const stages: Stages[] = [];
    for (const list of LISTS) {
      const job = jobOf(list, port, list.target, 1, await signIn(port, list.actor));
      await ask({ ask: 'statements' });
      const { body } = await runLoad(entry, { ...job, warmUpMs: 0, maxRequests: 1 });
      known.push({
        list,
        answer: (JSON.parse(body) as { data: BareAnswer }).data,
        sql: sqlOf(list, await ask<SentStatement[]>({ ask: 'statements' })),
      });

      await ask({ ask: 'profile' });
      await runLoad(entry, job);
      await ask({ ask: 'mark' });
      const { perSecond, requests } = await runLoad(entry, { ...job, warmUpMs: 0, durationMs: PROFILE_MS });
      const { shares, waitedMs, waits } = await ask<ProfileAnswer>({ ask: 'end-profile' });
      const each = (value: number) => value / requests;
      stages.push({
        list: list.title,
        totalMs: 1000 / perSecond,
        databaseMs: each(waitedMs),
        roundTrips: each(waits),
        shares: shares.map(({ what, ms }) => ({ what, ms: each(ms) })),
      });
    }
    return { known, stages };
  } finally {
    await child.stop();
  }
}

const sqlOf = ({ table, create }: List, sent: SentStatement[]): ListSql =>
  create ? insertSql(sent, table, create.unique) : listSql(sent, table);

const tenantOf = ({ tenant: { orgId, userId } }: SentStatement) => ({ orgId: orgId ?? '', userId: userId ?? '' });
const plainly = ({ sql, parameters }: SentStatement) => ({ sql, parameters: [...parameters] });

/** The page and the count among the sent statements, those that list the table; or the one row. */
function listSql(sent: SentStatement[], table: string): ListSql {
  const of = sent.filter(({ sql }) => sql.includes(`from "${table}" as t `));
  const page = of.find(({ sql }) => / limit /.test(sql)) ?? of.find(({ sql }) => !sql.includes('count('));
  const count = of.find((statement) => statement !== page && /count\(/.test(statement.sql));
  if (!page) throw new Error(`the product sent no page of ${table}: ${sent.map(({ sql }) => sql).join('; ')}`);
  return { ...tenantOf(page), list: plainly(page), ...(count ? { count: plainly(count) } : {}) };
}

/** The insert of the new row among the sent statements. @param unique columns that get a number */
function insertSql(sent: SentStatement[], table: string, unique: readonly string[]): ListSql {
  const insert = sent.find(({ sql }) => sql.startsWith(`insert into "${table}" `));
  const [rows] = insert?.parameters ?? [];
  if (!insert || typeof rows !== 'string') throw new Error(`the product inserted no row of ${table}`);
  const [row] = JSON.parse(rows) as Record<string, unknown>[];
  const numbered = { ...row, ...Object.fromEntries(unique.map((name) => [name, NUMBER])) };
  return { ...tenantOf(insert), list: { sql: insert.sql, parameters: [JSON.stringify([numbered])] } };
}
