import type { Identifiers, Rule } from './identifiers.ts';

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;
/** Up to here days are told, then months, and beyond two years nothing but that it was long ago. */
const IN_DAYS = 60;
const MONTHS_MAX = 24;

const HAN = '〇零一二三四五六七八九';
/** Number of Chinese digits up to 99. */
function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['', text];
  const digit = (han: string) => Math.max(0, HAN.indexOf(han) - 1);
  return (text.includes('十') ? (tens === '' ? 1 : digit(tens)) * 10 : 0) + digit(ones);
}

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

function inMonths(months: number): string {
  if (months === 0) return '立案前后';
  if (Math.abs(months) > MONTHS_MAX) return months > 0 ? '多年以后' : '多年以前';
  return `立案${months > 0 ? '后' : '前'}约 ${Math.abs(months)} 个月`;
}

/** The distance of a day from the day on which the case was opened, in words. */
export function sinceOpened(days: number): string {
  if (days === 0) return '立案当天';
  const far = Math.abs(days);
  if (far > IN_DAYS) return inMonths(Math.round(days / MONTH_DAYS));
  return days > 0 ? `立案后第 ${far} 天` : `立案前 ${far} 天`;
}

/** Days between two days, `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / DAY_MS);

const MIDDLE = 15;
/** A day as far as the text names it; without a year it is the one nearest to the case. */
function distance(openedOn: string, month: string, day?: string, year?: string): string {
  const [m, d] = [numberOf(month), day === undefined ? MIDDLE : numberOf(day)];
  const years = year === undefined ? [-1, 0, 1].map((by) => Number(openedOn.slice(0, 4)) + by) : [Number(year)];
  const all = years.map((each) => (Date.UTC(each, m - 1, d) - utc(openedOn)) / DAY_MS);
  const nearest = all.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0;
  return day === undefined ? inMonths(Math.round(nearest / MONTH_DAYS)) : sinceOpened(Math.round(nearest));
}

const MONTH = '(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])';
const DAY = '(?:[12]\\d|3[01]|0?[1-9]|二?十[一二三四五六七八九]?|三十一?|[一二三四五六七八九])';
const FULL = new RegExp(`((?:19|20)\\d{2})\\s*[年./-]\\s*(${MONTH})\\s*[月./-]\\s*(${DAY})(?!\\d)[日号]?`, 'g');
const SHORT = new RegExp(`(?<!\\d)(${MONTH})\\s*月\\s*(${DAY})[日号]`, 'g');
const OF_YEAR = new RegExp(`((?:19|20)\\d{2})\\s*[年./-]\\s*(${MONTH})月?(?!\\d)`, 'g');
const OF_MONTH = new RegExp(`(?<![\\d个第])(${MONTH})月(?:份)?(?![\\d经])`, 'g');
const SCHOOL_YEAR = /(?:19|20)\d{2}\s*[-—–~至]\s*(?:19|20)\d{2}\s*学?年?度?/g;
const YEAR = /(?<!\d)(?:19|20)\d{2}\s*年(?!级)/g;

/** Dates, which become distances from the day on which the case was opened. */
export function dateRules({ openedOn }: Identifiers): Rule[] {
  const certain = { kind: 'date', certain: true } as const;
  const again = (pattern: RegExp, text: string) => new RegExp(pattern.source, 'u').exec(text) ?? [];
  return [
    {
      ...certain,
      pattern: FULL,
      instead: (found) => {
        const [, year, month = '', day] = again(FULL, found);
        return distance(openedOn, month, day, year);
      },
    },
    {
      ...certain,
      pattern: SHORT,
      instead: (found) => {
        const [, month = '', day] = again(SHORT, found);
        return distance(openedOn, month, day);
      },
    },
    {
      ...certain,
      pattern: OF_YEAR,
      instead: (found) => {
        const [, year, month = ''] = again(OF_YEAR, found);
        return distance(openedOn, month, undefined, year);
      },
    },
    { ...certain, pattern: SCHOOL_YEAR, instead: '某学年' },
    { ...certain, pattern: YEAR, instead: '某年' },
    {
      kind: 'date',
      certain: false,
      pattern: OF_MONTH,
      instead: (found) => distance(openedOn, again(OF_MONTH, found)[1] ?? ''),
    },
  ];
}
