import type { Random } from './random.ts';

/** A person's name, with the key that lists sort it by (neither database sorts Chinese). */
export interface PersonName {
  surname: Syllable;
  name: string;
  /** Syllables in lower case, spaces between; ü is written v. */
  pinyin: string;
}
export interface Syllable {
  text: string;
  pinyin: string;
}

export const MALE = 1;
export const FEMALE = 2;

type Pool = readonly [Syllable, ...Syllable[]];

/** Reads '王wang 欧阳ou-yang': a text and its syllables, spaces between entries. */
function poolOf(text: string): Pool {
  const [first, ...rest] = text
    .trim()
    .split(/\s+/)
    .map((entry): Syllable => {
      const [, chars = '', pinyin = ''] = /^([^a-z]+)([a-z-]+)$/.exec(entry) ?? [];
      return { text: chars, pinyin: pinyin.replaceAll('-', ' ') };
    });
  if (!first) throw new TypeError('a pool of names is empty');
  return [first, ...rest];
}

interface Surnames {
  share: number;
  pool: Pool;
}

/** Surnames by frequency: `share` of a thousand people have a surname of the group. */
const SURNAMES: readonly [Surnames, ...Surnames[]] = [
  { share: 210, pool: poolOf('王wang 李li 张zhang') },
  { share: 230, pool: poolOf('刘liu 陈chen 杨yang 黄huang 赵zhao') },
  { share: 200, pool: poolOf('吴wu 周zhou 徐xu 孙sun 马ma 朱zhu 胡hu 郭guo 何he 林lin') },
  {
    share: 200,
    pool: poolOf(
      '高gao 罗luo 郑zheng 梁liang 谢xie 宋song 唐tang 许xu 邓deng 韩han 冯feng 曹cao 彭peng 曾zeng 肖xiao 田tian 董dong 潘pan 袁yuan 蔡cai',
    ),
  },
  {
    share: 160,
    pool: poolOf(`蒋jiang 余yu 于yu 杜du 叶ye 程cheng 魏wei 苏su 吕lv 丁ding 任ren 卢lu 姚yao 沈shen 钟zhong 姜jiang 崔cui 谭tan 陆lu 范fan 汪wang 廖liao 石shi 金jin 韦wei 贾jia
      夏xia 傅fu 方fang 邹zou 熊xiong 白bai 孟meng 秦qin 邱qiu 侯hou 江jiang 尹yin 薛xue 段duan 雷lei 黎li 史shi 龙long 陶tao 贺he 顾gu 毛mao 郝hao 龚gong 邵shao 万wan 钱qian 欧阳ou-yang`),
  },
];

/** Given names have one syllable, or a first and a second one, typical of the generation of children or adults. */
interface Style {
  single: Pool;
  first: Pool;
  second: Pool;
  singleShare: number;
}

const CHILDREN: Record<number, Style> = {
  [MALE]: {
    single: poolOf('睿rui 轩xuan 昊hao 泽ze 晨chen 博bo 朗lang 骁xiao 弈yi 铭ming'),
    first: poolOf(
      '子zi 浩hao 宇yu 俊jun 梓zi 博bo 嘉jia 天tian 文wen 泽ze 明ming 志zhi 家jia 晨chen 逸yi 思si 睿rui 一yi 承cheng 景jing',
    ),
    second: poolOf(
      '轩xuan 然ran 航hang 豪hao 杰jie 宇yu 涵han 铭ming 洋yang 博bo 辰chen 霖lin 阳yang 熙xi 骏jun 文wen 远yuan 诚cheng 恒heng 瑞rui',
    ),
    singleShare: 0.12,
  },
  [FEMALE]: {
    single: poolOf('悦yue 萱xuan 瑶yao 妍yan 颖ying 琪qi 诺nuo 雯wen 静jing 涵han'),
    first: poolOf(
      '雨yu 欣xin 梓zi 诗shi 思si 佳jia 子zi 可ke 一yi 雅ya 语yu 梦meng 心xin 若ruo 婉wan 静jing 紫zi 芷zhi 晓xiao 艺yi',
    ),
    second: poolOf(
      '涵han 怡yi 彤tong 萱xuan 琪qi 妍yan 瑶yao 悦yue 婷ting 宁ning 雯wen 颖ying 晴qing 琳lin 菲fei 然ran 诺nuo 桐tong 欣xin 溪xi',
    ),
    singleShare: 0.12,
  },
};

const ADULTS: Record<number, Style> = {
  [MALE]: {
    single: poolOf('伟wei 强qiang 军jun 勇yong 涛tao 斌bin 磊lei 峰feng 超chao 辉hui 刚gang 鹏peng'),
    first: poolOf('建jian 国guo 志zhi 海hai 永yong 文wen 晓xiao 明ming 世shi 立li 德de 光guang 振zhen 少shao 俊jun'),
    second: poolOf('军jun 强qiang 平ping 明ming 华hua 峰feng 林lin 波bo 斌bin 辉hui 东dong 民min 生sheng 伟wei 涛tao'),
    singleShare: 0.35,
  },
  [FEMALE]: {
    single: poolOf('敏min 静jing 丽li 娟juan 霞xia 燕yan 芳fang 玲ling 艳yan 洁jie 倩qian 莉li'),
    first: poolOf('丽li 秀xiu 玉yu 春chun 晓xiao 红hong 雪xue 海hai 慧hui 淑shu 美mei 文wen 亚ya 小xiao 素su'),
    second: poolOf('敏min 娟juan 霞xia 燕yan 芳fang 萍ping 玲ling 梅mei 华hua 英ying 莉li 珍zhen 红hong 琴qin 云yun'),
    singleShare: 0.35,
  },
};

function surnameOf(random: Random): Syllable {
  let left = random.next() * 1000;
  const group = SURNAMES.find(({ share }) => (left -= share) < 0) ?? SURNAMES[0];
  return random.pick(group.pool);
}

function nameOf(random: Random, style: Style | undefined, surname: Syllable): PersonName {
  if (!style) throw new TypeError('no such sex');
  const given = random.chance(style.singleShare)
    ? [random.pick(style.single)]
    : [random.pick(style.first), random.pick(style.second)];
  // A doubled syllable such as 思思 is a name, but one made of two different pools is an accident: keep one.
  const syllables = given[0]?.text === given[1]?.text ? given.slice(1) : given;
  return {
    surname,
    name: surname.text + syllables.map((s) => s.text).join(''),
    pinyin: [surname, ...syllables].map((s) => s.pinyin).join(' '),
  };
}

/** @param sex 1 male, 2 female (`spec §3`) */
export const childName = (random: Random, sex: number, surname = surnameOf(random)): PersonName =>
  nameOf(random, CHILDREN[sex], surname);
export const adultName = (random: Random, sex: number, surname = surnameOf(random)): PersonName =>
  nameOf(random, ADULTS[sex], surname);
