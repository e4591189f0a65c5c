/** Weights of the first 17 digits and the check characters by remainder (GB 11643-1999). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';
const DIGITS = '0123456789';

/** Values that are shown together with an identity number. */
export interface Shown {
  /** As shown; `*` is an unknown digit. */
  idCard: string;
  /** `YYYY-MM-DD` */
  bornOn?: string | null;
  /** 1 male, 2 female */
  sex?: number | null;
}

/** Counts the valid identity numbers of 18 digits that are compatible with everything shown. */
export function candidates({ idCard, bornOn, sex }: Shown): number {
  const shown = idCard.padEnd(18, '*').split('');
  const birth = bornOn ? bornOn.replaceAll('-', '').split('') : [];
  const sexDigits = sex === 1 ? '13579' : sex === 2 ? '02468' : DIGITS;
  // Number of beginnings by the remainder of their weighted sum.
  let byRemainder: number[] = Array.from({ length: 11 }, (_, i) => (i === 0 ? 1 : 0));
  for (const [at, weight] of WEIGHTS.entries()) {
    const possible = (at === 16 ? sexDigits : DIGITS)
      .split('')
      .filter((digit) => (shown[at] === '*' || shown[at] === digit) && digit === (birth[at - 6] ?? digit));
    const next = Array<number>(11).fill(0);
    for (const [remainder, count] of byRemainder.entries())
      for (const digit of possible) next[(remainder + Number(digit) * weight) % 11]! += count;
    byRemainder = next;
  }
  return byRemainder.reduce(
    (sum, count, remainder) => sum + (shown[17] === '*' || shown[17] === CHECKS[remainder] ? count : 0),
    0,
  );
}
