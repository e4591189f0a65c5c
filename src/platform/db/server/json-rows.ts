import type { AdminRun } from './database.ts';

/** Rows that are held in memory at a time. */
const BATCH = 500;

const COLUMNS = `
  select string_agg(quote_ident(attname), ',' order by attnum) as columns from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;

/** Which rows of a table: all, or those with this value in a column. */
export interface RowsWhere {
  readonly column: string;
  readonly value: string;
}

export const whereText = (where: RowsWhere | undefined): string =>
  where === undefined ? '' : ` where ${where.column} = $1`;
export const whereValues = (where: RowsWhere | undefined): string[] => (where === undefined ? [] : [where.value]);

/**
 * Reads rows as JSON texts in batches, which keeps every value of PostgreSQL as it is. Needs an open transaction; one
 * table at a time.
 */
export async function* readJsonRows(run: AdminRun, table: string, where?: RowsWhere): AsyncGenerator<string[]> {
  await run(
    `declare read_rows no scroll cursor for select row_to_json(t)::text as row from only ${table} t${whereText(where)}`,
    whereValues(where),
  );
  for (;;) {
    const rows = await run(`fetch ${BATCH} from read_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => String(row));
  }
  await run('close read_rows');
}

/** Stored columns of a table, quoted, as a list. */
export async function storedColumns(run: AdminRun, table: string): Promise<string> {
  const [found] = await run(COLUMNS, [table]);
  return String(found?.columns);
}

/** Inserts rows that `readJsonRows` has read. @param columns Of `storedColumns` */
export async function insertJsonRows(
  run: AdminRun,
  { into, like, columns }: { into: string; like: string; columns: string },
  rows: readonly string[],
): Promise<void> {
  await run(
    `insert into ${into} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${like}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
}
