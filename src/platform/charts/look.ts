import { contrast, mix } from '../theme/contrast.ts';
import { FONT_FAMILY, palette, type Mode, type Palette } from '../theme/tokens.ts';

/** Colors and manners of a drawing, from the tokens of the theme. */
export interface ChartLook {
  fontFamily: string;
  text: string;
  secondary: string;
  line: string;
  surface: string;
  elevated: string;
  /** Patterns beside colors, for paper and greyscale. */
  patterns: boolean;
  /** Drawings move; false on paper and for users who asked for less motion. */
  moves: boolean;
  /** Size of texts, lines and distances; 1 is a page that is read at a desk. */
  scale: number;
  colors: Palette;
}

/**
 * What a color says. Crisis levels have fixed colors; a number from 0 to 1 is a step from mild to severe, which differs
 * in lightness.
 */
export type Tone = 'main' | 'other' | 'muted' | 'level1' | 'level2' | 'level3' | number;

export const screenLook = (mode: Mode, primary: string | undefined, still: boolean, scale = 1): ChartLook =>
  lookFrom(palette(mode, primary), { patterns: false, moves: !still, fontFamily: FONT_FAMILY, scale });

/** Paper, printed pages and files: light, still, readable without color. */
export const paperLook = (fontFamily: string = FONT_FAMILY, primary?: string): ChartLook =>
  lookFrom(palette('light', primary), { patterns: true, moves: false, fontFamily, scale: 1 });

const lookFrom = (
  colors: Palette,
  manners: Pick<ChartLook, 'patterns' | 'moves' | 'fontFamily' | 'scale'>,
): ChartLook => ({
  ...manners,
  text: colors.text,
  secondary: colors.secondary,
  line: colors.split,
  surface: colors.container,
  elevated: colors.elevated,
  colors,
});

/** Share of the main color in the mildest step. */
const MILDEST = 0.12;

/** The color of a tone. */
export function colorOf({ colors }: ChartLook, tone: Tone): string {
  if (typeof tone === 'number') return mix(colors.container, colors.link, MILDEST + (1 - MILDEST) * tone);
  const named = {
    main: colors.link,
    other: mix(colors.container, colors.link, 0.45),
    muted: colors.tertiary,
    level1: colors.error,
    level2: colors.warning,
    level3: colors.info,
  };
  return named[tone];
}

/** The text color that is easier to read on a color. */
export const textOn = ({ text, surface }: ChartLook, color: string): string =>
  contrast(text, color) >= contrast(surface, color) ? text : surface;

/** The tone of step `at` of `count` ordered steps. */
export const stepTone = (at: number, count: number): number => (count < 2 ? 0 : at / (count - 1));
