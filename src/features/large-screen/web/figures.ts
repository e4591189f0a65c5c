import type { TFunction } from 'i18next';
import type { WallData } from '../../../platform/charts/wall.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { ScreenNumbers } from '../contract.ts';

type Warnings = NonNullable<ScreenNumbers['warnings']>;

/** Students with warnings by month, with last year's beside them. */
export const trendData = (t: TFunction, months: Warnings['months'], smallest: number): WallData => ({
  kind: 'time',
  given: {
    title: t('largeScreen.trend'),
    timeHead: t('largeScreen.month'),
    suppressedText: t('largeScreen.few', { n: smallest }),
    whole: true,
    points: months.map(({ month }) => ({
      key: month,
      label: t('largeScreen.monthOf', { month: Number(month.slice(5)) }),
    })),
    lines: [
      { label: t('largeScreen.thisYear'), values: months.map(({ n }) => n) },
      { label: t('largeScreen.lastYear'), values: months.map(({ last }) => last) },
    ],
  },
});

/** Students with warnings by the source of the warning. */
export const sourceData = (t: TFunction, sources: Warnings['sources'], smallest: number): WallData => ({
  kind: 'bars',
  given: {
    title: t('largeScreen.sources'),
    head: [t('largeScreen.source'), t('largeScreen.students')],
    suppressedText: t('largeScreen.few', { n: smallest }),
    rows: sources.map(({ source, n }) => ({ key: String(source), label: labelOf('warn_source', source), value: n })),
  },
});
