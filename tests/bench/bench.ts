import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../src/platform/runtime/server/root.ts';
import { writeCapacity, type CapacityFindings } from './capacity-sheet.ts';
import { measureCapacity } from './capacity.ts';
import { chunks } from './chunks.ts';
import { crisis } from './crisis.ts';
import { embedded, postgres, type BenchDatabase } from './databases.ts';
import { growth, inOrder } from './growth.ts';
import { listColumns } from './list-columns.ts';
import { nameSearch } from './name-search.ts';
import { ownFields } from './own-fields.ts';
import { packing } from './packing.ts';
import { busyWarning, machine, summary, type DatabaseFindings, type Findings } from './report.ts';
import { screening } from './screening.ts';
import { screens } from './screens.ts';
import { sheets } from './sheets.ts';
import { signIns } from './sign-in.ts';
import { lookInside } from './stages.ts';
import { startUp } from './start-up.ts';
import { throughput } from './throughput.ts';

const say = (text: string) => console.log(`… ${text}`);

/** Parts that can be measured alone. */
const PARTS = ['start', 'rates', 'files', 'crisis', 'screening', 'packing', 'own-fields', 'sign-in'] as const;
type Part = (typeof PARTS)[number];
/** How long students answer where everything is measured. */
const SHORT_MS = 60_000;

/** A part that fails is told, counts as a failure of the command, and takes none of the others with it. */
async function orNothing<T extends object>(part: () => Promise<T>): Promise<T | undefined> {
  try {
    return await part();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return undefined;
  }
}

/** @param only The parts to measure; all when empty */
async function measure(entry: string, database: BenchDatabase, only: readonly Part[]): Promise<DatabaseFindings> {
  const { name, title } = database;
  const saying = (text: string) => say(`${title}：${text}`);
  const parts: Record<Part, () => Promise<Partial<DatabaseFindings>>> = {
    start: async () => {
      saying('启动');
      return startUp(database);
    },
    rates: async () => {
      saying('时间花在哪里');
      const { known, stages } = await lookInside(entry, database);
      saying('每秒请求数');
      return { stages, ...(await throughput(entry, database, known)) };
    },
    files: async () => {
      saying('导入与导出');
      const found = await sheets(database);
      saying('按姓名查找');
      const search = await nameSearch(database);
      saying('学生列表的附加列');
      return { sheets: found, nameSearch: search, listColumns: await listColumns(database) };
    },
    crisis: async () => {
      saying('危机与预警');
      return { crisis: await crisis(database, saying) };
    },
    screening: async () => {
      saying('筛查');
      return { screening: await screening(database, saying, only.length === 0 ? SHORT_MS : undefined) };
    },
    packing: async () => {
      saying('打包档案');
      return { packing: await packing(entry, database) };
    },
    'own-fields': async () => {
      saying('自建资源的字段');
      return { ownFields: await ownFields(database) };
    },
    'sign-in': async () => ({ signIns: await signIns(entry, database, saying) }),
  };
  const found: DatabaseFindings = { name, title, readyMs: NaN, runs: [], stages: [] };
  for (const part of PARTS)
    if (only.length === 0 || only.includes(part)) Object.assign(found, await orNothing(parts[part]));
  return found;
}

const CAPACITY = path.join(root, '.cache/capacity.json');

/**
 * Measures how tables that grow without end behave, or what a core and a GiB carry, and writes what is known of both
 * into the operators' manual. PostgreSQL only.
 */
async function capacity(what: 'growth' | 'capacity', only: readonly string[]): Promise<void> {
  const warning = busyWarning();
  if (warning) say(warning);
  const load = os.loadavg()[0] ?? 0;
  const kept = (): Partial<CapacityFindings> =>
    existsSync(CAPACITY) ? (JSON.parse(readFileSync(CAPACITY, 'utf8')) as CapacityFindings) : {};
  const keep = (part: Partial<CapacityFindings>): Partial<CapacityFindings> => {
    mkdirSync(path.dirname(CAPACITY), { recursive: true });
    const known = kept();
    const found = { ...known, at: new Date().toISOString(), machine: machine(), ...part };
    writeFileSync(CAPACITY, `${JSON.stringify(found, undefined, 2)}\n`);
    return found;
  };
  if (what === 'growth') {
    await growth(only, say, (one) => {
      const others = (kept().grown ?? []).filter(({ table, rows }) => table !== one.table || rows !== one.rows);
      keep({ grown: inOrder([...others, one]), grownLoad: load });
    });
  } else {
    say('一所学校的作答与翻页');
    const database = await postgres();
    if (!database) throw new Error('this measurement needs PostgreSQL');
    try {
      keep({ measured: await measureCapacity(database), load });
    } finally {
      await database.remove();
    }
  }
  console.log(writeCapacity(keep({})));
}

/**
 * Measures everything in one run of about fifteen minutes: on the embedded database, and on PostgreSQL if it is
 * installed.
 *
 * @param entry This command as a file, for the processes it starts
 * @param only Measurements to make: `embedded`, `postgres`, `web`, and `start`, `rates` (requests a second), `files`
 *   (imports, exports and search) `crisis` (reports, warnings and statistics), `screening`, `packing` (PDF files and
 *   ZIPs of archives), `own-fields` (lists and publications of own resources) or `sign-in` (sign-ins, and what a storm
 *   of wrong passwords does to others) alone; all when empty. `growth` or `capacity` alone is written into the
 *   operators' manual
 */
export async function bench(entry: string, only: readonly string[]): Promise<void> {
  const large = (['growth', 'capacity'] as const).find((one) => only.includes(one));
  if (large) return capacity(large, only);
  const parts = PARTS.filter((part) => only.includes(part));
  const places = only.filter((name) => !PARTS.some((part) => part === name));
  const wanted = (name: string) => (places.length === 0 ? parts.length === 0 || name !== 'web' : places.includes(name));
  const warning = busyWarning();
  if (warning) say(warning);
  const findings: Findings = {
    at: new Date().toISOString(),
    machine: [machine(), warning].filter(Boolean).join('；'),
    databases: [],
    chunks: chunks(),
  };
  for (const make of [
    wanted('embedded') || wanted('web') ? embedded : undefined,
    wanted('postgres') ? postgres : undefined,
  ]) {
    if (!make) continue;
    say('准备数据库，其中一所学校有 100,000 名学生');
    const database = await make();
    if (!database) continue;
    try {
      if (wanted(database.name)) findings.databases.push(await measure(entry, database, parts));
      if (database.name === 'embedded' && wanted('web')) {
        say('页面');
        findings.screens = await screens(database);
      }
    } finally {
      await database.remove();
    }
  }
  const file = path.join(root, '.cache/bench.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify(findings, (key, value: unknown) => (key === 'body' ? undefined : value), 2)}\n`,
  );
  console.log(`\n${summary(findings)}\n\n全部数据：${path.relative(root, file)}`);
}
