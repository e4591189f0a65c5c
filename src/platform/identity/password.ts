/** A password has at least so many characters … */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 64;
/** … and from this many on two kinds of them are enough, below it are three. */
const LONG = 12;

const KINDS = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];
const kindsOf = (typed: string): number => KINDS.filter((kind) => kind.test(typed)).length;

/**
 * What is wrong with a new password as typed; the server, which sees only its digest, refuses common ones and variants
 * of names besides.
 */
export type PasswordFault = 'short' | 'long' | 'kinds' | 'name';

/** @param names What the person is known by: login name, mobile */
export function passwordFault(typed: string, names: readonly string[]): PasswordFault | undefined {
  if ([...typed].length < PASSWORD_MIN) return 'short';
  if ([...typed].length > PASSWORD_MAX) return 'long';
  if (kindsOf(typed) < (typed.length < LONG ? 3 : 2)) return 'kinds';
  const plain = typed.toLowerCase();
  return names.some((name) => name.length >= 3 && plain.includes(name.toLowerCase())) ? 'name' : undefined;
}

/** How good a password is that has no fault: 1 passable, 2 good, 3 strong. */
export const passwordStrength = (typed: string): 1 | 2 | 3 => {
  const points = new Set(typed).size + 2 * kindsOf(typed);
  return points < 16 ? 1 : points < 20 ? 2 : 3;
};
