import { codesOf, labelOf } from '../../../platform/schema/labels.ts';
import { publishedCount, publishesTimes } from '../../../platform/statistics/disclosure.ts';
import { quantileOf } from '../../crisis/public.ts';
import type { MonthlyLine, MonthlySection } from '../contract.ts';

/** What a month counts: a dimension and a value of it, with the number of events and of different students. */
export interface MonthCount {
  dim: string;
  key: string;
  /** Events; minutes for `minutes`. Absent where only students are known. */
  n?: number;
  children: number;
}

/** The parts of the report that a reader may read, by their key. */
export type SectionKey = 'warnings' | 'cases' | 'records' | 'consultations' | 'referrals';

interface LineOf {
  dim: string;
  key: string;
  label: string;
}
const line = (dim: string, label: string, key = ''): LineOf => ({ dim, key, label });
const coded = (dim: string, list: Parameters<typeof codesOf>[0], prefix = '') =>
  [...codesOf(list)].map((key) => line(dim, `${prefix}${labelOf(list, key)}`, key));

/** Kinds of records with their names, in the order of the report. */
export const RECORDS = {
  intervention: '干预记录',
  interview: '访谈',
  sandplay: '沙盘',
  drawing: '绘画',
  custom: '自定义干预',
  follow_up: '已完成的随访',
} as const;
export type RecordKind = keyof typeof RECORDS;
const COMPLETED = '2';

const SECTIONS: readonly { key: SectionKey; title: string; lines: () => LineOf[] }[] = [
  {
    key: 'warnings',
    title: '预警',
    lines: () => [
      line('reported', '上报'),
      ...coded('source', 'warn_source', '其中来源：'),
      line('verified', '核实'),
      ...coded('verdict', 'crisis_level', '其中核实有效：'),
      line('verdict', '其中核实无效', 'invalid'),
      line('pending', '月末待核实'),
    ],
  },
  {
    key: 'cases',
    title: '危机个案',
    lines: () => [
      line('opened', '新立案'),
      line('closed', '结案'),
      line('open', '月末未结案'),
      ...coded('open_level', 'crisis_level', '其中：'),
    ],
  },
  {
    key: 'records',
    title: '干预与随访',
    lines: () => Object.entries(RECORDS).map(([key, label]) => line('record', label, key)),
  },
  {
    key: 'consultations',
    title: '心理咨询',
    lines: () => [
      ...coded('consultation', 'consultation_status').filter(({ key }) => key !== '1'),
      ...coded('effect', 'effect_level', '其中效果：'),
    ],
  },
  {
    key: 'referrals',
    title: '转介就医',
    lines: () => [line('referred', '新转介'), line('referral_closed', '转介结案')],
  },
];

const PERIODS = ['now', 'before', 'last_year'] as const;
/** Counts of the month and of those that it is compared with. */
export type Counts = Readonly<Record<(typeof PERIODS)[number], readonly MonthCount[]>>;

export interface Telling {
  /** Students in groups smaller than this are not shown, and others are rounded; undefined for exact numbers. */
  smallest: number | undefined;
  sections: ReadonlySet<SectionKey>;
  records: ReadonlySet<string>;
}

const find = (counts: readonly MonthCount[], { dim, key }: Pick<LineOf, 'dim' | 'key'>) =>
  counts.find((each) => each.dim === dim && each.key === key);
type Period = (typeof PERIODS)[number];
function perPeriod(number: (period: Period) => number | undefined): Pick<MonthlyLine, Period> {
  const [now, before, last_year] = PERIODS.map(number);
  return {
    ...(now !== undefined && { now }),
    ...(before !== undefined && { before }),
    ...(last_year !== undefined && { last_year }),
  };
}

/** Number of students as the reader sees it. */
export const studentsOf = (
  counts: readonly MonthCount[],
  of: Pick<LineOf, 'dim' | 'key'>,
  smallest: number | undefined,
) => {
  const students = find(counts, of)?.children ?? 0;
  return smallest === undefined ? students : publishedCount(students, smallest);
};

function countLine(counts: Counts, of: LineOf, unit: 'student' | 'event', smallest: number | undefined): MonthlyLine {
  const number = (period: Period) =>
    unit === 'event' ? (find(counts[period], of)?.n ?? 0) : studentsOf(counts[period], of, smallest);
  return {
    key: [of.dim, of.key, unit].filter(Boolean).join('-'),
    label: of.label,
    unit,
    ...perPeriod(number),
  };
}

/** Time until a verdict, from steps of its histogram; only of enough students where numbers are rounded. */
function timeLine(counts: Counts, share: number, label: string, smallest: number | undefined): MonthlyLine {
  const number = (period: Period) => {
    const students = find(counts[period], { dim: 'verified', key: '' })?.children ?? 0;
    if (smallest !== undefined && !publishesTimes(students, smallest)) return undefined;
    const steps = counts[period].filter(({ dim }) => dim === 'verify');
    return quantileOf(new Map(steps.map(({ key, n, children }) => [Number(key), n ?? children])), share);
  };
  return {
    key: `verify-${share}`,
    label,
    unit: 'minute',
    ...perPeriod(number),
  };
}

const HOUR = 60;
function hoursLine(counts: Counts): MonthlyLine {
  const hours = (period: Period) => Math.round((find(counts[period], { dim: 'minutes', key: '' })?.n ?? 0) / HOUR);
  return { key: 'hours', label: '咨询时长', unit: 'hour', ...perPeriod(hours) };
}

/**
 * The lines of a month. Rounded ones count students, each once in a line (`platform/statistics`); exact ones count
 * events, with their students beside the totals.
 */
export function sectionsOf(counts: Counts, { smallest, sections, records }: Telling): MonthlySection[] {
  const unit = smallest === undefined ? 'event' : 'student';
  return SECTIONS.filter(({ key }) => sections.has(key)).map(({ key, title, lines }) => {
    const wanted = lines().filter(({ dim, key: kind }) => dim !== 'record' || records.has(kind));
    return {
      key,
      title,
      lines: [
        ...wanted.flatMap((of) => [
          countLine(counts, of, unit, smallest),
          ...(smallest === undefined && isTotal(of)
            ? [countLine(counts, { ...of, label: `${of.label}涉及的学生` }, 'student', smallest)]
            : []),
        ]),
        ...(key === 'warnings'
          ? [
              timeLine(counts, 0.5, '核实用时的中位数', smallest),
              timeLine(counts, 0.9, '九成预警在此时间内核实', smallest),
            ]
          : []),
        ...(key === 'consultations' && smallest === undefined ? [hoursLine(counts)] : []),
      ],
    };
  });
}

const isTotal = ({ dim, key }: LineOf): boolean =>
  dim === 'reported' || dim === 'record' || (dim === 'consultation' && key === COMPLETED);

/** Columns of the table of schools. */
export const SCHOOL_COLUMNS: readonly LineOf[] = [
  line('reported', '上报预警'),
  ...['1', '2', '3'].map((key) => line('verdict', `核实${labelOf('crisis_level', key)}`, key)),
  line('opened', '新立案'),
  line('open', '月末未结案'),
  line('record', '干预', 'intervention'),
  line('consultation', '咨询', COMPLETED),
  line('referred', '转介'),
];
export const columnKey = ({ dim, key }: LineOf): string => (key === '' ? dim : `${dim}-${key}`);
