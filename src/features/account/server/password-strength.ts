import { hash } from 'node:crypto';
import { invalid } from '../../../platform/errors/invalid.ts';
import { syllablesOf } from '../../../platform/runtime/server/pinyin.ts';
import { isCommonPassword } from './common-passwords.ts';
import { capital, ENDINGS, YEARS } from './password-habits.ts';

/** What a person is known by, as far as their account says it. */
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

/** What is hung behind a word, and what is put before one. */
function habits(): { behind: string[]; before: string[] } {
  const years = Array.from({ length: YEARS.last - SINCE + 1 }, (_, i) => String(SINCE + i));
  const plain = [...ENDINGS, ...MORE_ENDINGS];
  return {
    behind: [...plain, ...SIGNS.flatMap((sign) => years.flatMap((year) => [`${sign}${year}`, `${sign}${year}!`]))],
    before: [...plain, ...years],
  };
}

/** The words that an account gives to whoever guesses. */
function wordsOf({ login_name, real_name, mobile }: KnownBy): Set<string> {
  const syllables = syllablesOf(real_name);
  const initials = syllables.map((one) => one.slice(0, 1)).join('');
  const [surname = '', ...given] = syllables;
  const words = [
    login_name,
    login_name.toLowerCase(),
    real_name,
    syllables.join(''),
    syllables.map(capital).join(''),
    initials,
    surname + given.map((one) => one.slice(0, 1)).join(''),
    given.join('') + surname,
  ];
  const numbers = mobile === null ? [] : [mobile, mobile.slice(-8), mobile.slice(-6)];
  return new Set(
    [...words.flatMap((word) => [word, capital(word), word.toUpperCase()]), ...numbers].filter((word) => word !== ''),
  );
}

/** Whether a digest is that of a name of the account, or of one with what people hang before or behind it. */
function isOwnName(digest: string, account: KnownBy): boolean {
  const { behind, before } = habits();
  const is = (typed: string) => hash('md5', typed) === digest;
  for (const word of wordsOf(account))
    if (behind.some((ending) => is(word + ending)) || before.some((start) => is(start + word))) return true;
  return false;
}

/**
 * Refuses a password that whoever guesses would try early. Only its digest arrives, so that length and kinds of
 * characters are the browser's to judge; here it is held against the digests of the commonest passwords and of what the
 * account itself is called. To be called wherever a person chooses a password; those that the server makes
 * (`newPassword`) are random.
 *
 * @param field Where the refused digest stands in the body
 * @throws AppError PSY_INVALID_INPUT at the field
 */
export function requireStrong(digest: string, account: KnownBy, field: string): void {
  const message = isCommonPassword(digest)
    ? '这个密码太常见，容易被猜到，请换一个'
    : isOwnName(digest, account)
      ? '密码不能由登录名、姓名或手机号加上简单的数字组成'
      : undefined;
  if (message !== undefined) throw invalid(field, message);
}
