import type { ArchiveCurve } from '../../../platform/archive/contract.ts';
import type { Figure } from '../../../platform/charts/figure.ts';
import { timeFigure } from '../../../platform/charts/time-line.ts';

/** Words of a curve, in the reader's language. */
export interface CurveWords {
  title: string;
  timeHead: string;
  score: string;
}

/** A curve of a student for page and file; times are days. */
export const curveFigure = (
  { points }: ArchiveCurve,
  { title, timeHead, score }: CurveWords,
  dayOf: (at: string) => string,
): Figure =>
  timeFigure({
    title,
    timeHead,
    suppressedText: '',
    points: points.map(({ point_id, at, label }) => ({ key: point_id, label: `${dayOf(at)} ${label}` })),
    lines: [{ label: score, values: points.map(({ value }) => value) }],
  });
