import type { ModeChoice } from '../../theme/web/theme-mode.ts';

export const MODES: readonly ModeChoice[] = ['system', 'light', 'dark'];

const TEXT = { system: 'layout.themeSystem', light: 'layout.themeLight', dark: 'layout.themeDark' } as const;

export const modeText = (mode: ModeChoice): (typeof TEXT)[ModeChoice] => TEXT[mode];
