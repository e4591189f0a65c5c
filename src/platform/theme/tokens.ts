import { mix, readable } from './contrast.ts';

/*
 * Every color and measure of the portal, for antd's theme, the custom properties of the style sheets and the tests.
 * Measures: `spec §9`.
 */

export type Mode = 'light' | 'dark';

export const SPACE = { mini: 4, small: 8, medium: 16, large: 24 } as const;
export const HEADER_HEIGHT = 60;
export const CONTENT_MIN_HEIGHT = 100;
export const RADIUS = 8;
export const FONT_SIZE = 14;
export const LINE_HEIGHT = 1.57;
export const FONT_FAMILY =
  "'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', system-ui, sans-serif";
export const DIALOG_WIDTH = { form: 600, role: 648, service: 680 } as const;

/** Blue-green; a tenant may set another color, which is adjusted until it is readable. */
export const PRIMARY = '#1f7a78';

const backgrounds = {
  light: {
    layout: '#f6f5f2',
    container: '#ffffff',
    elevated: '#ffffff',
    fill: '#f1efeb',
    border: '#dedbd4',
    split: '#ebe8e2',
  },
  dark: {
    layout: '#151513',
    container: '#1d1d1a',
    elevated: '#282724',
    fill: '#2b2a27',
    border: '#45433e',
    split: '#33312d',
  },
} as const;

const textColors = {
  light: { text: '#262420', secondary: '#57534c', tertiary: '#6b675f', disabled: '#a5a199' },
  dark: { text: '#ebe8e2', secondary: '#bdb8af', tertiary: '#a09b92', disabled: '#6d6961' },
} as const;

const stateColors = {
  light: { success: '#2f7d46', warning: '#8a5a00', error: '#c0392f', info: '#2a6f9e' },
  dark: { success: '#6cc083', warning: '#e0b04c', error: '#ee8479', info: '#7bb8dd' },
} as const;

/** Colors of one mode, as `#rrggbb`. @param requested Primary color of the tenant */
export function palette(mode: Mode, requested: string = PRIMARY) {
  const background = backgrounds[mode];
  const surfaces = [background.container, background.layout, background.elevated];
  const dark = mode === 'dark';
  // Background of buttons: white text must be readable.
  const primary = readable(dark ? mix(requested, '#ffffff', 0.06) : requested, ['#ffffff'], '#000000');
  // Text, icon or link on any surface.
  const link = readable(requested, [...surfaces, background.fill], dark ? '#ffffff' : '#000000');
  const tint = readable(
    mix(background.container, requested, dark ? 0.28 : 0.1),
    [textColors[mode].secondary],
    background.container,
  );
  return {
    ...background,
    ...textColors[mode],
    ...stateColors[mode],
    primary,
    primaryHover: mix(primary, dark ? '#ffffff' : '#000000', 0.1),
    primaryActive: mix(primary, '#000000', 0.2),
    onPrimary: '#ffffff',
    link,
    /** Background of selected items. */
    tint,
    /** Text on that background. */
    onTint: readable(requested, [tint], dark ? '#ffffff' : '#000000'),
    focus: link,
  };
}
export type Palette = ReturnType<typeof palette>;

const kebab = (name: string) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** Custom properties of the colors of a mode. */
export const propertiesOf = (mode: Mode, requested?: string): [name: string, value: string][] =>
  Object.entries(palette(mode, requested)).map(([name, value]) => [`--xy-${kebab(name)}`, value]);

const properties = (mode: Mode): string =>
  propertiesOf(mode)
    .map((pair) => pair.join(':'))
    .join(';');

/**
 * Custom properties: measures, and the colors of both modes. `public/theme.js` sets `data-theme` before the first
 * paint.
 */
export const tokensCss = (): string =>
  [
    `:root{${Object.entries(SPACE)
      .map(([name, px]) => `--xy-space-${name}:${px}px`)
      .join(';')};--xy-radius:${RADIUS}px;--xy-header:${HEADER_HEIGHT}px;--xy-font:${FONT_FAMILY}}`,
    `:root{color-scheme:light;${properties('light')}}`,
    `:root[data-theme=dark]{color-scheme:dark;${properties('dark')}}`,
  ].join('\n');
