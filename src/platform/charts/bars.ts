import { commonOption, FONT_SIZE, type Figure, type Value } from './figure.ts';
import { colorOf, type Tone } from './look.ts';

export interface BarRow {
  key: string;
  label: string;
  value: Value;
  tone?: Tone;
  /** Cells of further columns of the table. */
  more?: readonly string[];
}

export interface Bars {
  title: string;
  /** Heading of the column of labels, that of the values, and those of further columns. */
  head: readonly string[];
  rows: readonly BarRow[];
  /** Text for a suppressed number. */
  suppressedText: string;
}

const ROW_HEIGHT = 30;
const EDGE = 8;

/** Bars beside each other to compare numbers, each with its value written. */
export function barFigure({ title, head, rows, suppressedText }: Bars): Figure {
  const textOf = (value: Value) => (value === undefined ? suppressedText : String(value));
  const table = {
    head,
    rows: rows.map(({ key, label, value, more = [] }) => ({ key, cells: [label, textOf(value), ...more] })),
  };
  return {
    title,
    table,
    height: Math.max(1, rows.length) * ROW_HEIGHT + 2 * EDGE,
    option: (look) => ({
      ...commonOption({ title, table }, look),
      grid: { left: EDGE, right: 64 * look.scale, top: EDGE, bottom: EDGE },
      xAxis: { type: 'value', show: false, min: 0 },
      yAxis: {
        type: 'category',
        inverse: true,
        data: rows.map(({ label }) => label),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: look.line } },
        axisLabel: {
          color: look.text,
          fontSize: FONT_SIZE * look.scale,
          width: 120 * look.scale,
          overflow: 'truncate',
          interval: 0,
        },
      },
      series: [
        {
          type: 'bar',
          name: head[1] ?? '',
          barMaxWidth: 16 * look.scale,
          barMinHeight: 1,
          itemStyle: { borderRadius: [0, 4, 4, 0] },
          label: { show: true, position: 'right', color: look.text, fontSize: FONT_SIZE * look.scale },
          tooltip: { valueFormatter: (_, at) => textOf(rows[at]?.value) },
          data: rows.map(({ value, tone = 'main' }) => ({
            value: value ?? 0,
            itemStyle: { color: colorOf(look, tone) },
            label: { formatter: textOf(value) },
          })),
        },
      ],
    }),
  };
}
