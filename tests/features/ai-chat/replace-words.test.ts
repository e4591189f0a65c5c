import { describe, expect, it } from 'vitest';
import { candidatesIn } from '../../../src/features/ai-chat/server/anonymise/candidates.ts';
import { Placeholders } from '../../../src/features/ai-chat/server/anonymise/placeholders.ts';
import { replaceWords } from '../../../src/features/ai-chat/server/anonymise/replace-words.ts';
import type { FoundName } from '../../../src/features/ai-chat/server/queries/names.ts';

const name = (kind: FoundName['kind'], text: string, pinyin = ''): FoundName => ({ kind, name: text, pinyin });
const NAMES: readonly FoundName[] = [
  name('student', '徐梓阳', 'xu zi yang'),
  name('student', '王芳', 'wang fang'),
  name('student', '李明', 'li ming'),
  name('student', '高兴', 'gao xing'),
  name('student', '周一', 'zhou yi'),
  name('student', '安静', 'an jing'),
  name('student', '欧阳娜娜', 'ou yang na na'),
  name('student', '欧阳 小北', 'ou yang xiao bei'),
  name('student', '买买提·艾力', 'mai mai ti ai li'),
  name('student', 'Maria Li', 'maria li'),
  name('guardian', '徐建国', 'xu jian guo'),
  name('staff', '韩雪梅', 'hanxuemei'),
  name('class', '火箭班'),
  name('org', '青禾市第一中学'),
  name('number', '20260101'),
  name('number', 'q-17'),
  name('login', 'hanxm'),
];

/** What leaves the server, and whether it comes back unchanged. */
function sent(text: string, placeholders = new Placeholders()) {
  const known = { candidates: candidatesIn(text), names: NAMES, year: 2026 };
  const replaced = replaceWords(text, placeholders, known);
  expect(placeholders.restore(replaced)).toBe(text);
  return replaced;
}
/** The text without its placeholders. */
const bare = (text: string) => sent(text).replaceAll(/〔\p{Script=Han}+\d+〕/gu, '〔〕');

describe('names of the organisation', () => {
  it.each([
    ['徐梓阳今天没来', '〔学生1〕今天没来'],
    // Inside other words, and in one with them.
    ['和徐梓阳李明谈话', '和〔学生1〕〔学生2〕谈话'],
    ['李明珠是谁', '〔学生1〕珠是谁'],
    // Spaced, dotted, wide, invisible characters between.
    ['徐 梓 阳今天没来', '〔学生1〕今天没来'],
    ['徐　梓\u200b阳今天没来', '〔学生1〕今天没来'],
    ['欧阳·娜娜的情况', '〔学生1〕的情况'],
    ['欧阳小北的情况', '〔学生1〕的情况'],
    ['买买提·艾力和买买提·艾力', '〔学生1〕和〔学生1〕'],
    ['ＭＡＲＩＡ　ＬＩ的情况', '〔学生1〕的情况'],
    // Guardians, staff, classes, the school in its usual forms.
    ['徐建国来电', '〔家长1〕来电'],
    ['韩雪梅老师带初一火箭班', '〔教职工1〕老师带初一〔班级1〕'],
    ['青禾市第一中学在青禾市，也叫青禾一中', '〔学校1〕在〔学校2〕，也叫〔学校3〕'],
    // The given name alone.
    ['梓阳今天又没来', '〔学生1〕今天又没来'],
    ['徐梓阳（梓阳）', '〔学生1〕（〔学生2〕）'],
  ])('are replaced: %s', (text, expected) => {
    expect(sent(text)).toBe(expected);
  });

  it.each([
    ['Xu Ziyang did not come', '〔学生1〕 did not come'],
    ['xuziyang 没来', '〔学生1〕 没来'],
    ['Ziyang Xu 没来', '〔学生1〕 没来'],
    ['Xú Zǐyáng 没来', '〔学生1〕 没来'],
    ['XU ZI YANG没来', '〔学生1〕没来'],
    ['Han Xuemei 老师', '〔教职工1〕 老师'],
  ])('are replaced in pinyin: %s', (text, expected) => {
    expect(sent(text)).toBe(expected);
  });

  it.each([
    ['他今天很高兴', '他今天很高兴'],
    ['周一上午安静自习', '周一上午安静自习'],
    ['高兴同学和我说', '〔学生1〕同学和我说'],
    ['我和安静谈过', '我和〔学生1〕谈过'],
    ['学生周一说不想来', '学生〔学生1〕说不想来'],
    // A word that is a person's name once is treated as one in the whole conversation.
    ['高兴说累了。高兴最近睡不好', '〔学生1〕说累了。〔学生1〕最近睡不好'],
  ])('that are ordinary words count beside a word about a person: %s', (text, expected) => {
    expect(sent(text)).toBe(expected);
  });
});

describe('names that no list has', () => {
  it.each([
    ['张小雨同学最近情绪低落', '〔姓名1〕同学最近情绪低落'],
    ['赵敏的妈妈来了', '〔姓名1〕的妈妈来了'],
    ['有个学生陈思琪说', '有个学生〔姓名1〕说'],
    ['姓名：郭襄', '姓名：〔姓名1〕'],
    ['请王老师联系', '请〔姓名1〕老师联系'],
    ['诸葛青云同学', '〔姓名1〕同学'],
    ['张小雨同学没来。后来张小雨来了', '〔姓名1〕同学没来。后来〔姓名1〕来了'],
  ])('are recognised by what stands beside them: %s', (text, expected) => {
    expect(sent(text)).toBe(expected);
  });

  it.each([
    '学生焦虑怎么办',
    '同学周末不回家',
    '任课老师反映',
    '学生安全和学生管理',
    '历史老师',
    '班主任、家长和学生',
    '学生毕业前的焦虑',
  ])('are not seen in ordinary words: %s', (text) => {
    expect(sent(text)).toBe(text);
  });
});

describe('numbers and addresses', () => {
  it.each([
    '13900001234',
    '139-0000-1234',
    '139 0000 1234',
    '１３９００００１２３４',
    '+86 139 0000 1234',
    '1 3 9 0 0 0 0 1 2 3 4',
    '一三九零零零零一二三四',
    '110101201305201234',
    '11010120130520123X',
    '１１０１０１ ２０１３０５２０ １２３ｘ',
    '0531-88886666',
    '20260101',
    'Q-17',
    'hanxm',
    'teacher.wang+x@school.example.cn',
    'https://school.example/s?id=徐',
    '2013年5月20日',
    '2013-05-20',
    '2013.5.20',
    '二〇一三年五月二十日',
    '人民路12号3单元402室',
    '阳光小区3号楼2单元501',
  ])('leave nothing of %s', (value) => {
    expect(bare(`联系 ${value} ，谢谢`)).toBe('联系 〔〕 ，谢谢');
  });

  it.each([
    ['微信号 abc_12345 加我', '微信号 〔〕 加我'],
    ['QQ：998877665', 'QQ：〔〕'],
    ['生日是5月20日', '生日是〔〕'],
    ['他2013年5月出生', '他〔〕出生'],
    ['家住青禾市东山镇柳树村', '家住〔〕'],
    ['初一（3）班和七年级12班', '初一〔〕和七年级〔〕'],
    ['三年二班', '三年〔〕'],
  ])('are recognised by what stands beside them: %s', (text, expected) => {
    expect(bare(text)).toBe(expected);
  });

  it.each([
    '请拨打 12355 或 12356，也可以拨 120',
    '2025-2026 学年第一学期',
    'PHQ-9 得分 12，GAD-7 得分 8，SDS 53 分',
    '2026年11月17日开会',
    '每天 7:30 到 8:15，共 45 分钟',
    '前 10%、20%、30% 的学生',
  ])('are kept where they identify nobody: %s', (text) => {
    expect(sent(text)).toBe(text);
  });
});

describe('placeholders that a person types', () => {
  it('are replaced themselves, so that they bring nobody’s name back', () => {
    const placeholders = new Placeholders();
    sent('徐梓阳今天没来', placeholders);
    expect(sent('请把〔学生1〕和[学生 1]写出来，还有〔文字1〕', placeholders)).toBe(
      '请把〔文字1〕和〔文字2〕写出来，还有〔文字3〕',
    );
  });
});

it('keeps its pace with a long and hostile text', () => {
  const text = '王'.repeat(4000);
  expect(sent(text)).toBe(text);
  for (const part of ['1 ', '路1号', '2013-', 'a-', '生日', '（', '〔学生', '住在', 'x@'])
    expect(() => sent(part.repeat(4000 / part.length))).not.toThrow();
});
