import type { Identifiers, Rule } from './identifiers.ts';
import { anyOf } from './names.ts';

/** Words that stand before a place, and punctuation: no part of its name. */
const WORD =
  '[^\\s，。、；：！？“”‘’（）()《》\\d在到于去从住是的了和与由往被把及或每某该这那个家有来回离近为至说叫给]';
/** Words that end like a place and are none. */
const NO_PLACE = '(?<!超|城|菜|股|夜|都|地|社|校|园|片|灾|时|郊|市|误|禁|雷|盲)';

/** What no text should have: a class by its number. */
const CLASS =
  /(?:(?:20)?\d{2}级)?[\p{Script=Han}]{0,6}?(?:[初高大][一二三四五六]|[一二三四五六七八九]年级?)?[（(]?\s*(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s*[)）]?班(?![主级会长上下车次])/gu;
const GRADE =
  /(?<![提最升当])(?:[初高][一二三]|大[一二三四])(?=年级|上学期|下学期|学生|开学|时|的|，|。|、|；|$)(?:年级)?|[一二三四五六七八九]年级/g;
const COHORT = /20\d{2}[级届]/g;

/** The name of a school without the town before it, and the shorter forms that people use. */
export function shortNamesOf(org: string): string[] {
  const bare = org.replace(/^.{2,4}?[省市区县州盟旗]/, '');
  const numbered = /第([一二三四五六七八九十百]+)(中学|小学|高级中学|幼儿园)/.exec(org);
  const initial = numbered?.[2] === '小学' ? '小' : '中';
  return [
    org,
    ...(bare.length > 2 ? [bare] : []),
    ...(numbered ? [`${numbered[1] ?? ''}${initial}`] : []),
    ...(/^.{2,4}?(?=[省市区县州盟旗])/.exec(org) ?? []),
  ].filter((name) => name.length > 1);
}

/** Parts of an address that lead to a door: the road, the estate. */
const partsOf = (address: string): string[] =>
  address
    .split(/(?<=[省市区县镇乡村路街道巷弄号栋幢座楼室])|[\s,，]/)
    .map((part) => part.trim())
    .filter((part) => part.length > 2 && !/^\d+[号栋幢座楼室]$/.test(part));

const rule = (pattern: RegExp | undefined, of: Omit<Rule, 'pattern'>): Rule[] => (pattern ? [{ ...of, pattern }] : []);

/** Schools, classes, grades and places. */
export function placeRules({ classes, orgs, addresses, stage }: Identifiers): Rule[] {
  const ofClass = { kind: 'class', certain: true, instead: '所在班级' } as const;
  const perhaps = { kind: 'place', certain: false } as const;
  const [schools, towns] = [orgs.flatMap(shortNamesOf), addresses.flatMap((one) => [one, ...partsOf(one)])];
  return [
    ...rule(anyOf(schools), { kind: 'place', certain: true, instead: '学校' }),
    ...rule(anyOf(towns), { kind: 'place', certain: true, instead: '某地' }),
    ...rule(anyOf(classes), ofClass),
    { ...ofClass, pattern: CLASS },
    { ...ofClass, pattern: COHORT, instead: '某届' },
    { ...ofClass, certain: false, pattern: GRADE, instead: `${stage}阶段` },
    {
      ...perhaps,
      pattern: new RegExp(`${WORD}{2,8}(?:医院|卫生院|精神卫生中心|门诊部|派出所|中学|小学|大学|幼儿园)`, 'gu'),
      instead: (found) =>
        `某${/(?:医院|卫生院|精神卫生中心|门诊部|派出所|中学|小学|大学|幼儿园)$/.exec(found)?.[0] ?? ''}`,
    },
    {
      ...perhaps,
      pattern: new RegExp(
        `${WORD}{2,4}${NO_PLACE}(?:省|市|区|县|镇|乡|村|街道|小区|公寓|花园|大厦|广场)(?![民长场面里中])`,
        'gu',
      ),
      instead: '某地',
    },
    { ...perhaps, pattern: new RegExp(`${WORD}{1,6}(?:路|街|巷|弄)\\d+号?`, 'gu'), instead: '某地' },
  ];
}
