import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { NOT_COMPARABLE, reasonKey } from '../../screening/public.ts';
import type { GroupOfStudents, GroupReport, ReportComparison, ReportDimension, ReportScale } from '../contract.ts';
import { tenth } from './cells.ts';

/** Shares of fewer students say little and may single one out. */
const ENOUGH = 20;
const NO_DIAGNOSIS =
  '筛查不是诊断，只提示哪些学生需要进一步了解；结果不公布到个人，不用于评比、排名和处分。学生需要帮助时，可以找心理老师，也可以拨打 12355 或 12356；有危险时拨打 120 或 110。';

type Known = Omit<GroupReport, 'text'>;

function day(instant: string): string {
  const [year, month, date] = dayOf(Date.parse(instant)).split('-').map(Number);
  return `${year}年${month}月${date}日`;
}
const share = (n: number, of: number): string => `${tenth((n / of) * 100)}%`;
const about = (smallest: number | undefined): string => (smallest === undefined ? ' ' : '约 ');

/** A report's numbers as paragraphs for a meeting. Every number is one that the report shows. */
export function meetingText(report: Known): string[] {
  const next = whatNext(report);
  return [
    whatAndWho(report),
    ...(report.shown_at_end === true ? ['测评结束之后才显示分布。'] : []),
    ...report.scales.map((scale) => scaleText(scale, report)),
    ...comparisonText(report.comparison),
    ...(next === undefined ? [] : [next]),
    NO_DIAGNOSIS,
  ];
}

function whatAndWho({ title, name, starts_at, ends_at, participation, is_over, smallest }: Known): string {
  const { asked, submitted, incomplete } = participation;
  const when = starts_at && ends_at ? `于${day(starts_at)}至${day(ends_at)}进行` : '';
  const isKnown = asked !== undefined && submitted !== undefined && asked > 0;
  const done = isKnown
    ? `应测学生${about(smallest)}${asked} 名，${is_over ? '' : '目前'}完成${about(smallest)}${submitted} 名，完成率${about(smallest)}${share(submitted, asked)}`
    : '参加的学生较少，人数不列出';
  const gaps = incomplete === undefined || incomplete === 0 ? '' : `，其中 ${incomplete} 名有漏答的题目`;
  return `“${title}”${when}。${name}${done}${gaps}。`;
}

function scaleText({ title, dimensions, void: voided = 0, marked = 0 }: ReportScale, report: Known): string {
  const [dimension] = dimensions;
  const all = dimension?.groups.find(({ by }) => by === 'all');
  if (!dimension || !all?.n) return `${title}：有效答卷较少，不列出分布。`;
  const size = all.n;
  const bands = dimension.bands.flatMap((band) => {
    const n = all.bands.find((each) => each.band_id === band.band_id)?.n;
    return n === undefined ? [] : [`${band.title} ${n} 名（${share(n, size)}）`];
  });
  const parts = [
    `${title}：有效答卷${about(report.smallest)}${size} 份，${dimension.title}的分布是${bands.join('，')}`,
    voided > 0 ? `另有 ${voided} 份按量表的规则作废，没有计入` : undefined,
    marked > 0 ? `${marked} 份作答可能不认真，已作标记` : undefined,
    normText(all),
    // Bands that are rounded each do not add up to a share.
    report.smallest === undefined ? rangeText(dimension, report.parts.by) : undefined,
  ];
  return `${parts.filter((part) => part !== undefined).join('；')}。`;
}

function normText({ norm, mean }: GroupOfStudents): string | undefined {
  if (norm === undefined || mean === undefined) return undefined;
  const { difference, d } = norm;
  const how = difference === 0 ? '相同' : `${difference > 0 ? '高' : '低'} ${Math.abs(difference)} 分（d=${d}）`;
  return `平均分 ${mean}，常模平均 ${norm.mean}（标准差 ${norm.sd}），${how}`;
}

const PART = { school: '学校', grade: '年级', class: '班级' } as const;

/** Where the share of the bands that need attention is highest and lowest, among parts that are large enough. */
function rangeText({ bands, groups }: ReportDimension, by: GroupReport['parts']['by']): string | undefined {
  const wanted = new Set(bands.filter(({ tone }) => tone === 'yellow' || tone === 'red').map(({ band_id }) => band_id));
  const parts = groups.flatMap((group) => {
    const within = group.bands.filter(({ band_id }) => wanted.has(band_id));
    if (group.by !== 'part' || (group.n ?? 0) < ENOUGH || within.some(({ n }) => n === undefined)) return [];
    const n = within.reduce((sum, band) => sum + (band.n ?? 0), 0);
    return [{ label: group.label, rate: n / (group.n ?? 1) }];
  });
  const sorted = parts.sort((a, b) => b.rate - a.rate);
  const [high, low] = [sorted[0], sorted.at(-1)];
  if (wanted.size === 0 || !high || !low || high.rate === low.rate) return undefined;
  const text = ({ label, rate }: { label: string; rate: number }) => `${label}（${share(rate, 1)}）`;
  return `需要关注的分级所占的比例，各${PART[by]}中最高的是${text(high)}，最低的是${text(low)}`;
}

function comparisonText(comparison: ReportComparison | undefined): string[] {
  if (!comparison) return [];
  const head = `与${day(comparison.starts_at)}开始的“${comparison.exam_name}”相比`;
  if (comparison.grades.length === 0) return [`${head}：两次测评的年级不同，不作比较。`];
  return comparison.scales.map(({ title, reasons, dimensions: [dimension] }) => {
    if (reasons.length > 0)
      return `${head}：${title}不作比较（${reasons.map((reason) => NOT_COMPARABLE[reasonKey(reason)]).join('；')}）。`;
    if (!dimension) return `${head}：${title}不作比较。`;
    const { before, now, from, to, bands } = dimension;
    const changes = bands.flatMap((band) =>
      band.before === undefined || band.now === undefined || !before || !now
        ? []
        : [`${band.title}由 ${share(band.before, before)} 变为 ${share(band.now, now)}`],
    );
    const all = [...(from === undefined || to === undefined ? [] : [`平均分由 ${from} 变为 ${to}`]), ...changes];
    const what = all.length === 0 ? '人数较少，变化不列出' : all.join('，');
    return `${head}（${comparison.grades.join('、')}）：${title}${what}。两次参加的学生不同，差异不等于学生的变化。`;
  });
}

function whatNext({ scales, smallest }: Known): string | undefined {
  const positive = scales.flatMap(({ title, positive: n }) => (n ? [`${title}${about(smallest)}${n} 名`] : []));
  if (positive.length === 0) return undefined;
  return `达到划界分或符合学校预警规则、需要访谈的学生：${positive.join('，')}（同一名学生可能在几个量表中）。按“初筛、访谈、定级”的顺序，由心理老师在期限内访谈之后再确定关注等级，访谈之前不下结论、不贴标签。`;
}
