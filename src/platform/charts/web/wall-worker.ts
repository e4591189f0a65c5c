import { setPlatformAPI } from 'echarts/core';
import { startDrawing } from '../engine.ts';
import { figureOfWall, type WallOrder } from '../wall.ts';

// Without a canvas ECharts would guess how wide texts are.
setPlatformAPI({ createCanvas: () => new OffscreenCanvas(1, 1) as unknown as HTMLCanvasElement });

function draw({ data, look, width, height }: WallOrder): string {
  const drawing = startDrawing(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawing.setOption({ ...figureOfWall(data).option(look), tooltip: { show: false }, animation: false });
    return drawing.renderToSVGString();
  } finally {
    drawing.dispose();
  }
}

addEventListener('message', ({ data: { id, order } }: MessageEvent<{ id: number; order: WallOrder }>) =>
  postMessage({ id, picture: new Blob([draw(order)], { type: 'image/svg+xml' }) }),
);
