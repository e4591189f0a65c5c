import { commonOption, LEGEND_HEIGHT, legendOption, type Figure, type Value } from './figure.ts';
import { colorOf, textOn, type ChartLook, type Tone } from './look.ts';

export interface Distribution {
  title: string;
  /** Heading of the column of labels. */
  rowHead: string;
  /** What the parts of a row are, in order. */
  parts: readonly { label: string; tone: Tone }[];
  rows: readonly { key: string; label: string; values: readonly Value[] }[];
  /** `%` where values are shares; empty for counts. */
  unit?: string;
  suppressedText: string;
  /** Parts beside each other in place of stacked. */
  grouped?: boolean;
}

const BAR_HEIGHT = 20;
const EDGE = 8;

/** A part narrower than this share of the longest row has no room for its label. */
const LABELLED = 0.06;

function labelOf(look: ChartLook, color: string, grouped: boolean, patterned: boolean) {
  if (grouped) return { position: 'right' as const, color: look.text };
  if (!patterned) return { position: 'inside' as const, color: textOn(look, color) };
  // A pattern under the number would make it hard to read.
  return { position: 'inside' as const, color: look.text, backgroundColor: look.surface, padding: [1, 3] };
}

/** How each row is divided: stacked bars, or grouped ones. */
export function distributionFigure(given: Distribution): Figure {
  const { title, rowHead, parts, rows, unit = '', suppressedText, grouped = false } = given;
  const textOf = (value: Value) => (value === undefined ? suppressedText : `${value}${unit}`);
  const table = {
    head: [rowHead, ...parts.map(({ label }) => label)],
    rows: rows.map(({ key, label, values }) => ({ key, cells: [label, ...parts.map((_, at) => textOf(values[at]))] })),
  };
  const sum = (values: readonly Value[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const longest = Math.max(1, ...rows.map(({ values }) => sum(values)));
  // Ordered steps differ in lightness; named colors need patterns on paper.
  const patterned = parts.some(({ tone }) => typeof tone !== 'number');
  const barsInRow = grouped ? parts.length : 1;
  return {
    title,
    table,
    legend: parts.map(({ label }) => label),
    height: Math.max(1, rows.length) * (barsInRow * BAR_HEIGHT + 14) + LEGEND_HEIGHT + 2 * EDGE,
    option: (look) => ({
      ...commonOption({ title, table }, look, patterned),
      legend: legendOption(look),
      grid: { left: EDGE, right: grouped ? 56 : EDGE, top: LEGEND_HEIGHT, bottom: EDGE },
      xAxis: { type: 'value', show: false, min: 0, ...(!grouped && { max: longest }) },
      yAxis: {
        type: 'category',
        inverse: true,
        data: rows.map(({ label }) => label),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: look.line } },
        axisLabel: { color: look.text, width: 110, overflow: 'truncate', interval: 0 },
      },
      series: parts.map(({ label, tone }, part) => {
        const color = colorOf(look, tone);
        return {
          type: 'bar' as const,
          name: label,
          ...(!grouped && { stack: 'all' }),
          barMaxWidth: BAR_HEIGHT - 2,
          itemStyle: { color, borderColor: look.surface, borderWidth: 1 },
          label: { show: true, fontSize: 11, ...labelOf(look, color, grouped, patterned && look.patterns) },
          tooltip: { valueFormatter: (_, at) => textOf(rows[at]?.values[part]) },
          data: rows.map(({ values }) => {
            const value = values[part];
            const written = grouped || (value ?? 0) / longest >= LABELLED;
            return { value: value ?? 0, label: { formatter: written ? textOf(value) : '' } };
          }),
        };
      }),
    }),
  };
}
