/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two `#rrggbb` colors, from 1 to 21; WCAG AA requires 4.5 for text and 3 for other content. */
export function contrast(a: string, b: string): number {
  const [hi = 0, lo = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (hi + 0.05) / (lo + 0.05);
}

/** Mixes two colors; `share` of `to` is 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const channel = (at: number) => {
    const [a, b] = [from, to].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** The color nearest to `requested`, mixed towards `towards`, that reaches the contrast `least` on every background. */
export function readable(requested: string, backgrounds: readonly string[], towards: string, least = 4.5): string {
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mix(requested, towards, share);
    if (backgrounds.every((background) => contrast(tried, background) >= least)) return tried;
  }
  return towards;
}
