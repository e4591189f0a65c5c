import enums from '../../../schemas/enums.json' with { type: 'json' };

export type EnumName = keyof typeof enums;

/** The codes of a list of `schemas/enums.json`. */
export const codesOf = (list: EnumName): ReadonlySet<string> => new Set(Object.keys(enums[list]));

/** The Chinese label of a code; the code itself where the list has none, so that new codes are still shown. */
export function labelOf(list: EnumName, code: number | string): string {
  const labels: Readonly<Record<string, string>> = enums[list];
  return labels[code] ?? String(code);
}
