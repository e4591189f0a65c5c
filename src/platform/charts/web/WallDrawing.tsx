import { useEffect, useRef } from 'react';
import { startDrawing } from '../engine.ts';
import { describeFigure, type Figure } from '../figure.ts';
import type { ChartLook } from '../look.ts';
import { drawInTurn } from './in-turn.ts';

export interface WallDrawingProps {
  figure: Figure;
  look: ChartLook;
  /** In pixels. */
  width: number;
  height: number;
}

/** ECharts' drawing of a figure on a screen that nobody touches: as large as its box, drawn when nothing else runs. */
export function WallDrawing({ figure, look, width, height }: WallDrawingProps) {
  const ref = useRef<HTMLDivElement>(null);
  const drawing = useRef<ReturnType<typeof startDrawing>>(undefined);
  useEffect(() => () => drawing.current?.dispose(), []);
  useEffect(
    () =>
      drawInTurn(() => {
        if (ref.current === null) return;
        const size = { width, height };
        const isNew = drawing.current === undefined || drawing.current.isDisposed();
        if (isNew) drawing.current = startDrawing(ref.current, null, { renderer: 'svg', ...size });
        else drawing.current?.resize({ ...size, silent: true });
        drawing.current?.setOption(
          { ...figure.option(look), tooltip: { show: false }, animation: false },
          { notMerge: true },
        );
      }),
    [figure, look, width, height],
  );
  return <div ref={ref} role="img" aria-label={describeFigure(figure)} style={{ width, height }} />;
}
