import { distributionFigure } from '../../../platform/charts/distribution.ts';
import type { Figure, Value } from '../../../platform/charts/figure.ts';
import type { GroupReport, ReportDimension } from '../contract.ts';

type Band = ReportDimension['bands'][number];

/** The words of a chart, in the reader's language. */
export interface FigureTexts {
  title: string;
  group: string;
  /** Text for a suppressed number. */
  few: string;
}

/** Ordered bands from mild (0) to severe (1). */
const partsOf = (bands: readonly Pick<Band, 'title'>[]) =>
  bands.map(({ title }, i) => ({ label: title, tone: bands.length < 2 ? 0 : i / (bands.length - 1) }));

/** Share in percent with one decimal; undefined where a number is suppressed. */
const share = (n: Value, of: Value): Value =>
  n === undefined || of === undefined || of === 0 ? undefined : Math.round((n * 1000) / of) / 10;

/** How the groups of a dimension are divided into bands, in percent of each group. */
export function bandFigure(
  { bands, groups }: ReportDimension,
  { title, group, few }: FigureTexts,
  isAttentive = false,
): Figure {
  const rows = groups
    .filter(({ by, n }) => by === 'all' || (n !== undefined && n > 0))
    .map(({ by, key, label, bands: counts }) => {
      const numbers = counts.map(({ n, attentive }) => (isAttentive ? attentive : n));
      const size = numbers.reduce<number>((sum, n) => sum + (n ?? 0), 0);
      return { key: `${by}-${key}`, label, values: numbers.map((n) => share(n, size)) };
    });
  return distributionFigure({
    title,
    rowHead: group,
    parts: partsOf(bands),
    rows,
    unit: '%',
    suppressedText: few,
  });
}

type Compared = NonNullable<GroupReport['comparison']>['scales'][number];

/** The distributions of two screenings below each other. */
export function changeFigure(
  { bands, before, now }: Compared['dimensions'][number],
  { title, group, few, before: was, now: is }: FigureTexts & { before: string; now: string },
): Figure {
  return distributionFigure({
    title,
    rowHead: group,
    parts: partsOf(bands),
    rows: [
      { key: 'before', label: was, values: bands.map((band) => share(band.before, before)) },
      { key: 'now', label: is, values: bands.map((band) => share(band.now, now)) },
    ],
    unit: '%',
    suppressedText: few,
  });
}
