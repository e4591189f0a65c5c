import type { AdminRun, Database } from './database.ts';
import { clusterIn } from './embedded/initialise.ts';
import { damagedPages } from './embedded/page-checksums.ts';
import { readTable, tableNames, type TableContent } from './read-tables.ts';

/** What was read of one table, and what was found. */
export interface CheckedTable {
  readonly name: string;
  /** Undefined where the table could not be read whole. */
  readonly content: TableContent | undefined;
  readonly problems: readonly string[];
}

export interface CheckedData {
  /** Whether the folder was made with checksums. */
  readonly hasChecksums: boolean;
  readonly tables: readonly CheckedTable[];
  /** Problems outside of the product's tables. */
  readonly others: readonly string[];
}

/** Every relation's file, and the table that a table, index or TOAST table belongs to. */
const RELATIONS = `
  select pg_relation_filepath(c.oid) as file, c.relname as relation,
    coalesce(i.indrelid::regclass, t.oid::regclass, c.oid::regclass)::text as table
  from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.reltoastrelid = c.oid
  where c.relfilenode <> 0 or c.relkind in ('r', 'i', 't')`;

const withoutFork = (file: string): string => file.replace(/_(fsm|vm|init)$/, '');

async function read(run: AdminRun, name: string): Promise<{ content?: TableContent; problem?: string }> {
  try {
    return { content: await readTable(run, name) };
  } catch (error) {
    return { problem: `读不出全部内容：${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Reads an embedded database whole: the checksum of every page, and every row of every table. Changes nothing.
 *
 * @param dir Folder of the database
 */
export const checkData = (db: Database, dir: string): Promise<CheckedData> =>
  db.admin(async (run) => {
    const [setting] = await run("select current_setting('data_checksums') as checksums");
    // Damaged catalogues cannot name the files, whose damage is reported nevertheless.
    const named = await run(RELATIONS).catch(() => []);
    const relations = new Map(named.map((row) => [String(row.file), row]));
    await run('checkpoint');
    const damage = new Map<string, string[]>();
    const others: string[] = [];
    for (const { file, block } of setting?.checksums === 'on' ? damagedPages(clusterIn(dir)) : []) {
      const relation = relations.get(withoutFork(file));
      const text = `文件 ${file} 第 ${block} 页的校验和不符${relation ? `（${String(relation.relation)}）` : ''}`;
      if (!relation) others.push(text);
      else damage.set(String(relation.table), [...(damage.get(String(relation.table)) ?? []), text]);
    }
    const tables: CheckedTable[] = [];
    for (const table of await tableNames(run)) {
      const { content, problem } = await read(run, table);
      tables.push({
        name: table,
        content,
        problems: [...(damage.get(table) ?? []), ...(problem === undefined ? [] : [problem])],
      });
      damage.delete(table);
    }
    return { hasChecksums: setting?.checksums === 'on', tables, others: [...others, ...[...damage.values()].flat()] };
  });
