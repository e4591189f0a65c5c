import { hash } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN } from '../../../platform/identity/password.ts';
import { DIGEST_BYTES } from './common-passwords.ts';
import { capital, ENDINGS, YEARS } from './password-habits.ts';

/** Local first parts of passwords besides the published list: school, product, family names, pinyin phrases. */
const WORDS =
  `admin administrator root test demo user guest teacher student school class laoshi xuesheng xuexiao banji banzhuren xiaozhang jiaoyu jiaoyuju jiazhang xinli xinyu xinyuan
  psychology password passwd welcome hello login abcd abcde abc qwer qwert qwerty qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qaz qazwsx qazwsxedc wsx edc iloveyou woaini aini woaiwojia
  woaijia woaiwoziji baobao baobei laogong laopo mama baba wangzi tiantian kuaile xingfu pingan jiankang shengri nihao zhongguo beijing shanghai guangzhou shenzhen chengdu
  li wang zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong xiao cheng cao yuan deng fu shen zeng peng lu su jiang cai jia
  wangwei wangfang lina zhangwei liwei wangjing liuyang lijie zhangmin wangyan xiuying zhangjie zhangli wangxiuying liqiang wangjun zhangjing lijun wangyong`.split(
    /\s+/,
  );

/** Rows of a keyboard and common patterns on it. */
const ROWS = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '0987654321',
  '1qaz2wsx3edc4rfv5tgb',
  'qazwsxedcrfvtgb',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6',
  'a1b2c3d4e5f6',
  'abcdefghijklmnopqrstuvwxyz',
  '!@#$%^&*()',
];
const RUN_MIN = 4;

/** Number of words of the published list, most common first, that are combined with endings. */
const ENDED = 1000;
const OLDEST = 1950;

function* runs(): Generator<string> {
  for (const row of ROWS)
    for (let from = 0; from < row.length; from++)
      for (let to = from + RUN_MIN; to <= row.length; to++) yield row.slice(from, to);
  for (const sign of 'abcdefghijklmnopqrstuvwxyz0123456789') for (let n = RUN_MIN; n <= 12; n++) yield sign.repeat(n);
}

/** Birthdays as eight digits. */
function* days(): Generator<string> {
  for (let at = Date.UTC(OLDEST, 0, 1); at < Date.UTC(YEARS.last + 1, 0, 1); at += 86_400_000)
    yield new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
}

function* composed(): Generator<string> {
  const published = dictionary['passwords-common'];
  yield* published;
  for (const word of published) if (word.length >= PASSWORD_MIN) yield capital(word);
  const own = [...WORDS, ...runs()];
  for (const word of [...own, ...published.slice(0, ENDED).filter((one) => /^[a-z]{3,}$/.test(one))]) {
    for (const ending of ENDINGS)
      for (const one of [word, capital(word)]) if ((one + ending).length >= PASSWORD_MIN) yield one + ending;
  }
  for (const word of WORDS)
    for (const sign of ['', '@', '-', '#'])
      for (let year = YEARS.first; year <= YEARS.last; year++)
        for (const end of ['', '!'])
          for (const one of [word, capital(word)]) {
            const typed = `${one}${sign}${year}${end}`;
            if (typed.length >= PASSWORD_MIN) yield typed;
          }
  yield* days();
}

/**
 * Digests of common passwords, cut to `DIGEST_BYTES`, sorted and unique: the content of the file that
 * `isCommonPassword` reads.
 */
export function composePasswords(): Buffer {
  const cut = new Set<string>();
  for (const typed of composed()) cut.add(hash('md5', typed).slice(0, 2 * DIGEST_BYTES));
  return Buffer.from([...cut].sort().join(''), 'hex');
}
