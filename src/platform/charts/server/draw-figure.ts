import { startDrawing } from '../engine.ts';
import type { Figure } from '../figure.ts';
import { paperLook } from '../look.ts';

/** The family that `platform/pdf` embeds. */
const FONT = 'Noto Sans SC';

/** A figure as an SVG picture for files, light and readable without color. @param width In pixels */
export function drawFigure(figure: Figure, width = 640): string {
  const drawing = startDrawing(null, null, { renderer: 'svg', ssr: true, width, height: figure.height });
  try {
    drawing.setOption(figure.option(paperLook(FONT)));
    return drawing.renderToSVGString();
  } finally {
    drawing.dispose();
  }
}
