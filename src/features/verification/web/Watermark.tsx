import { useEffect } from 'react';
import { useMode } from '../../../platform/theme/web/theme-mode.ts';
import { palette } from '../../../platform/theme/web/tokens.ts';

const SIZE = { width: 320, height: 220 } as const;
const ANGLE = -22;
/** `spec §9` */
const OPACITY = 0.1;
const LINE = 24;
/** A rule of a style sheet leaves no trace in the page: looked at from time to time. */
const LOOK_MS = 3000;

const escaped = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** The lines, rotated, as a picture to be laid side by side. */
function tile(lines: readonly string[], color: string): string {
  const { width, height } = SIZE;
  const texts = lines
    .map(
      (line, i) =>
        `<text x="${width / 2}" y="${height / 2 + (i - (lines.length - 1) / 2) * LINE}" dominant-baseline="middle">${escaped(line)}</text>`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="rotate(${ANGLE} ${width / 2} ${height / 2})" fill="${color}" fill-opacity="${OPACITY}" font-size="15" font-family="sans-serif" text-anchor="middle">${texts}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg).replaceAll(/[()']/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}")`;
}

/**
 * Every property there is by its first value, and these by theirs: by importance, so that no rule of a style sheet wins
 * against any.
 */
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

/** Whether something hides it that is no attribute of its own. */
const isHidden = (mark: HTMLElement): boolean => {
  const { display, visibility, opacity } = getComputedStyle(mark);
  return display === 'none' || visibility === 'hidden' || opacity === '0';
};

/**
 * Who looks at the page, over all of it (`spec §9`, watermark). Taken out, changed or hidden it is put back at once.
 *
 * @param onRemoved Hears of it
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
    const isWhole = () =>
      mark.parentNode === document.body &&
      mark.getAttribute('style') === style &&
      !mark.hidden &&
      mark.className === '' &&
      !isHidden(mark);
    function check(): void {
      if (isWhole()) return;
      observer.disconnect();
      mark.remove();
      mark = draw(style);
      watch();
      onRemoved();
    }
    watch();
    const timer = setInterval(check, LOOK_MS);
    return () => {
      clearInterval(timer);
      observer.disconnect();
      mark.remove();
    };
  }, [content, text, onRemoved]);
  return null;
}
