import { barFigure, type Bars } from './bars.ts';
import type { Figure } from './figure.ts';
import type { ChartLook } from './look.ts';
import { timeFigure, type TimeLine } from './time-line.ts';

/** The data of a figure, which can be sent to a worker; a figure has functions. */
export type WallData = { kind: 'bars'; given: Bars } | { kind: 'time'; given: TimeLine };

export const figureOfWall = (data: WallData): Figure =>
  data.kind === 'bars' ? barFigure(data.given) : timeFigure(data.given);

/** A picture to draw; sizes in pixels. */
export interface WallOrder {
  data: WallData;
  look: ChartLook;
  width: number;
  height: number;
}
