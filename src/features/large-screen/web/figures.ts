import type { TFunction } from 'i18next';
import { barFigure } from '../../../platform/charts/bars.ts';
import type { Figure } from '../../../platform/charts/figure.ts';
import { timeFigure } from '../../../platform/charts/time-line.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { ScreenNumbers } from '../contract.ts';

type Warnings = NonNullable<ScreenNumbers['warnings']>;

/** Students with warnings by month, with last year's beside them. */
export const trendFigure = (t: TFunction, months: Warnings['months'], smallest: number): Figure =>
  timeFigure({
    title: t('largeScreen.trend'),
    timeHead: t('largeScreen.month'),
    suppressedText: t('largeScreen.few', { n: smallest }),
    whole: true,
    points: months.map(({ month }) => ({ key: month, label: month })),
    lines: [
      { label: t('largeScreen.thisYear'), values: months.map(({ n }) => n) },
      { label: t('largeScreen.lastYear'), values: months.map(({ last }) => last) },
    ],
  });

/** Students with warnings by the source of the warning. */
export const sourceFigure = (t: TFunction, sources: Warnings['sources'], smallest: number): Figure =>
  barFigure({
    title: t('largeScreen.sources'),
    head: [t('largeScreen.source'), t('largeScreen.students')],
    suppressedText: t('largeScreen.few', { n: smallest }),
    rows: sources.map(({ source, n }) => ({ key: String(source), label: labelOf('warn_source', source), value: n })),
  });
