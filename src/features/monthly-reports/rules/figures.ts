import { distributionFigure } from '../../../platform/charts/distribution.ts';
import type { Figure } from '../../../platform/charts/figure.ts';
import type { MonthlyReport, MonthlySection } from '../contract.ts';

/** The words of a chart, in the reader's language. */
export interface FigureTexts {
  item: string;
  now: string;
  before: string;
  last_year: string;
  /** Text for a suppressed number. */
  few: string;
  /** Text for a month that was not counted. */
  unknown: string;
}

type Line = MonthlySection['lines'][number];
/** Totals with a number in one of the months; their parts and students are in the table. */
const isDrawn = ({ unit, label, now, before, last_year }: Line): boolean =>
  (unit === 'student' || unit === 'event') &&
  !label.startsWith('其中') &&
  !label.includes('涉及') &&
  [now, before, last_year].some((n) => n !== undefined && n > 0);

/**
 * The totals of a section beside those of the month before and of the same month last year; undefined where there are
 * none.
 */
export function sectionFigure(
  { title, lines }: MonthlySection,
  known: MonthlyReport['known'],
  texts: FigureTexts,
): Figure | undefined {
  const rows = lines.filter(isDrawn);
  if (rows.length === 0) return undefined;
  const periods = [
    { label: texts.now, tone: 'main' as const, of: 'now' as const, isKnown: true },
    { label: texts.before, tone: 'other' as const, of: 'before' as const, isKnown: known.before },
    { label: texts.last_year, tone: 'muted' as const, of: 'last_year' as const, isKnown: known.last_year },
  ].filter(({ isKnown }) => isKnown);
  return distributionFigure({
    title: `${title}（${periods.map(({ label }) => label).join('、')}）`,
    rowHead: texts.item,
    parts: periods.map(({ label, tone }) => ({ label, tone })),
    rows: rows.map((line) => ({ key: line.key, label: line.label, values: periods.map(({ of }) => line[of]) })),
    suppressedText: texts.few,
    grouped: true,
  });
}
