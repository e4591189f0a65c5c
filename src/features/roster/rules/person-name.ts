/** Surnames of two characters that are common enough to be expected. */
const DOUBLE = new Set(
  '欧阳 上官 司马 诸葛 东方 皇甫 尉迟 公孙 令狐 慕容 长孙 宇文 司徒 司空 夏侯 南宫 端木 独孤 百里 呼延 轩辕 澹台 公冶 宗政 濮阳 淳于 太叔 申屠 仲孙 钟离 闻人 赫连'.split(
    ' ',
  ),
);
/** Stands for a part of a name that a person does not have: the format requires both. */
const NONE = '.';
const CHINESE = /^\p{Script=Han}+$/u;

export interface SplitName {
  familyName: string;
  givenName: string;
}

/** A name in the two parts of the format. `joinName` gives the same name back. */
export function splitName(name: string): SplitName {
  if (!CHINESE.test(name)) return { familyName: NONE, givenName: name };
  const characters = [...name];
  const surname = DOUBLE.has(characters.slice(0, 2).join('')) && characters.length > 2 ? 2 : 1;
  const givenName = characters.slice(surname).join('');
  return { familyName: characters.slice(0, surname).join(''), givenName: givenName === '' ? NONE : givenName };
}

/** A name as it is called: Chinese ones with the surname first, others with the given name first. */
export function joinName({ familyName, givenName }: SplitName): string {
  const [family, given] = [familyName.trim(), givenName.trim()].map((part) => (part === NONE ? '' : part)) as [
    string,
    string,
  ];
  if (family === '' || given === '') return family + given;
  return CHINESE.test(family + given) ? family + given : `${given} ${family}`;
}
