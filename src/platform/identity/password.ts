/** Minimum length of a password in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 64;
/** From this length on two kinds of characters suffice; shorter passwords need three. */
const LONG = 12;

const KINDS = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];
const kindsOf = (typed: string): number => KINDS.filter((kind) => kind.test(typed)).length;

/**
 * Faults of a new password that the browser checks. The server sees only the digest and also refuses common passwords
 * and variants of names.
 */
export type PasswordFault = 'short' | 'long' | 'kinds' | 'name';

/** @param names Login name and mobile of the user */
export function passwordFault(typed: string, names: readonly string[]): PasswordFault | undefined {
  if ([...typed].length < PASSWORD_MIN) return 'short';
  if ([...typed].length > PASSWORD_MAX) return 'long';
  if (kindsOf(typed) < (typed.length < LONG ? 3 : 2)) return 'kinds';
  const plain = typed.toLowerCase();
  return names.some((name) => name.length >= 3 && plain.includes(name.toLowerCase())) ? 'name' : undefined;
}

/** Strength of a password without faults: 1 acceptable, 2 good, 3 strong. */
export const passwordStrength = (typed: string): 1 | 2 | 3 => {
  const points = new Set(typed).size + 2 * kindsOf(typed);
  if (points < 16) return 1;
  return points < 20 ? 2 : 3;
};
