const STEP = 1024;
const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/**
 * A size in the largest unit in which it is at least 1 (`spec §9`): KB rounded up, the others with one decimal.
 *
 * @param smallest Unit that no size falls below; a smaller one is shown as a tenth of it
 */
export function sizeText(bytes: number, smallest: 'KB' | 'MB' = 'KB'): string {
  let at: number = UNITS.indexOf(smallest);
  // What would be rounded to 1024 of a unit is one of the next.
  const rounded = (unit: number) => Math.round((bytes / STEP ** (unit + 1)) * 10) / 10;
  while (at < UNITS.length - 1 && rounded(at) >= STEP) at += 1;
  const unit = UNITS[at] ?? 'TB';
  if (unit === 'KB') return `${Math.ceil(bytes / STEP)} KB`;
  return `${Math.max(0.1, rounded(at)).toFixed(1)} ${unit}`;
}
