import { commonOption, LEGEND_HEIGHT, legendOption, type Figure } from './figure.ts';
import { colorOf, textOn } from './look.ts';

export interface ProfileRow {
  key: string;
  label: string;
  /** Undefined where the rule for missing answers gives no score. */
  score: number | undefined;
  /** The score with its band, as it is written. */
  text: string;
  /** The bands from the lowest score to the highest; `severity` is 0 to 1. */
  bands: readonly { label: string; from: number; to: number; severity: number }[];
  /** Mean of the norm. */
  norm?: number | undefined;
}

export interface Profile {
  title: string;
  /** Heading of the column of dimensions, that of the scores, and that of the norm. */
  head: readonly [dimension: string, score: string, norm: string];
  rows: readonly ProfileRow[];
  /** Text where a row has no norm. */
  noNormText: string;
}

const ROW_HEIGHT = 46;
const EDGE = 8;
/** Moves a label that has no room out of the drawing. */
const AWAY = -9999;

interface Rect {
  rect: { width: number };
  labelRect: { width: number };
}
const hideWide = ({ rect, labelRect }: Rect) => (labelRect.width + 4 > rect.width ? { dx: AWAY } : {});

/** Scores of dimensions on their bands, with the mean of the norm. Each row has its own range of scores. */
export function profileFigure({ title, head, rows, noNormText }: Profile): Figure {
  const hasNorm = rows.some(({ norm }) => norm !== undefined);
  const table = {
    head: hasNorm ? head : head.slice(0, 2),
    rows: rows.map(({ key, label, text, norm }) => ({
      key,
      cells: [label, text, ...(hasNorm ? [norm === undefined ? noNormText : String(norm)] : [])],
    })),
  };
  /** Position of a score in the range of its row, in per cent. */
  const placeOf = ({ bands }: ProfileRow, score: number): number => {
    const [low, high] = [bands[0]?.from ?? 0, bands.at(-1)?.to ?? 0];
    return high > low ? Math.min(100, Math.max(0, ((score - low) / (high - low)) * 100)) : 0;
  };
  const layers = Math.max(0, ...rows.map(({ bands }) => bands.length));
  return {
    title,
    table,
    height: Math.max(1, rows.length) * ROW_HEIGHT + LEGEND_HEIGHT + EDGE,
    option: (look) => ({
      ...commonOption({ title, table }, look),
      tooltip: { show: false },
      legend: { ...legendOption(look), data: hasNorm ? [head[1], head[2]] : [head[1]] },
      grid: { left: EDGE, right: 24, top: LEGEND_HEIGHT, bottom: EDGE },
      xAxis: { type: 'value', show: false, min: 0, max: 100 },
      yAxis: {
        type: 'category',
        inverse: true,
        data: rows.map(({ label }) => label),
        axisTick: { show: false },
        axisLine: { show: false },
        axisLabel: { color: look.text, width: 96, overflow: 'break', interval: 0 },
      },
      series: [
        ...Array.from({ length: layers }, (_, layer) => ({
          type: 'bar' as const,
          stack: 'bands',
          silent: true,
          barWidth: 18,
          labelLayout: hideWide,
          data: rows.map((row) => {
            const band = row.bands[layer];
            if (band === undefined) return { value: 0 };
            const color = colorOf(look, 0.55 * band.severity);
            const end = row.bands[layer + 1]?.from ?? band.to;
            return {
              value: placeOf(row, end) - placeOf(row, band.from),
              itemStyle: { color, borderColor: look.surface, borderWidth: 1 },
              label: { show: true, formatter: band.label, fontSize: 10, color: textOn(look, color) },
            };
          }),
        })),
        {
          type: 'line' as const,
          name: head[1],
          symbol: 'diamond',
          symbolSize: 14,
          z: 5,
          lineStyle: { width: 0 },
          itemStyle: { color: look.text, borderColor: look.surface, borderWidth: 1.5 },
          label: { show: true, position: 'top', distance: 6, color: look.text, fontSize: 11 },
          data: rows.map((row) => ({
            value: row.score === undefined ? '-' : [placeOf(row, row.score), row.label],
            label: { formatter: row.text },
          })),
        },
        ...(hasNorm
          ? [
              {
                type: 'line' as const,
                name: head[2],
                symbol: 'circle',
                symbolSize: 10,
                z: 4,
                lineStyle: { width: 0 },
                itemStyle: { color: look.surface, borderColor: look.text, borderWidth: 2 },
                data: rows.map((row) => (row.norm === undefined ? '-' : [placeOf(row, row.norm), row.label])),
              },
            ]
          : []),
      ],
    }),
  };
}
