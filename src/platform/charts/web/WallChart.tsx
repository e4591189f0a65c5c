import { Suspense } from 'react';
import { loadChunk } from '../../http/web/load-chunk.ts';
import { lazyPage } from '../../ui/web/lazy-page.ts';
import { useSize } from '../../ui/web/use-size.ts';
import type { Figure } from '../figure.ts';
import type { ChartLook } from '../look.ts';
import { FigureTable } from './FigureTable.tsx';
import type { WallDrawingProps } from './WallDrawing.tsx';
import styles from './chart.module.css';

/** The numbers are in the table then. */
const NotLoaded = () => null;

const WallDrawing = lazyPage<WallDrawingProps>(() =>
  loadChunk(() => import('./WallDrawing.tsx')).then(
    ({ WallDrawing }) => WallDrawing,
    () => NotLoaded,
  ),
);

/** A figure that fills its box on a screen on a wall. Its table is there for screen readers. */
export function WallChart({ figure, look }: { figure: Figure; look: ChartLook }) {
  const [ref, { width, height }] = useSize<HTMLDivElement>();
  return (
    <>
      <div ref={ref} className={styles.wall}>
        <Suspense>
          {width > 0 && height > 0 && <WallDrawing figure={figure} look={look} width={width} height={height} />}
        </Suspense>
      </div>
      <div className={styles.unseen}>
        <FigureTable figure={figure} />
      </div>
    </>
  );
}
