import type { MonthlyLine, MonthlyReport } from '../contract.ts';
import { monthText } from './months.ts';
import { numberText } from './number-text.ts';

type Known = Omit<MonthlyReport, 'text'>;

const NO_RANKING = '数字只用于了解和改进工作，不用于评比和排名，不能由此推断任何一名学生。';

const shareText = (n: number, of: number): string => `${Math.round((n / of) * 1000) / 10}%`;
const valueText = ({ unit, now }: MonthlyLine, smallest: number | undefined): string => {
  if (now === undefined) return `少于 ${smallest ?? ''} 名学生`;
  const about = smallest === undefined || unit === 'minute' ? '' : '约 ';
  return `${about}${numberText(unit, now)}${unit === 'student' ? '学生' : ''}`;
};

/** How a number changed since the month before; undefined where one of the two is not shown. */
function changeText({ now, before }: MonthlyLine, isKnown: boolean): string | undefined {
  if (!isKnown || now === undefined || before === undefined) return undefined;
  if (now === before) return '与上月持平';
  return now > before ? `比上月多 ${now - before}` : `比上月少 ${before - now}`;
}

function sectionText({ title, lines }: MonthlyReport['sections'][number], { smallest, known }: Known): string {
  const totals = lines.filter(
    ({ label, unit }) => !label.startsWith('其中') && (unit !== 'minute' || label.includes('中位数')),
  );
  // What did not happen in either month is left out, and a suppressed number where none is shown for the month before.
  const told = totals.filter(({ unit, now, before }) =>
    unit === 'minute' ? now !== undefined : (now ?? 0) > 0 || (before ?? 0) > 0,
  );
  if (told.length === 0) return `${title}：${smallest === undefined ? '没有' : '人数较少，不列出'}。`;
  const texts = told.map((line) => {
    const change = line.unit === 'minute' ? undefined : changeText(line, known.before);
    return `${line.label} ${valueText(line, smallest)}${change === undefined ? '' : `（${change}）`}`;
  });
  return `${title}：${texts.join('，')}。`;
}

function screeningText({ title, asked, submitted, shown_at_end, scales }: MonthlyReport['screenings'][number]): string {
  const taking =
    asked === undefined || submitted === undefined || asked === 0
      ? '参加的学生较少，人数不列出'
      : `应测 ${asked} 名，完成 ${submitted} 名，完成率 ${shareText(submitted, asked)}`;
  const bands = scales.map(({ title: scale, bands: of, valid }) => {
    const shown = of.flatMap(({ title: band, n }) => (n === undefined ? [] : [`${band} ${n} 名`]));
    return valid === undefined || shown.length === 0 ? `${scale}人数较少，不列出分布` : `${scale}：${shown.join('，')}`;
  });
  const rest = shown_at_end ? ['测评结束之后才显示分布'] : bands;
  return `测评“${title}”：${[taking, ...rest].join('；')}。筛查不是诊断。`;
}

/** A month's numbers as paragraphs for a meeting. Every number is one that the report shows, or a share of two of them. */
export function meetingText(report: Known): string[] {
  const { name, month, smallest, sections, screenings, schools } = report;
  const missing = schools?.rows.filter(({ counted }) => !counted).map(({ label }) => label) ?? [];
  const rounded =
    smallest === undefined
      ? '数字是准确的次数和人数，只在校内使用'
      : `数字是涉及的学生数，每名学生在每一项中只数一次，少于 ${smallest} 名的不列出，其余取整到 ${smallest} 的倍数`;
  return [
    `${name}${monthText(month)}心理健康工作月报。${rounded}。`,
    ...sections.map((section) => sectionText(section, report)),
    ...screenings.map(screeningText),
    ...(missing.length > 0 ? [`${missing.join('、')}这个月还没有统计，不在合计中。`] : []),
    NO_RANKING,
  ];
}
