import os from 'node:os';
import type { Chunk } from './chunks.ts';
import type { Timed } from './crisis.ts';
import type { BenchDatabase } from './databases.ts';
import type { ListColumns } from './list-columns.ts';
import type { NameSearch } from './name-search.ts';
import type { OwnFields } from './own-fields.ts';
import type { PackingFindings } from './packing.ts';
import type { Screen } from './screens.ts';
import type { Sheet } from './sheets.ts';
import type { Others, SignInFindings } from './sign-in.ts';
import type { Stages } from './stages.ts';
import { SERVERS, type Run, type Server } from './throughput.ts';

/** All results of one run of the bench; the content of `.cache/bench.json`. */
export interface Findings {
  at: string;
  machine: string;
  databases: DatabaseFindings[];
  chunks: Chunk[];
  /** Null without a browser. */
  screens?: Screen[] | null;
}

export interface DatabaseFindings {
  name: BenchDatabase['name'];
  title: string;
  readyMs: number;
  idleMiB?: number;
  loadedMiB?: number;
  runs: Run[];
  stages: Stages[];
  sheets?: Sheet[];
  nameSearch?: NameSearch;
  listColumns?: ListColumns;
  crisis?: Timed[];
  screening?: Timed[];
  packing?: PackingFindings;
  ownFields?: OwnFields;
  signIns?: SignInFindings;
}

export const machine = (): string =>
  `${os.cpus()[0]?.model.trim() ?? '?'} × ${os.availableParallelism()}，Node ${process.version}，${os.platform()}`;

/** Warning that other work loads the machine, so that figures are too low; systems without a load average report 0. */
export function busyWarning(): string | undefined {
  const now = os.loadavg()[0] ?? 0;
  return now > os.availableParallelism() / 2 ? `这台机器正忙（负载 ${now.toFixed(1)}），测得的数字会偏低` : undefined;
}

/** Columns as wide as their widest cell; a Chinese character is two wide. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = (text: string) => [...text].reduce((sum, c) => sum + (/[\u2e80-\uffef]/.test(c) ? 2 : 1), 0);
  const widths = head.map((title, i) => Math.max(width(title), ...rows.map((row) => width(row[i] ?? ''))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) =>
        i === 0 ? cell + ' '.repeat((widths[i] ?? 0) - width(cell)) : ' '.repeat((widths[i] ?? 0) - width(cell)) + cell,
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((w) => '─'.repeat(w)).join('  '), ...rows.map(line)].join('\n');
}

const rate = (run: Run | undefined) => (run ? `${Math.round(run.perSecond)}/s ${run.p99Ms.toFixed(1)} ms` : '–');
const ratio = (one: Run | undefined, other: Run | undefined) =>
  one && other ? (one.perSecond / other.perSecond).toFixed(2) : '–';
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const MiB = (value: number | undefined) => (value === undefined ? '–' : `${Math.round(value)} MiB`);

const HEADINGS: Record<Server, string> = {
  bare: 'a 裸路由',
  plain: 'b 同样的 SQL',
  direct: 'b′ 不带行级安全',
  product: 'c 本产品',
};

function throughput({ title, runs }: DatabaseFindings): string {
  const rows = runs
    .filter(({ server }) => server === 'product')
    .map(({ list, connections }) => {
      const of = (server: Server) =>
        runs.find((run) => run.list === list && run.connections === connections && run.server === server);
      const over = (other: Server) => ratio(of('product'), of(other));
      return [
        `${list} × ${connections}`,
        ...SERVERS.map((server) => rate(of(server))),
        over('bare'),
        over('plain'),
        over('direct'),
      ];
    });
  return `\n每秒请求数与 p99 · ${title}\n${table(['调用 × 连接数', ...SERVERS.map((server) => HEADINGS[server]), 'c/a', 'c/b', 'c/b′'], rows)}`;
}

const micros = (ms: number) => String(Math.round(ms * 1000));

function whereTimeGoes({ title, stages }: DatabaseFindings): string {
  const row = (name: string, value: (one: Stages) => number) => [name, ...stages.map((one) => micros(value(one)))];
  const busy = ({ shares }: Stages) => shares.reduce((sum, { ms }) => sum + ms, 0);
  const kinds = [...new Set(stages.flatMap(({ shares }) => shares.map(({ what }) => what)))];
  return `\n时间花在哪里（一个连接，每个请求的微秒数） · ${title}\n${table(
    ['', ...stages.map(({ list }) => list)],
    [
      row('一个请求', ({ totalMs }) => totalMs),
      row('　等数据库', ({ databaseMs }) => databaseMs),
      row('　主线程', busy),
      ...kinds.map((what) => row(`　　${what}`, ({ shares }) => shares.find((share) => share.what === what)?.ms ?? 0)),
      ['数据库往返（次）', ...stages.map(({ roundTrips }) => roundTrips.toFixed(2))],
    ],
  )}`;
}

/** Maximum memory of long work with files, above an idle process. */
const ABOVE_IDLE_MIB = 300;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const millis = (ms: number) => `${ms.toFixed(0)} ms`;

const files = ({ title, sheets }: DatabaseFindings) =>
  sheets &&
  `\n导入与导出 · ${title}\n${table(
    ['', '用时', '目标', '比空闲多用内存', '目标', '其间别人等待 p50', 'p99'],
    sheets.map((s) => [
      s.what,
      seconds(s.ms),
      `< ${s.goalMs / 1000} s`,
      MiB(s.aboveIdleMiB),
      `< ${ABOVE_IDLE_MIB} MiB`,
      millis(s.othersP50Ms),
      millis(s.othersP99Ms),
    ]),
  )}`;

const ownFields = ({ title, ownFields: found }: DatabaseFindings) =>
  found &&
  `\n自建资源，100,000 行（一页和总数） · ${title}\n${table(
    ['', '用时', '与之相比', '用时', '几倍', '目标'],
    found.lists.map(({ what, ms, comparedWith, comparedMs, goal }) => [
      what,
      `${ms.toFixed(1)} ms`,
      comparedWith,
      `${comparedMs.toFixed(1)} ms`,
      (ms / comparedMs).toFixed(2),
      `≤ ${goal}`,
    ]),
  )}\n${table(
    ['', '用时', '目标', '其间别人等待 p50', 'p99（目标 200 ms）'],
    found.publications.map((s) => [
      s.what,
      seconds(s.ms),
      `< ${s.goalMs / 1000} s`,
      millis(s.othersP50Ms),
      millis(s.othersP99Ms),
    ]),
  )}`;

const search = ({ title, nameSearch }: DatabaseFindings) =>
  nameSearch &&
  (({ productMs, likeMs, found }) =>
    `\n在 100,000 名学生中按姓名的两个字查找（${found} 人） · ${title}\n${table(['本产品', '普通 LIKE', '快几倍', '目标'], [[`${productMs.toFixed(1)} ms`, `${likeMs.toFixed(1)} ms`, (likeMs / productMs).toFixed(1), '≥ 2']])}`)(
    nameSearch,
  );

const columns = ({ title, listColumns }: DatabaseFindings) =>
  listColumns &&
  (({ withMs, withoutMs }) =>
    `\n100,000 名学生的列表，带等级、个案和联系这些列 · ${title}\n${table(['带这些列', '不带', '慢多少', '目标'], [[`${withMs.toFixed(1)} ms`, `${withoutMs.toFixed(1)} ms`, `${((withMs / withoutMs - 1) * 100).toFixed(0)} %`, '≤ 10 %']])}`)(
    listColumns,
  );

const timed = (heading: string, found: readonly Timed[] | undefined) =>
  found &&
  `\n${heading}\n${table(
    ['', '次数', 'p50', 'p99', '目标（p99）', '主进程每次'],
    found.map(({ what, times, p50Ms, p99Ms, goalMs, cpuMs }) => [
      what,
      String(times),
      millis(p50Ms),
      `${millis(p99Ms)}${p99Ms < goalMs ? '' : ' ✗'}`,
      `< ${goalMs} ms`,
      cpuMs === undefined ? '–' : `${cpuMs.toFixed(2)} ms`,
    ]),
  )}`;

const crisis = ({ title, crisis: found }: DatabaseFindings) =>
  timed(`危机与预警（一所学校 100,000 条，全教育局 1,000,000 条） · ${title}`, found);
const screening = ({ title, screening: found }: DatabaseFindings) => timed(`筛查 · ${title}`, found);

const packing = ({ title, packing: found }: DatabaseFindings) =>
  found &&
  (({ printed, zipped }) =>
    `\n打包档案 · ${title}\n${table(
      ['', '用时', '目标', '内存最高', '目标', '前段', '后段', '文件'],
      [
        [
          '100 份两页带图的 PDF',
          seconds(printed.ms),
          '≤ 5 s',
          MiB(printed.peakMiB),
          '≤ 400 MiB',
          '–',
          '–',
          MiB(printed.bytes / 2 ** 20),
        ],
        [
          `ZIP：${zipped.students} 名学生`,
          seconds(zipped.ms),
          '–',
          MiB(zipped.peakMiB),
          '不随人数增加',
          MiB(zipped.earlyMiB),
          MiB(zipped.lateMiB),
          MiB(zipped.bytes / 2 ** 20),
        ],
        ['　下载', seconds(zipped.downloadMs), '–', '–', '–', MiB(zipped.idleMiB), '–', '–'],
      ],
    )}`)(found);

/** Other people's requests take at most so much longer during a storm of wrong passwords. */
const STORM_GOAL = 0.2;
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const others = ({ perSecond, p50Ms, p99Ms }: Others) =>
  `${Math.round(perSecond)}/s ${p50Ms.toFixed(1)} ms ${p99Ms.toFixed(1)} ms`;

const signIns = ({ title, signIns: found }: DatabaseFindings) =>
  found &&
  `\n登录 · ${title}（argon2id：${found.cost.memoryKiB / 1024} MiB，${found.cost.passes} 遍，并行 ${found.cost.parallelism}；算一次 ${found.cost.hashMs.toFixed(1)} ms）\n${table(
    ['同时', '每秒登录', 'p50', 'p99', '主进程每次'],
    found.rates.map(({ connections, perSecond, p50Ms, p99Ms, cpuMs }) => [
      String(connections),
      perSecond.toFixed(1),
      millis(p50Ms),
      millis(p99Ms),
      cpuMs === undefined ? '–' : `${cpuMs.toFixed(1)} ms`,
    ]),
  )}\n\n错误密码的风暴（64 个连接，很多账号和地址）· ${title}\n${table(
    ['别人的请求 × 8', '平时 p50 p99', '风暴中', '同样多的普通请求中', '慢多少', '目标', '普通请求慢多少'],
    found.storms.map((one) => [
      one.what,
      others(one.calm),
      others(one.storm),
      others(one.plain),
      `${percent(one.slower)}${one.slower < STORM_GOAL ? '' : ' ✗'}`,
      `< ${percent(STORM_GOAL)}`,
      percent(one.slowerByPlain),
    ]),
  )}\n${table(
    ['风暴中', '每秒拒绝', '等待 p50', 'p99', '回答', '认识的设备登录 p50', '最久', '压测进程占核'],
    found.storms.map(({ what, refused, known }) => [
      what,
      refused.perSecond.toFixed(1),
      millis(refused.p50Ms),
      millis(refused.p99Ms),
      Object.entries(refused.statuses)
        .map(([status, n]) => `${status} × ${n}`)
        .join(' '),
      millis(known.p50Ms),
      millis(known.maxMs),
      refused.ownCores.toFixed(2),
    ]),
  )}`;

/** The results as tables, with the product's targets. */
export function summary({ machine: where, databases, chunks, screens }: Findings): string {
  const whole = databases.filter(({ runs }) => runs.length > 0);
  const parts = [
    where,
    ...whole.flatMap((database) => [throughput(database), whereTimeGoes(database)]),
    ...databases
      .flatMap((database) => [
        files(database),
        search(database),
        columns(database),
        crisis(database),
        screening(database),
        packing(database),
        ownFields(database),
        signIns(database),
      ])
      .filter((part) => part !== undefined),
  ];
  const started = databases.filter(({ readyMs }) => !Number.isNaN(readyMs));
  if (started.length > 0)
    parts.push(
      `\n启动与内存\n${table(
        ['', '热启动至就绪', '空闲内存', '负载后内存'],
        [
          ...started.map(({ title, readyMs, idleMiB, loadedMiB }) => [
            title,
            `${Math.round(readyMs)} ms`,
            MiB(idleMiB),
            MiB(loadedMiB),
          ]),
          ['目标（PostgreSQL）', '1000 ms', '120 MiB', '200 MiB'],
        ],
      )}`,
    );
  const aims = {
    登录页: ['1000 ms', '300 kB'],
    首个列表: ['1800 ms', '520 kB'],
    '首个列表，全速': ['700 ms', '520 kB'],
    '档案，200 条': ['1500 ms', '–'],
  } as const;
  if (screens) {
    parts.push(
      `\n页面（处理器放慢 4 倍，“全速”除外；脚本为 gzip 后大小）\n${table(
        ['', '可用', '目标', '其中主线程', '脚本', '个数', '从登录页起', '上限'],
        screens.map((s) => [
          s.name,
          `${Math.round(s.usableMs)} ms`,
          aims[s.name][0],
          `${Math.round(s.busyMs)} ms`,
          kB(s.scriptBytes),
          String(s.scripts.length),
          kB(s.wayBytes),
          aims[s.name][1],
        ]),
      )}`,
    );
  }
  if (screens === null) parts.push('\n页面：没有浏览器，未测量（设置 CHROME_PATH，或先运行 npm test）');
  parts.push(
    `\n脚本（gzip）\n${table(
      ['', ''],
      chunks.map(({ file, gzip }) => [file, kB(gzip)]),
    )}`,
  );
  return parts.join('\n');
}
