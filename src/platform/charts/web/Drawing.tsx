import { useLayoutEffect, useMemo, useRef } from 'react';
import { useStable } from '../../ui/web/use-stable.ts';
import { startDrawing } from '../engine.ts';
import { describeFigure, drawnAt, type Figure } from '../figure.ts';
import { useLook } from './use-look.ts';
import styles from './chart.module.css';

/** Pixels between the margins of A4; the style sheet scales what is drawn for paper to it. */
const PAPER_WIDTH = 670;

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
  const look = useLook();
  const drawn = look.patterns ? Math.min(width, PAPER_WIDTH) : width;
  const { height, option } = useMemo(() => drawnAt(figure, look, drawn), [figure, look, drawn]);
  const size = useRef({ width, height });
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
    current?.resize({ width: drawn, height, silent: true });
    current?.setOption(option, { notMerge: true });
    ref.current?.querySelector('svg')?.setAttribute('viewBox', `0 0 ${drawn} ${height}`);
    // A page that is being printed does not wait for the next frame.
    current?.getZr().flush();
  }, [option, drawn, height]);
  return <div ref={ref} role="img" className={styles.drawing} aria-label={describeFigure(figure)} style={{ height }} />;
}
