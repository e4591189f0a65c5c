import { mix, readable } from './contrast.ts';

/*
 * Every colour and measure of the portal. antd's theme, the style sheets' custom properties and the tests all read this one file.
 * Measures are those of `spec §9`.
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

/** Quiet blue-green; a tenant may wish another, which is then moved until it can be read. */
export const PRIMARY = '#1f7a78';

const grounds = {
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

const inks = {
  light: { text: '#262420', secondary: '#57534c', tertiary: '#6b675f', disabled: '#a5a199' },
  dark: { text: '#ebe8e2', secondary: '#bdb8af', tertiary: '#a09b92', disabled: '#6d6961' },
} as const;

const states = {
  light: { success: '#2f7d46', warning: '#8a5a00', error: '#c0392f', info: '#2a6f9e' },
  dark: { success: '#6cc083', warning: '#e0b04c', error: '#ee8479', info: '#7bb8dd' },
} as const;

/** Colours of one mode, all `#rrggbb`. */
export function palette(mode: Mode, wished: string = PRIMARY) {
  const ground = grounds[mode];
  const surfaces = [ground.container, ground.layout, ground.elevated];
  const dark = mode === 'dark';
  // On a button: white on it can be read.
  const primary = readable(dark ? mix(wished, '#ffffff', 0.06) : wished, ['#ffffff'], '#000000');
  // As text, icon or link on any surface.
  const link = readable(wished, [...surfaces, ground.fill], dark ? '#ffffff' : '#000000');
  const tint = readable(mix(ground.container, wished, dark ? 0.28 : 0.1), [inks[mode].secondary], ground.container);
  return {
    ...ground,
    ...inks[mode],
    ...states[mode],
    primary,
    primaryHover: mix(primary, dark ? '#ffffff' : '#000000', 0.1),
    primaryActive: mix(primary, '#000000', 0.2),
    onPrimary: '#ffffff',
    link,
    /** Ground of what is selected. */
    tint,
    /** Text on that ground. */
    onTint: readable(wished, [tint], dark ? '#ffffff' : '#000000'),
    focus: link,
  };
}
export type Palette = ReturnType<typeof palette>;

const kebab = (name: string) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** The style sheets' custom properties for the colours of a mode. */
export const propertiesOf = (mode: Mode, wished?: string): [name: string, value: string][] =>
  Object.entries(palette(mode, wished)).map(([name, value]) => [`--xy-${kebab(name)}`, value]);

const properties = (mode: Mode): string =>
  propertiesOf(mode)
    .map((pair) => pair.join(':'))
    .join(';');

/**
 * The style sheets' custom properties: measures, and the colours of both modes. `public/theme.js` sets `data-theme`
 * before the first paint.
 */
export const tokensCss = (): string =>
  [
    `:root{${Object.entries(SPACE)
      .map(([name, px]) => `--xy-space-${name}:${px}px`)
      .join(';')};--xy-radius:${RADIUS}px;--xy-header:${HEADER_HEIGHT}px;--xy-font:${FONT_FAMILY}}`,
    `:root{color-scheme:light;${properties('light')}}`,
    `:root[data-theme=dark]{color-scheme:dark;${properties('dark')}}`,
  ].join('\n');
