/** A share of cases with its interval, each between 0 and 1. */
export interface Share {
  of: number;
  share: number;
  from: number;
  to: number;
}

/** 95 %. */
const Z = 1.959964;
const tidy = (value: number) => Math.round(value * 1e4) / 1e4;

/**
 * A share with Wilson's 95 % interval, which also holds for few cases and for none or all of them; undefined without
 * cases.
 */
export function wilson(hits: number, of: number): Share | undefined {
  if (of === 0) return undefined;
  const share = hits / of;
  const spread = Z * Math.sqrt((share * (1 - share) + Z ** 2 / (4 * of)) / of);
  const [centre, scale] = [share + Z ** 2 / (2 * of), 1 + Z ** 2 / of];
  const within = (value: number) => tidy(Math.min(1, Math.max(0, value)));
  return { of, share: tidy(share), from: within((centre - spread) / scale), to: within((centre + spread) / scale) };
}
