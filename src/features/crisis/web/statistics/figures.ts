import type { TFunction } from 'i18next';
import { barFigure } from '../../../../platform/charts/bars.ts';
import type { Figure } from '../../../../platform/charts/figure.ts';
import type { Tone } from '../../../../platform/charts/look.ts';
import { timeFigure } from '../../../../platform/charts/time-line.ts';
import type { WarnStatistics } from '../../contract/warn-statistics.ts';

/** Crisis levels have fixed colors; what has no level is muted. */
const TONES: Readonly<Record<string, Tone>> = {
  1: 'level1',
  2: 'level2',
  3: 'level3',
  invalid: 'muted',
  pending: 'muted',
};

/** The charts of the statistics of a place. */
export interface StatisticsFigures {
  verdicts: Figure;
  sources: Figure;
  months: Figure;
  parts: Figure;
}

export function statisticsFigures(data: WarnStatistics, t: TFunction): StatisticsFigures {
  const { smallest, unit, parts } = data;
  const suppressedText = t('warnStatistics.few', { smallest });
  const unitText = t(unit === 'student' ? 'warnStatistics.students' : 'warnStatistics.warnings');
  const head = [t('warnStatistics.item'), unitText];
  const hasRates = parts.rows.some(({ per_100 }) => per_100 !== undefined);
  return {
    verdicts: barFigure({
      title: t('warnStatistics.verdicts'),
      head,
      suppressedText,
      rows: data.verdicts.map(({ key, label, n }) => ({ key, label, value: n, tone: TONES[key] ?? 'main' })),
    }),
    sources: barFigure({
      title: t('warnStatistics.sources'),
      head,
      suppressedText,
      rows: data.sources.map(({ key, label, n }) => ({ key, label, value: n })),
    }),
    months: timeFigure({
      title: t('warnStatistics.months'),
      timeHead: t('warnStatistics.month'),
      suppressedText,
      whole: true,
      points: data.months.map(({ key, label }) => ({ key, label })),
      lines: [
        { label: t('warnStatistics.thisYear'), values: data.months.map(({ n }) => n) },
        { label: t('warnStatistics.lastYear'), values: data.months.map(({ last }) => last) },
      ],
    }),
    parts: barFigure({
      title: t(`warnStatistics.parts.${parts.by}`),
      head: hasRates ? [...head, t('warnStatistics.per100')] : head,
      suppressedText,
      rows: parts.rows.map(({ key, label, n, per_100 }) => ({
        key,
        label,
        value: n,
        ...(hasRates && { more: [per_100 === undefined ? '' : String(per_100)] }),
      })),
    }),
  };
}
