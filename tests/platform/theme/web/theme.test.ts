import { describe, expect, it } from 'vitest';
import { contrast } from '../../../../src/platform/theme/contrast.ts';
import { palette, tokensCss, type Mode, type Palette } from '../../../../src/platform/theme/tokens.ts';

const MODES: Mode[] = ['light', 'dark'];
const WISHED = ['#1f7a78', '#f6c945', '#ffffff', '#000000', '#d81e06', '#7ad1ff'];
const cases = MODES.flatMap((mode) => WISHED.map((requested) => [mode, requested] as const));

/** Text colours and their backgrounds. */
const TEXTS: readonly [keyof Palette, readonly (keyof Palette)[]][] = [
  ['text', ['layout', 'container', 'elevated', 'fill', 'tint']],
  ['secondary', ['layout', 'container', 'elevated', 'fill', 'tint']],
  ['tertiary', ['layout', 'container', 'elevated']],
  ['link', ['layout', 'container', 'elevated', 'fill']],
  ['onTint', ['tint']],
  ['onPrimary', ['primary']],
  ['success', ['container', 'layout']],
  ['warning', ['container', 'layout', 'elevated', 'fill']],
  ['error', ['container', 'layout', 'elevated', 'fill']],
  ['info', ['container', 'layout', 'elevated', 'fill']],
];

describe.each(cases)('the colours of %s with the primary %s', (mode, requested) => {
  const colors = palette(mode, requested);

  it.each(TEXTS)('make %s readable (AA)', (ink, backgrounds) => {
    for (const background of backgrounds)
      expect({ background, contrast: contrast(colors[ink], colors[background]) }).toEqual({
        background,
        contrast: expect.toSatisfy((c: number) => c >= 4.5) as number,
      });
  });

  it('make the focus visible', () => {
    for (const background of [colors.layout, colors.container, colors.elevated])
      expect(contrast(colors.focus, background)).toBeGreaterThanOrEqual(3);
  });
});

describe('contrast', () => {
  it('follows WCAG', () => {
    expect(
      [contrast('#000000', '#ffffff'), contrast('#777777', '#ffffff'), contrast('#ffffff', '#ffffff')].map((c) =>
        c.toFixed(2),
      ),
    ).toEqual(['21.00', '4.48', '1.00']);
  });
});

describe('the custom properties', () => {
  it('contain every colour of both modes', () => {
    for (const mode of MODES) for (const color of Object.values(palette(mode))) expect(tokensCss()).toContain(color);
  });
});
