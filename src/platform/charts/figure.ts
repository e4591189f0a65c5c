import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type {
  AriaComponentOption,
  GridComponentOption,
  LegendComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { ChartLook } from './look.ts';

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | AriaComponentOption
  | GridComponentOption
  | LegendComponentOption
  | TooltipComponentOption
>;

/** The numbers of a chart as a table. The first cell of a row is its heading. */
export interface FigureTable {
  head: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
}

/** A chart as pages and files show it: drawn from an option, and readable as a table. */
export interface Figure {
  title: string;
  table: FigureTable;
  /** Height of the drawing in pixels, with one line of legend. */
  height: number;
  /** Names in the legend above the drawing, where there is one. */
  legend?: readonly string[];
  option: (look: ChartLook) => ChartOption;
}

/** A number that is undefined is suppressed: it is not drawn, and its text is written instead. */
export type Value = number | undefined;

/** Size of the texts of a drawing in pixels; ECharts takes it for labels only where it is named. */
export const FONT_SIZE = 12;

/** Rows that the description names; a screen reader gets the others from the table. */
const DESCRIBED = 12;

/** What a screen reader reads in place of the drawing. */
export function describeFigure({ title, table }: Figure): string {
  const rows = table.rows.slice(0, DESCRIBED).map(({ cells: [label, ...values] }) => `${label} ${values.join(' / ')}`);
  return `${title}：${rows.join('；')}${table.rows.length > DESCRIBED ? '……' : ''}`;
}

/** What all charts have in common. Labels stay inside the drawing (`outerBounds` of the grid). */
export const commonOption = (figure: Pick<Figure, 'title' | 'table'>, look: ChartLook, decal = false): ChartOption => ({
  animation: look.moves,
  animationDuration: 200,
  animationDurationUpdate: 200,
  textStyle: { fontFamily: look.fontFamily, fontSize: FONT_SIZE * look.scale, color: look.text },
  aria: {
    enabled: true,
    label: { description: describeFigure({ ...figure, height: 0, option: () => ({}) }) },
    decal: { show: decal && look.patterns },
  },
  tooltip: tooltipOption(look),
});

/** What is shown beside the pointer; nothing on paper. */
export const tooltipOption = (look: ChartLook): TooltipComponentOption => ({
  show: !look.patterns,
  confine: true,
  backgroundColor: look.elevated,
  borderColor: look.line,
  textStyle: { color: look.text, fontFamily: look.fontFamily, fontSize: 13 },
});

/** A legend above the drawing. */
export const legendOption = (look: ChartLook): LegendComponentOption => ({
  top: 0,
  left: 0,
  itemGap: 10 * look.scale,
  itemWidth: 18 * look.scale,
  itemHeight: 12 * look.scale,
  // ECharts keeps the same five pixels between symbol and text in every size.
  textStyle: { color: look.secondary, fontSize: FONT_SIZE * look.scale, padding: [0, 0, 0, 5 * (look.scale - 1)] },
});

/** Height of the legend with its distance to the drawing. */
export const LEGEND_HEIGHT = 32;
/** Height of each further line of the legend. */
const LEGEND_LINE = 24;
/** Symbol, its distance to the text, and the distance to the next name. */
const AROUND_NAME = 18 + 5 + 10;

/** Chinese characters are as wide as the text is high; others are about half as wide, some more. */
const widthOf = (text: string) =>
  Array.from(text).reduce((sum, char) => sum + (char > '\u2e80' ? FONT_SIZE : FONT_SIZE * 0.65), 0);

function linesOf(names: readonly string[], width: number): number {
  let [lines, used] = [1, 0];
  for (const name of names) {
    const needed = AROUND_NAME + widthOf(name);
    if (used > 0 && used + needed > width) [lines, used] = [lines + 1, 0];
    used += needed;
  }
  return lines;
}

/** A figure at a width: a legend that needs more lines moves the drawing down instead of covering its first row. */
export function drawnAt(figure: Figure, look: ChartLook, width: number): { height: number; option: ChartOption } {
  const option = figure.option(look);
  const more = figure.legend ? (linesOf(figure.legend, width) - 1) * LEGEND_LINE : 0;
  const { grid } = option;
  if (more === 0 || grid === undefined || Array.isArray(grid) || typeof grid.top !== 'number')
    return { height: figure.height, option };
  return { height: figure.height + more, option: { ...option, grid: { ...grid, top: grid.top + more } } };
}
