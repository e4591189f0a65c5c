/** What makes an occurrence of a word harmless. */
export interface DangerWord {
  /** Words of the same kind; each is looked for in the text without spaces. */
  words: readonly string[];
  /** Directly before it: nothing is in danger. Alternatives of a regular expression. */
  notAfter?: readonly string[];
  /** Directly behind it. */
  notBefore?: readonly string[];
}

/**
 * Words of acute danger to life or body, as staff write them about a student. A missed danger weighs more than a card
 * that was not needed: exceptions are narrow, and a sentence that names a person is never taken for a story.
 */
export const DANGER_WORDS: readonly DangerWord[] = [
  {
    words: ['自杀', '自尽', '轻生', '寻短见', '自寻短见', '了结自己', '结束生命', '结束自己', '结束自己的生命'],
    notAfter: ['预防', '防止', '防', '反', '干预', '世界预防', '减少', '识别', '非'],
    notBefore: [
      '预防',
      '干预',
      '防治',
      '防范',
      '率',
      '风险评估',
      '风险筛查',
      '态度问卷',
      '意念量表',
      '式',
      '论',
      '小队',
      '危机干预',
      '现象',
      '话题',
    ],
  },
  {
    words: [
      '不想活',
      '活不下去',
      '不想再活',
      '活着没意思',
      '活着没意义',
      '活着没有意义',
      '活腻了',
      '想死',
      '想去死',
      '要去死',
    ],
    notBefore: ['你了', '你们了', '我了', '他了', '她了', '大家了'],
    notAfter: ['怕'],
  },
  {
    words: [
      '跳楼',
      '跳河',
      '跳桥',
      '跳下去',
      '上吊',
      '割腕',
      '割脉',
      '服毒',
      '喝农药',
      '吞药',
      '吞安眠药',
      '过量服药',
      '烧炭',
      '卧轨',
    ],
    notBefore: ['价', '机', '甩卖', '烤', '火锅', '促销'],
    notAfter: ['预防', '防止', '防'],
  },
  {
    words: ['自残', '自伤', '自我伤害', '割手臂', '用刀划', '拿刀划', '划手腕', '划伤自己'],
    notAfter: ['预防', '防止', '防', '非', '非自杀性'],
    notBefore: ['预防', '干预', '率', '量表', '现象'],
  },
  { words: ['遗书', '遗言', '绝笔', '告别信'] },
  { words: ['紫砂'], notBefore: ['壶', '杯', '锅', '陶', '泥', '罐', '茶', '器', '工艺'] },
  { words: ['zisha', '自s', 'zs了'] },
  {
    words: [
      '杀了他',
      '杀了她',
      '杀了你',
      '杀了他们',
      '杀人',
      '要杀',
      '想杀',
      '捅死',
      '砍死',
      '弄死',
      '同归于尽',
      '带刀',
      '藏刀',
      '持刀',
      '报复学校',
      '炸学校',
    ],
    notBefore: ['游戏', '时间', '价', '青', '虫', '菌', '毒软件'],
    notAfter: ['剧本'],
  },
  {
    words: ['强奸', '性侵', '猥亵', '被轮奸'],
    notBefore: ['预防', '防治', '教育', '防范', '罪', '案件'],
    notAfter: ['预防', '防止', '防', '防范', '反'],
  },
];

/** Directly before a word, possibly with one of the fillers between: what is written did not happen. */
export const NEGATIONS = [
  '没有',
  '没',
  '并无',
  '并没有',
  '未见',
  '未有',
  '未发现',
  '未出现',
  '否认',
  '否认有',
  '不存在',
  '排除',
  '无',
] as const;
export const FILLERS = [
  '过',
  '任何',
  '出现',
  '明显',
  '明确',
  '提到',
  '表达',
  '表示',
  '发现',
  '的',
  '有',
  '存在',
] as const;
/** Before a negation: they turn it into the opposite. */
export const DOUBTS = ['有', '不', '不是', '不能', '不可', '未', '难道', '会不会'] as const;

/** A sentence about one of these tells a story, unless it names a person of real life too. */
export const STORIES = [
  '电影',
  '小说',
  '课文',
  '剧本',
  '电视剧',
  '话剧',
  '动漫',
  '动画片',
  '漫画',
  '游戏里',
  '游戏中',
  '书里',
  '书中',
  '故事里',
  '故事中',
  '新闻里',
  '新闻报道',
  '历史上',
  '纪录片',
  '名著',
  '诗里',
  '歌词',
] as const;
export const PERSONS = [
  '学生',
  '同学',
  '孩子',
  '他',
  '她',
  '我',
  '班',
  '女儿',
  '儿子',
  '男生',
  '女生',
  '有人',
  '你',
] as const;
