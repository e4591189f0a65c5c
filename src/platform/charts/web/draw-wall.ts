import type { WallOrder } from '../wall.ts';

interface Waiting {
  resolve: (picture: Blob) => void;
  reject: (error: Error) => void;
}

/** The worker of this page, with the orders that it has not answered; made with the first order. */
let drawing: { worker: Worker; waiting: Map<number, Waiting> } | undefined;
let lastId = 0;

function start(): NonNullable<typeof drawing> {
  const worker = new Worker(new URL('./wall-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  worker.addEventListener('message', ({ data: { id, picture } }: MessageEvent<{ id: number; picture: Blob }>) => {
    waiting.get(id)?.resolve(picture);
    waiting.delete(id);
  });
  // It was not loaded, or it failed: the next order tries again.
  worker.addEventListener('error', () => {
    drawing = undefined;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error('the chart was not drawn'));
  });
  return { worker, waiting };
}

/** Draws a figure outside of the page's thread, so that no number that arrives holds up the page. */
export const drawWall = (order: WallOrder): Promise<Blob> =>
  new Promise((resolve, reject) => {
    drawing ??= start();
    const id = ++lastId;
    drawing.waiting.set(id, { resolve, reject });
    drawing.worker.postMessage({ id, order }, []);
  });
