import { describe, expect, it } from 'vitest';
import { deidentify, findIdentifiers } from '../../../src/features/case-library/rules/deidentify.ts';
import type { Identifiers } from '../../../src/features/case-library/rules/identifiers.ts';

const KNOWN: Identifiers = {
  child: { name: '郑思悦', pinyin: 'zheng si yue' },
  guardians: [
    { name: '郑国强', called: '父亲' },
    { name: '林婉', called: '母亲' },
  ],
  staff: ['曾建明', '王慧云'],
  classmates: ['任紫琳', '高兴'],
  classes: ['初一（1）班', '2026级应用心理学1班'],
  orgs: ['青禾市第一中学', '青禾市教育局', '青禾一中心育平台', '德育处'],
  numbers: ['202640101', '990000201009286245', '19900001234'],
  addresses: ['青禾市东湖区梧桐路18号锦绣苑3栋'],
  stage: '初中',
  openedOn: '2026-03-05',
};

/** What people write in a case, and the pieces that must not be left. */
const CORPUS: readonly (readonly [text: string, ...gone: string[]])[] = [
  ['郑思悦今天没有来上课。', '郑思悦', '思悦'],
  ['郑 思 悦、郑·思悦和zheng si yue是同一个人，也写作ZhengSiYue。', '思', 'zheng', 'Zheng'],
  ['郑思\u200B悦说悦悦是小名，同学叫她小悦。', '思', '悦悦', '小悦'],
  ['父亲郑国强、母亲林婉到校面谈。', '郑国强', '林婉'],
  ['曾建明老师和王慧云陪同，王老师、李主任旁听。', '曾建明', '王慧云', '王老师', '李主任'],
  ['与同桌任紫琳发生争执，高兴在场。', '任紫琳', '高兴'],
  ['就读初一（1）班，原在初一(1)班，后到七年级2班、三班。', '（1）班', '(1)班', '2班', '三班'],
  ['2026级应用心理学1班学生，2026届。', '2026', '1班'],
  ['学号２０２６４０１０１，身份证990000201009286245。', '2026', '990000', '２０２６'],
  ['电话199 0000 1234，备用+86 13800001111，座机0571-88886666。', '1234', '1380', '8888'],
  ['号码是一三八零零零零一一一一。', '一三八'],
  [
    '微信号：siyue_2013，QQ 12345678，邮箱 yue@example.com，主页 https://a.example/u/9。',
    'siyue',
    '12345678',
    'example',
  ],
  ['2026年3月5日立案，3月8日家访，2026-03-20复评，三月十日请假。', '2026', '3月', '03-20', '三月'],
  ['2025年9月转学来，2013年出生，2025-2026学年第一学期。', '2025', '2013', '9月'],
  ['家住青禾市东湖区梧桐路18号锦绣苑3栋，常去梧桐路。', '青禾', '东湖', '梧桐路', '锦绣苑'],
  ['青禾市第一中学（青禾一中、一中）德育处通报青禾市教育局。', '青禾', '一中', '德育处'],
  ['转介到市第七人民医院，后去杭州市西湖区就诊。', '第七人民', '杭州', '西湖'],
];

describe('a text without people', () => {
  it.each(CORPUS)('%s', (text, ...gone) => {
    const left = deidentify(text, KNOWN);
    for (const piece of gone) expect(left).not.toContain(piece);
    expect(findIdentifiers(left, KNOWN).filter(({ certain }) => certain)).toEqual([]);
  });

  it('says the same without saying who, where and when', () => {
    expect(deidentify('3月8日，郑思悦的母亲林婉给曾建明打电话13800001111，说思悦在初一（1）班没有朋友。', KNOWN)).toBe(
      '立案后第 3 天，该生的母亲母亲给某老师打电话〔号码〕，说该生在所在班级没有朋友。',
    );
    expect(deidentify('2025年9月起失眠，2026年3月5日核实，2026年12月1日回访。', KNOWN)).toBe(
      '立案前约 6 个月起失眠，立案当天核实，立案后约 9 个月回访。',
    );
  });

  it('leaves ordinary words alone', () => {
    for (const text of [
      '班主任老师说，语文老师也注意到成绩下降，第一次月考以后更明显。',
      '最初一周情绪提高一些，每天失眠 2 到 3 小时，持续 3 个月。',
      '超市和社区都去过，其他同学愿意一起值班、下班后一起走路回家。',
      '其中一个班级活动她参加了，PHQ-9 得分 19 分。',
    ])
      expect(deidentify(text, KNOWN)).toBe(text);
  });
});

describe('what is found in an edited text', () => {
  it('is certain where it names somebody of the case, a class, a number or a day', () => {
    const found = findIdentifiers('郑思悦，初一（1）班，13800001111，3月8日，青禾市第一中学', KNOWN);
    expect(found.map(({ kind, certain }) => [kind, certain])).toEqual([
      ['date', true],
      ['number', true],
      ['name', true],
      ['place', true],
      ['class', true],
    ]);
  });

  it('is for a person to look at where it may be an ordinary word', () => {
    expect(findIdentifiers('他很高兴，李老师也说九月好些', KNOWN)).toEqual([
      { kind: 'date', text: '九月', certain: false },
      { kind: 'name', text: '李老师', certain: false },
      { kind: 'name', text: '高兴', certain: false },
    ]);
  });
});
