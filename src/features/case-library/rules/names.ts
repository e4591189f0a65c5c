import type { Identifiers, Rule } from './identifiers.ts';

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A name, also with spaces or dots between its characters. */
const spaced = (name: string) => [...name].map(escaped).join('[ \\t·・.．]{0,2}');

/** Any of some texts, the longest first, so that a part of another one does not win. */
export function anyOf(texts: readonly string[], flags = 'g'): RegExp | undefined {
  const known = [...new Set(texts.map((text) => text.trim()))].filter((text) => [...text].length > 1);
  if (known.length === 0) return undefined;
  return new RegExp(
    known
      .toSorted((a, b) => b.length - a.length)
      .map(spaced)
      .join('|'),
    flags,
  );
}

/** Family names of two characters that are common. */
const DOUBLE = /^(欧阳|上官|司马|诸葛|皇甫|尉迟|公孙|慕容|令狐|夏侯|东方|南宫|端木|司徒|司空|长孙|宇文|轩辕)/;

export const familyOf = (name: string): string => DOUBLE.exec(name)?.[0] ?? [...name][0] ?? '';

/** How people call a person of this name without the family name: 明明, 小明, 阿明. */
function nicknamesOf(name: string): string[] {
  const given = Array.from(name.slice(familyOf(name).length));
  const last = given.at(-1);
  if (last === undefined) return [];
  return [...(given.length > 1 ? [given.join('')] : []), `${last}${last}`, `小${last}`, `阿${last}`];
}

const FAMILIES =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文';
/** A family name with a title; not the end of another word, such as 班主任老师 or 语文老师. */
const TITLED = new RegExp(
  `(?<![主语英作学方由关对属至等经平日正非多数])[${FAMILIES}](老师|主任|校长|书记|医生|医师|大夫|教授|同学|阿姨|叔叔)`,
  'g',
);

/** Written in Latin letters, with or without spaces; short ones are ordinary words. */
const PINYIN_MIN = 6;
function pinyinOf(pinyin: string): RegExp | undefined {
  const syllables = pinyin.trim().split(/\s+/);
  return syllables.join('').length < PINYIN_MIN
    ? undefined
    : new RegExp(`\\b${syllables.map(escaped).join('[ ·.-]?')}\\b`, 'gi');
}

const rule = (pattern: RegExp | undefined, of: Omit<Rule, 'pattern'>): Rule[] => (pattern ? [{ ...of, pattern }] : []);

/** Names of the people of a case. */
export function nameRules({ child, guardians, staff, classmates }: Identifiers): Rule[] {
  const certain = { kind: 'name', certain: true } as const;
  const perhaps = { kind: 'name', certain: false } as const;
  const long = classmates.filter((name) => [...name].length > 2);
  const short = classmates.filter((name) => [...name].length === 2);
  return [
    ...rule(anyOf([child.name]), { ...certain, instead: '该生' }),
    ...rule(pinyinOf(child.pinyin), { ...certain, instead: '该生' }),
    ...guardians.flatMap(({ name, called }) => rule(anyOf([name]), { ...certain, instead: called })),
    ...rule(anyOf(staff), { ...certain, instead: '某老师' }),
    ...rule(anyOf(long), { ...certain, instead: '某同学' }),
    ...rule(TITLED, { ...perhaps, instead: (found) => `某${found.slice(1)}` }),
    ...rule(anyOf(nicknamesOf(child.name)), { ...perhaps, instead: '该生' }),
    ...rule(anyOf(short), { ...perhaps, instead: '某同学' }),
  ];
}
