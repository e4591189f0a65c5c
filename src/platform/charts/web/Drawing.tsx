import { useLayoutEffect, useRef } from 'react';
import { useStable } from '../../ui/web/use-stable.ts';
import { startDrawing } from '../engine.ts';
import { describeFigure, type Figure } from '../figure.ts';
import { useLook } from './use-look.ts';

interface Props {
  figure: Figure;
  /** In pixels. */
  width: number;
  onPick?: ((key: string) => void) | undefined;
}

/** ECharts' drawing of a figure. */
export function Drawing({ figure, width, onPick }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const drawing = useRef<ReturnType<typeof startDrawing>>(undefined);
  const size = useRef({ width, height: figure.height });
  const look = useLook();
  const pick = useStable((at: number) => {
    const key = figure.table.rows[at]?.key;
    if (key !== undefined) onPick?.(key);
  });
  useLayoutEffect(() => {
    const started = startDrawing(ref.current, null, { renderer: 'svg', ...size.current });
    started.on('click', ({ dataIndex }) => pick(dataIndex));
    drawing.current = started;
    return () => started.dispose();
  }, [pick]);
  useLayoutEffect(() => {
    const { current } = drawing;
    current?.resize({ width, height: figure.height, silent: true });
    current?.setOption(figure.option(look), { notMerge: true });
    // A page that is being printed does not wait for the next frame.
    current?.getZr().flush();
  }, [figure, width, look]);
  return <div ref={ref} role="img" aria-label={describeFigure(figure)} style={{ height: figure.height }} />;
}
