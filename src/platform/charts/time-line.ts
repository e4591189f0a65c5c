import {
  commonOption,
  FONT_SIZE,
  LEGEND_HEIGHT,
  legendOption,
  tooltipOption,
  type Figure,
  type Value,
} from './figure.ts';
import { colorOf } from './look.ts';

export interface TimeLine {
  title: string;
  /** Heading of the column of times. */
  timeHead: string;
  points: readonly { key: string; label: string }[];
  /** The first is the line that counts; the others, such as last year's, are drawn muted and dashed. */
  lines: readonly { label: string; values: readonly Value[] }[];
  /** Values that a line crosses, such as the beginning of a band. */
  limits?: readonly { label: string; value: number }[];
  suppressedText: string;
  /** Values are counts. */
  whole?: boolean;
}

const HEIGHT = 220;
const DASHES = ['solid', 'dashed', 'dotted'] as const;
const SYMBOLS = ['circle', 'circle', 'triangle'] as const;

/** Numbers over time, from left to right, with those of the time before beside them. */
export function timeFigure({ title, timeHead, points, lines, limits = [], suppressedText, whole }: TimeLine): Figure {
  const textOf = (value: Value) => (value === undefined ? suppressedText : String(value));
  const table = {
    head: [timeHead, ...lines.map(({ label }) => label)],
    rows: points.map(({ key, label }, at) => ({
      key,
      cells: [label, ...lines.map(({ values }) => textOf(values[at]))],
    })),
  };
  return {
    title,
    table,
    height: HEIGHT,
    option: (look) => ({
      ...commonOption({ title, table }, look),
      ...(lines.length > 1 && { legend: legendOption(look) }),
      tooltip: { ...tooltipOption(look), trigger: 'axis' },
      grid: {
        left: 8,
        right: 16 * look.scale,
        top: (lines.length > 1 ? LEGEND_HEIGHT : 16) * look.scale,
        bottom: 8,
      },
      xAxis: {
        type: 'category',
        boundaryGap: points.length < 2,
        data: points.map(({ label }) => label),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: look.line } },
        axisLabel: {
          color: look.secondary,
          fontSize: FONT_SIZE * look.scale,
          margin: 8 * look.scale,
          hideOverlap: true,
        },
      },
      yAxis: {
        type: 'value',
        min: 0,
        ...(whole && { minInterval: 1 }),
        splitLine: { lineStyle: { color: look.line, width: look.scale } },
        axisLabel: { color: look.secondary, fontSize: FONT_SIZE * look.scale, margin: 8 * look.scale },
      },
      series: lines.map(({ label, values }, at) => {
        const color = colorOf(look, at === 0 ? 'main' : 'muted');
        return {
          type: 'line' as const,
          name: label,
          symbol: SYMBOLS[at % SYMBOLS.length] ?? 'circle',
          symbolSize: 6 * look.scale,
          lineStyle: { color, width: 2 * look.scale, type: DASHES[at % DASHES.length] ?? 'solid' },
          // The points of the other lines are hollow.
          itemStyle: { color: at === 0 ? color : look.surface, borderColor: color, borderWidth: 2 * look.scale },
          tooltip: { valueFormatter: (_: unknown, point: number) => textOf(values[point]) },
          data: points.map((_, point) => values[point] ?? null),
          ...(at === 0 && {
            markLine: {
              silent: true,
              symbol: 'none',
              lineStyle: { color: look.secondary, type: 'dotted' as const },
              label: { position: 'insideEndTop' as const, color: look.secondary },
              data: limits.map(({ label: name, value }) => ({ name, yAxis: value, label: { formatter: name } })),
            },
          }),
        };
      }),
    }),
  };
}
