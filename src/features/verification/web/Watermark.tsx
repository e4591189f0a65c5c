import { useEffect } from 'react';
import { palette } from '../../../platform/theme/tokens.ts';
import { useMode } from '../../../platform/theme/web/theme-mode.ts';

const SIZE = { width: 320, height: 220 } as const;
const ANGLE = -22;
/** Opacity of the text (`spec §9`). */
const OPACITY = 0.1;
const LINE_HEIGHT = 24;
/** Milliseconds between checks; a style sheet can hide the watermark without a DOM mutation. */
const CHECK_MS = 3000;

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** The rotated lines as a background image that is repeated over the page. */
function tile(lines: readonly string[], color: string): string {
  const { width, height } = SIZE;
  const texts = lines
    .map(
      (line, i) =>
        `<text x="${width / 2}" y="${height / 2 + (i - (lines.length - 1) / 2) * LINE_HEIGHT}" dominant-baseline="middle">${escaped(line)}</text>`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="rotate(${ANGLE} ${width / 2} ${height / 2})" fill="${color}" fill-opacity="${OPACITY}" font-size="15" font-family="sans-serif" text-anchor="middle">${texts}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg).replaceAll(/[()']/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}")`;
}

/** The inline style. Resets every property and marks each value as important, so that no style sheet overrides it. */
const styleOf = (picture: string): string =>
  Object.entries({
    all: 'initial',
    position: 'fixed',
    inset: '0px',
    'z-index': '1900',
    'pointer-events': 'none',
    display: 'block',
    'background-image': picture,
    'background-repeat': 'repeat',
  })
    .map(([name, value]) => `${name}: ${value} !important`)
    .join('; ');

function draw(style: string): HTMLElement {
  const mark = document.createElement('div');
  mark.setAttribute('aria-hidden', 'true');
  mark.dataset.watermark = '';
  mark.setAttribute('style', style);
  document.body.append(mark);
  return mark;
}

/** Whether a style sheet hides the watermark. */
const isHidden = (mark: HTMLElement): boolean => {
  const { display, visibility, opacity } = getComputedStyle(mark);
  return display === 'none' || visibility === 'hidden' || opacity === '0';
};

/**
 * A watermark that names the viewer, over the whole page (`spec §9`). It is restored at once when it is removed,
 * changed or hidden.
 *
 * @param onRemoved Called after each restoration
 */
export function Watermark({ lines, onRemoved }: { lines: readonly string[]; onRemoved: () => void }) {
  const { text } = palette(useMode());
  const content = lines.join('\n');

  useEffect(() => {
    const style = styleOf(tile(content.split('\n'), text));
    let mark = draw(style);
    const observer = new MutationObserver(() => check());
    const watch = () => {
      observer.observe(document.body, { childList: true });
      observer.observe(mark, { attributes: true, childList: true });
    };
    const isIntact = () =>
      mark.parentNode === document.body &&
      mark.getAttribute('style') === style &&
      !mark.hidden &&
      mark.className === '' &&
      !isHidden(mark);
    function check(): void {
      if (isIntact()) return;
      observer.disconnect();
      mark.remove();
      mark = draw(style);
      watch();
      onRemoved();
    }
    watch();
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      observer.disconnect();
      mark.remove();
    };
  }, [content, text, onRemoved]);
  return null;
}
