import type { MarkedDocument } from '../../../platform/file-codes/server/marked-pdf.ts';
import type { PrintedSection } from '../../../platform/pdf/server/write-pdf.ts';
import { dayOf, minuteOf } from '../../../platform/schema/wall-clock.ts';
import { NOT_COMPARABLE, reasonKey } from '../../screening/public.ts';
import type { GroupReport, Participation, ReportDimension, ReportScale } from '../contract.ts';
import { bandFigure, changeFigure } from '../rules/figures.ts';
import { columnsOf, listsParts, NORM_ABOUT, NORM_GAP, signed, versionsText, words } from '../rules/words.ts';

const TITLES = {
  area: '区域测评报告',
  school: '学校测评报告',
  grade: '年级测评报告',
  class: '班级测评报告',
} as const;
const GROUP = '人群';
const DASH = '—';
const NORM_HEAD = ['常模平均', '与常模的差', 'd'];
const signedText = (value: number | undefined) => (value === undefined ? DASH : signed(value));
/** Rows of a chart that fit on a page with its table's beginning. */
const DRAWN_ROWS = 24;

export const titleOf = ({ level }: Pick<GroupReport, 'level'>): string => TITLES[level];

/** Text for a number that this reader does not see. */
const fewOf = ({ smallest }: GroupReport): string => (smallest === undefined ? DASH : `少于 ${smallest} 人`);
const dayText = (instant: string) => dayOf(Date.parse(instant));

function basics(report: GroupReport): PrintedSection {
  const { title, name, starts_at: from, ends_at: to, as_of, is_over, smallest } = report;
  const asOf = `${minuteOf(Date.parse(as_of))}${is_over ? '' : '（测评尚未结束，数据会变化）'}`;
  return {
    title: '基本信息',
    rows: [
      ['测评', title],
      ['范围', name],
      ...(from === undefined || to === undefined ? [] : [['测评时间', `${dayText(from)} 至 ${dayText(to)}`] as const]),
      ['统计到', asOf],
      [
        '数字',
        smallest === undefined
          ? '准确的人数，只在校内使用'
          : `少于 ${smallest} 名的数字不显示，其余取整到 ${smallest} 的倍数，以防识别出学生`,
      ],
    ],
  };
}

function participation(report: GroupReport): PrintedSection[] {
  const columns = columnsOf(report);
  if (columns.length === 0) return [];
  const few = report.smallest === undefined ? '少于 5 人' : fewOf(report);
  const row = (label: string, numbers: Participation) => [label, ...columns.map((key) => String(numbers[key] ?? few))];
  return [
    {
      title: '参与情况',
      table: {
        head: ['范围', ...columns.map((key) => words[key])],
        rows: [
          row('全部', report.participation),
          ...(listsParts(report) ? report.parts.rows.map((part) => row(part.label, part)) : []),
        ],
        isNumeric: true,
      },
    },
  ];
}

function dimensionSection(scale: ReportScale, dimension: ReportDimension, few: string): PrintedSection {
  const { title, bands, groups, norm_gap, sd } = dimension;
  const all = groups.find(({ by }) => by === 'all');
  const hasMean = all?.mean !== undefined;
  const hasNorm = groups.some(({ norm }) => norm !== undefined);
  const name = `${scale.title} · ${title}`;
  const shown = { ...dimension, groups: groups.slice(0, DRAWN_ROWS) };
  const figure = bandFigure(shown, { title: `${name} · 分布（%）`, group: GROUP, few });
  return {
    title: name,
    text: [
      ...(hasMean && all.norm && sd !== undefined
        ? [`平均分 ${all.mean}，标准差 ${sd}；常模平均 ${all.norm.mean}，标准差 ${all.norm.sd}`]
        : []),
      ...(hasNorm ? [NORM_ABOUT] : []),
      ...(norm_gap ? [NORM_GAP] : []),
      ...(groups.length > DRAWN_ROWS ? [`图中是前 ${DRAWN_ROWS} 行，表中是全部。`] : []),
    ],
    chart: figure,
    table: {
      head: [
        GROUP,
        '合计',
        ...bands.map((band) => band.title),
        ...(hasMean ? ['平均分'] : []),
        ...(hasNorm ? NORM_HEAD : []),
      ],
      rows: groups.map(({ label, n, mean, norm, bands: counts }) => [
        label,
        String(n ?? few),
        ...bands.map(({ band_id }) => String(counts.find((each) => each.band_id === band_id)?.n ?? few)),
        ...(hasMean ? [String(mean ?? DASH)] : []),
        ...(hasNorm ? [String(norm?.mean ?? DASH), ...[norm?.difference, norm?.d].map(signedText)] : []),
      ]),
      isNumeric: true,
    },
  };
}

function scaleSections(scale: ReportScale, few: string): PrintedSection[] {
  const { valid = few, void: voided = few, marked = few, positive = few, norm_title: norm } = scale;
  const head = [
    ...(norm === undefined ? [] : [`划界与常模：${norm}`]),
    ...(scale.versions ? [versionsText(scale.versions)] : []),
    `有效 ${valid}；作废 ${voided}；作答可能不认真 ${marked}；需要访谈 ${positive}`,
  ];
  if (scale.valid === 0) return [{ title: scale.title, text: [...head, '暂无可统计的结果'] }];
  return scale.dimensions.map((dimension, i) => {
    const section = dimensionSection(scale, dimension, few);
    return i === 0 ? { ...section, text: [...head, ...(section.text ?? [])] } : section;
  });
}

function comparison({ comparison: found, smallest }: GroupReport, few: string): PrintedSection[] {
  if (!found) return [];
  const { exam_name, grades, scales } = found;
  const title = `与“${exam_name}”比较`;
  if (grades.length === 0) return [{ title, text: ['两次测评的年级不同，不作比较。'] }];
  const about = `只比较两次都有的年级：${grades.join('、')}。两次参加的学生不同，差异不等于学生的变化。`;
  const reasonText = (reasons: readonly string[]) =>
    reasons.map((reason) => NOT_COMPARABLE[reasonKey(reason)]).join('；');
  const refused = scales.filter(({ reasons }) => reasons.length > 0);
  const texts = { group: GROUP, few, before: '上次', now: '这次' };
  return [
    { title, text: [about, ...refused.map((scale) => `${scale.title}不作比较（${reasonText(scale.reasons)}）。`)] },
    ...scales.flatMap((scale) =>
      scale.dimensions.map((dimension): PrintedSection => {
        const name = `${scale.title} · ${dimension.title} · 两次的分布（%）`;
        const figure = changeFigure(dimension, { ...texts, title: name });
        return {
          title: name,
          text: smallest === undefined ? [] : ['比例由取整后的人数算出。'],
          chart: figure,
          table: { head: figure.table.head, rows: figure.table.rows.map(({ cells }) => cells), isNumeric: true },
        };
      }),
    ),
  ];
}

/** A report as a document to print: what the page shows to the same reader, and nothing that it does not show. */
export function printReport(report: GroupReport): MarkedDocument {
  const few = fewOf(report);
  return {
    title: TITLES[report.level],
    sections: [
      basics(report),
      { title: '概要（可用于会议材料）', text: report.text },
      ...participation(report),
      ...(report.shown_at_end === true ? [{ title: '分布', text: ['测评结束之后才显示分布。'] }] : []),
      ...report.scales.flatMap((scale) => scaleSections(scale, few)),
      ...comparison(report, few),
    ],
    note: '筛查不是诊断，不用于评比、排名和处分',
  };
}
