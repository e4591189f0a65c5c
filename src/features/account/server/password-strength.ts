import { hash } from 'node:crypto';
import { invalid } from '../../../platform/errors/invalid.ts';
import { syllablesOf } from '../../../platform/runtime/server/pinyin.ts';
import { isCommonPassword } from './common-passwords.ts';
import { capital, ENDINGS, YEARS } from './password-habits.ts';

/** Names in an account from which a password may be derived. */
export interface KnownBy {
  login_name: string;
  real_name: string;
  mobile: string | null;
}

const SIGNS = ['', '@', '#', '-'];
const MORE_ENDINGS = [
  '1234567',
  '12345678',
  '123456789',
  '!!',
  '.',
  '@',
  '#',
  '00',
  '000',
  '001',
  '01',
  '6666',
  '8888',
  '521',
  '5201314',
  'a',
  'abc',
  'qwe',
  '@1234',
  '@12345',
  '@123456',
  '1234!',
  '123456!',
  '123.',
  '@123!',
];
const SINCE = 1950;

/** Common suffixes and prefixes. */
function habits(): { behind: string[]; before: string[] } {
  const years = Array.from({ length: YEARS.last - SINCE + 1 }, (_, i) => String(SINCE + i));
  const plain = [...ENDINGS, ...MORE_ENDINGS];
  return {
    behind: [...plain, ...SIGNS.flatMap((sign) => years.flatMap((year) => [`${sign}${year}`, `${sign}${year}!`]))],
    before: [...plain, ...years],
  };
}

/** Words of an account that an attacker would try. */
function wordsOf({ login_name, real_name, mobile }: KnownBy): Set<string> {
  const syllables = syllablesOf(real_name);
  const initials = syllables.map((one) => one.slice(0, 1)).join('');
  const [surname = '', ...givenSyllables] = syllables;
  const words = [
    login_name,
    login_name.toLowerCase(),
    real_name,
    syllables.join(''),
    syllables.map(capital).join(''),
    initials,
    surname + givenSyllables.map((one) => one.slice(0, 1)).join(''),
    givenSyllables.join('') + surname,
  ];
  const numbers = mobile === null ? [] : [mobile, mobile.slice(-8), mobile.slice(-6)];
  return new Set(
    [...words.flatMap((word) => [word, capital(word), word.toUpperCase()]), ...numbers].filter((word) => word !== ''),
  );
}

/** Whether a digest belongs to a name of the account, with or without a common prefix or suffix. */
function isOwnName(digest: string, account: KnownBy): boolean {
  const { behind, before } = habits();
  const is = (typed: string) => hash('md5', typed) === digest;
  for (const word of wordsOf(account))
    if (behind.some((ending) => is(word + ending)) || before.some((start) => is(start + word))) return true;
  return false;
}

/**
 * Refuses an easily guessed password. The server receives only a digest, so the browser checks length and character
 * classes; here the digest is compared with common passwords and names of the account. Call wherever a person chooses a
 * password; passwords from `newPassword` are random.
 *
 * @param field field of the digest in the body
 * @throws AppError PSY_INVALID_INPUT at the field
 */
export function requireStrong(digest: string, account: KnownBy, field: string): void {
  if (isCommonPassword(digest)) throw invalid(field, '这个密码太常见，容易被猜到，请换一个');
  if (isOwnName(digest, account)) throw invalid(field, '密码不能由登录名、姓名或手机号加上简单的数字组成');
}
