import { useEffect, useState } from 'react';
import { useSize } from '../../ui/web/use-size.ts';
import { describeFigure } from '../figure.ts';
import type { ChartLook } from '../look.ts';
import { figureOfWall, type WallData, type WallOrder } from '../wall.ts';
import { drawWall } from './draw-wall.ts';
import { FigureTable } from './FigureTable.tsx';
import styles from './chart.module.css';

type Picture = { state: 'drawing' } | { state: 'drawn'; src: string } | { state: 'failed' };

/** The drawing of an order; the former one stays until it is there. */
function usePicture({ data, look, width, height }: WallOrder): Picture {
  const [picture, setPicture] = useState<Picture>({ state: 'drawing' });
  useEffect(() => {
    if (width === 0 || height === 0) return;
    let isCurrent = true;
    drawWall({ data, look, width, height }).then(
      (blob) => isCurrent && setPicture({ state: 'drawn', src: URL.createObjectURL(blob) }),
      () => isCurrent && setPicture({ state: 'failed' }),
    );
    return () => void (isCurrent = false);
  }, [data, look, width, height]);
  useEffect(
    () => () => {
      if (picture.state === 'drawn') URL.revokeObjectURL(picture.src);
    },
    [picture],
  );
  return picture;
}

/**
 * A figure as a picture that fills its box, on a screen that nobody touches. Its table is there for screen readers, and
 * in its place where the browser cannot draw it.
 */
export function WallChart({ data, look }: { data: WallData; look: ChartLook }) {
  const [ref, size] = useSize<HTMLDivElement>();
  const picture = usePicture({ data, look, ...size });
  const figure = figureOfWall(data);
  return (
    <>
      <div ref={ref} className={styles.wall}>
        {picture.state === 'drawn' && <img src={picture.src} alt={describeFigure(figure)} />}
      </div>
      <div className={picture.state === 'failed' ? undefined : styles.unseen}>
        <FigureTable figure={figure} />
      </div>
    </>
  );
}
