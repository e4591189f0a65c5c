import type { MarkedDocument } from '../../../platform/file-codes/server/marked-pdf.ts';
import type { PrintedSection } from '../../../platform/pdf/server/write-pdf.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import type { MonthlyLine, MonthlyReport, MonthlyScreening, MonthlySection } from '../contract.ts';
import { sectionFigure } from '../rules/figures.ts';
import { monthText } from '../rules/months.ts';
import { numberText } from '../rules/number-text.ts';

const DASH = '—';
const PERIODS = { now: '本月', before: '上月', last_year: '去年同月' } as const;

const fewOf = ({ smallest }: MonthlyReport) => (smallest === undefined ? DASH : `少于 ${smallest} 人`);

function basics({ name, month, as_of, smallest }: MonthlyReport): PrintedSection {
  return {
    title: '基本信息',
    rows: [
      ['范围', name],
      ['月份', monthText(month)],
      ['统计到', minuteOf(Date.parse(as_of))],
      [
        '数字',
        smallest === undefined
          ? '准确的次数和人数，只在校内使用'
          : `涉及的学生数，每名学生在每一项中只数一次；少于 ${smallest} 名的不显示，其余取整到 ${smallest} 的倍数`,
      ],
    ],
  };
}

/** Text of a number; times of few warnings are not shown in any month. */
function cell(line: MonthlyLine, period: keyof typeof PERIODS, report: MonthlyReport): string {
  if (period !== 'now' && !report.known[period]) return DASH;
  const value = line[period];
  if (value === undefined) return line.unit === 'minute' ? DASH : fewOf(report);
  return numberText(line.unit, value);
}

function sectionOf(section: MonthlySection, report: MonthlyReport): PrintedSection {
  const texts = { item: '项目', ...PERIODS, few: fewOf(report), unknown: DASH };
  const figure = sectionFigure(section, report.known, texts);
  return {
    title: section.title,
    ...(figure && { chart: figure }),
    table: {
      head: ['项目', ...Object.values(PERIODS)],
      rows: section.lines.map((line) => [
        line.label,
        ...(Object.keys(PERIODS) as (keyof typeof PERIODS)[]).map((period) => cell(line, period, report)),
      ]),
      isNumeric: true,
    },
  };
}

function screeningOf(screening: MonthlyScreening, few: string): PrintedSection {
  const { title, asked, submitted, shown_at_end, scales } = screening;
  return {
    title: `测评：${title}`,
    text: [`应测 ${asked ?? few}，完成 ${submitted ?? few}`, ...(shown_at_end ? ['测评结束之后才显示分布。'] : [])],
    rows: scales.map(({ title: scale, valid, bands }) => [
      scale,
      [`有效 ${valid ?? few}`, ...bands.map((band) => `${band.title} ${band.n ?? few}`)].join('；'),
    ]),
  };
}

function schoolsOf(report: MonthlyReport): PrintedSection[] {
  const { schools } = report;
  if (!schools) return [];
  const few = `<${report.smallest ?? ''}`;
  return [
    {
      title: '各校',
      text: [`各项都是涉及的学生数，按学校的编号排列，不作排名；${few} 是少于这么多人，${DASH} 是没有统计。`],
      table: {
        head: ['学校', ...schools.columns.map(({ label }) => label)],
        rows: schools.rows.map(({ label, counted, numbers }) => [
          label,
          ...numbers.map(({ n }) => (counted ? String(n ?? few) : DASH)),
        ]),
        isNumeric: true,
      },
    },
  ];
}

/** A month as a document to print: what the page shows to the same reader. */
export function printMonthly(report: MonthlyReport): MarkedDocument {
  const few = fewOf(report);
  return {
    title: `心理健康工作月报（${monthText(report.month)}）`,
    sections: [
      basics(report),
      { title: '概要（可用于会议材料）', text: report.text },
      ...report.sections.map((section) => sectionOf(section, report)),
      ...(report.screenings.length === 0
        ? [{ title: '测评', text: ['这个月没有进行中的测评。'] }]
        : report.screenings.map((screening) => screeningOf(screening, few))),
      ...schoolsOf(report),
    ],
    note: '不用于评比和排名',
  };
}
