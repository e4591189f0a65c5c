/** The demo's crisis cases as text, by school. Days of a case count from its first warning. */

import type { CaseStory, WarnStory } from './crisis-story.ts';

const RULES = {
  phq: 'PHQ 总分达到中重度',
  phq9: 'PHQ 第 9 题阳性',
  gad: 'GAD-7 总分达到重度',
  stress: '学业压力量表高分',
  low: '多次流露持续低落',
  hurt: '提到伤害自己的念头',
  bullied: '描述被同学欺负',
} as const;
type Everyday = Pick<WarnStory, 'source' | 'category' | 'content' | 'rule' | 'by' | 'reason'>;
/** Warnings without a case, and the reasons of those that were found invalid. */
export const EVERYDAY: readonly [Everyday, ...Everyday[]] = [
  {
    source: 1,
    category: 'adaptation',
    content: '考试前后极度焦虑；课间常趴在桌上，不参加活动',
    reason: '与学生当面谈过，是期中考试前的一时紧张，作息和饮食正常，班主任继续留意。',
  },
  {
    source: 1,
    category: 'emotion',
    content: '经常无故哭泣；和平时相比话很少',
    reason: '家里的猫走失了，难过几天，和朋友聊过以后已经好转。',
  },
  {
    source: 1,
    category: 'bullying',
    content: '被同学孤立、辱骂或起外号',
    reason: '和同桌的矛盾已经说开，两人都表示没事了，双方家长也知情。',
  },
  {
    source: 1,
    category: 'family',
    content: '与家人冲突激烈；作业本上写“不想回家”',
    reason: '因手机使用与妈妈争吵，当天已和好，没有其他风险表现。',
  },
  {
    source: 1,
    category: 'addiction',
    content: '沉迷网络游戏或短视频，影响学习和睡眠',
    by: 'r14',
    reason: '假期作息没有调整过来，家长已陪同制定计划，上课状态恢复。',
  },
  {
    source: 1,
    category: 'adaptation',
    content: '成绩突然明显下降；上课走神',
    reason: '换座位后看不清黑板，配了眼镜，情绪平稳。',
  },
  {
    source: 2,
    rule: RULES.phq,
    category: 'emotion',
    content: '筛查总分偏高，睡眠和疲乏两项得分较高。',
    by: 'system',
    reason: '填写时正在感冒发烧，康复后复测正常。',
  },
  {
    source: 2,
    rule: RULES.phq9,
    category: 'suicide',
    content: '第 9 题选择“有几天”，其余各题得分低。',
    by: 'system',
    reason: '当面确认是看错了选项，本人与家长都说明没有这样的想法，复测为“没有”。',
  },
  {
    source: 2,
    rule: RULES.gad,
    category: 'adaptation',
    content: '紧张、难以放松两项得分较高。',
    by: 'system',
    reason: '比赛前的紧张，赛后复测在正常范围。',
  },
  {
    source: 2,
    rule: RULES.stress,
    category: 'adaptation',
    content: '学业压力量表高分，自述作业多、睡得晚。',
    by: 'system',
    reason: '与任课老师协调作业量后，自述轻松许多。',
  },
  {
    source: 3,
    rule: RULES.low,
    category: 'emotion',
    content: '一周内两次说“没意思、提不起劲”。',
    by: 'system',
    reason: '面谈时情绪平稳，是连续下雨没能踢球，支持系统良好。',
  },
  {
    source: 3,
    rule: RULES.hurt,
    category: 'self_harm',
    content: '谈到小说人物伤害自己的情节。',
    by: 'system',
    reason: '当面确认是在讨论小说情节，没有伤害自己的想法。',
  },
  {
    source: 3,
    rule: RULES.bullied,
    category: 'bullying',
    content: '说“他们今天都不带我玩”。',
    by: 'system',
    reason: '分组时的误会，第二天已经和好。',
  },
];

const YIZHONG: readonly CaseStory[] = [
  {
    student: 17,
    ago: 19,
    warns: [
      {
        day: 0,
        source: 1,
        category: 'adaptation',
        content: '入学、转学后难以适应；没有朋友，独来独往；午休常一个人坐在楼梯口',
        by: 'teacher',
        level: 3,
        hours: 5,
        reason: '入学两个月仍不适应，情绪偏低，无自伤想法，有改变的愿望。',
      },
    ],
    steps: [
      {
        day: 1,
        kind: 'family',
        body: '和妈妈通电话：孩子在家话也少了，周末愿意去外婆家。约定每天放学聊十分钟，不追问成绩。',
      },
      { day: 4, kind: 'note', by: 'r14', body: '与班主任商量，安排两位热心同学一起值日、一起去食堂。' },
      { day: 12, kind: 'note', body: '愿意参加新生适应小组，第一次活动中主动介绍了自己喜欢的漫画。' },
    ],
  },
  {
    student: 97,
    ago: 13,
    warns: [
      {
        day: 0,
        source: 1,
        category: 'emotion',
        content: '两周以上情绪低落、兴趣减退；长期失眠或食欲明显改变',
        by: 'teacher',
        level: 2,
        hours: 2,
        reason: '已面谈。低落持续三周，早醒，体重下降，建议专科评估。',
      },
      {
        day: 1,
        source: 2,
        rule: RULES.phq9,
        category: 'suicide',
        content: 'PHQ-A 总分 19 分，第 9 题选择“有几天”。',
        by: 'system',
        level: 1,
        hours: 1,
        reason: '承认偶有“不想醒来”的念头，没有计划。已通知家长，当晚由家长陪伴。',
      },
    ],
    steps: [
      { day: 1, kind: 'family', body: '父母当天到校，说明了情况和看护要点，收好家中药品，签了知情同意。' },
      {
        day: 2,
        kind: 'note',
        restricted: true,
        body: '谈到对父亲要求过高的压力和去年转学的经历，愿意继续谈，请不要在班里提起。',
      },
      { day: 6, kind: 'note', body: '今日到校，和班主任约好：累了可以到心理中心休息，不需要请假条。' },
    ],
  },
  {
    student: 183,
    ago: 30,
    warns: [
      {
        day: 0,
        source: 3,
        rule: RULES.low,
        category: 'family',
        content: '近一周三次谈到父母争吵后睡不着，说“回家比上学累”。',
        by: 'system',
        level: 3,
        hours: 20,
        reason: '父母近期分居，孩子夹在中间，情绪低落但功能尚可，约定每周咨询。',
        verifier: 'r14',
      },
    ],
    steps: [
      { day: 2, kind: 'family', by: 'r14', body: '分别与父母通话，两人同意不当着孩子争论，周末由爸爸接送。' },
      { day: 16, kind: 'reassess', body: '复评：睡眠恢复到七小时，能专心上课，继续每周一次咨询。' },
    ],
  },
  {
    student: 194,
    ago: 38,
    warns: [
      {
        day: 0,
        source: 1,
        category: 'psychosis',
        content: '凭空听到声音或看到不存在的东西；行为怪异，与以前判若两人',
        by: 'teacher',
        level: 1,
        hours: 1,
        reason: '意识清楚但有疑似幻听，需尽快就医，已联系家长到校。',
      },
    ],
    steps: [
      { day: 0, kind: 'family', body: '家长两小时内到校，现场说明就医的必要性，介绍绿色通道。' },
      { day: 9, kind: 'note', body: '家长反馈已完成检查，遵医嘱服药，在家休息。' },
      {
        day: 9,
        kind: 'note',
        amends: true,
        body: '家长反馈已完成检查，遵医嘱服药，在家休息两周；下次复诊由爸爸陪同。',
      },
      { day: 28, kind: 'level', level: 2, body: '症状明显缓解，作息规律，医生建议逐步恢复上学。' },
    ],
  },
  {
    student: 366,
    ago: 17,
    warns: [
      {
        day: 0,
        source: 2,
        rule: RULES.gad,
        category: 'adaptation',
        content: 'GAD-7 总分 16 分；自述考试前心慌、反复检查。',
        by: 'system',
        level: 2,
        hours: 26,
        reason: '考试焦虑明显，影响睡眠和进食，愿意接受咨询。',
      },
    ],
    steps: [{ day: 3, kind: 'note', by: 'r14', body: '与任课老师沟通，单元测验可以在小教室完成。' }],
  },
  {
    student: 291,
    ago: 66,
    warns: [
      {
        day: 0,
        source: 1,
        category: 'self_harm',
        content: '手臂、腿等处有新近的划痕或烫伤；长期穿长袖遮挡身体',
        by: 'r14',
        level: 2,
        hours: 3,
        reason: '左前臂有浅表划痕，校医已处理。用疼痛缓解情绪，无轻生想法。',
      },
    ],
    steps: [
      { day: 0, kind: 'family', body: '妈妈到校，一起制定了安全计划：想伤害自己时先打电话给妈妈或老师。' },
      { day: 14, kind: 'reassess', body: '复评：两周没有新的伤痕，用握冰块和画画代替。' },
      { day: 15, kind: 'level', level: 3, body: '风险下降，支持系统稳定。' },
      { day: 52, kind: 'close', body: '连续六周没有自伤，返校后学习和交往正常，转入日常关注。' },
    ],
  },
  {
    student: 388,
    ago: 79,
    warns: [
      {
        day: 0,
        source: 2,
        rule: RULES.phq,
        category: 'emotion',
        content: 'PHQ-A 总分 17 分，兴趣减退、注意困难得分高。',
        by: 'system',
        level: 2,
        hours: 7,
        reason: '抑郁情绪明显，家族有相关病史，建议到专科评估。',
      },
    ],
    steps: [
      { day: 2, kind: 'family', body: '与爸爸面谈，打消了对就医的顾虑，约好下周一同去医院。' },
      { day: 40, kind: 'reassess', body: '复评：PHQ-A 8 分，能按时到校，规律服药。' },
      { day: 61, kind: 'close', by: 'r14', body: '治疗结束、转介已结案，状态稳定，由班主任日常关注。' },
    ],
  },
  {
    student: 612,
    ago: 175,
    warns: [
      {
        day: 0,
        source: 1,
        category: 'bullying',
        content: '被同学孤立、辱骂或起外号；害怕上学或某些场所',
        by: 'teacher',
        level: 2,
        hours: 4,
        reason: '班级群里有起外号、传照片的情况，已由德育处介入。',
      },
      {
        day: 2,
        source: 3,
        rule: RULES.bullied,
        category: 'bullying',
        content: '说“他们又在群里发我的照片”，情绪激动。',
        by: 'system',
        level: 2,
        hours: 3,
        reason: '与前一条为同一件事，照片已删除，参与的同学当面道歉。',
        verifier: 'r14',
      },
    ],
    steps: [
      { day: 1, kind: 'family', by: 'r14', body: '约见双方家长，说明处理办法，约定不在网上继续争论。' },
      { day: 9, kind: 'note', restricted: true, by: 'r14', body: '参与同学的教育与帮扶另有记录，对外不扩散姓名。' },
      { day: 33, kind: 'reassess', body: '复评：愿意到校，和两位同学结伴，情绪平稳。' },
      { day: 40, kind: 'close', by: 'r14', body: '一个月内没有再发生，双方关系缓和，结案后继续留意班级氛围。' },
    ],
  },
  {
    student: 742,
    ago: 236,
    warns: [
      {
        day: 0,
        source: 1,
        category: 'trauma',
        content: '亲人或好友近期去世；反复做噩梦、回避相关的人和地方',
        by: 'teacher',
        level: 3,
        hours: 9,
        reason: '爷爷去世后的哀伤反应，强度在合理范围，需要陪伴。',
      },
    ],
    steps: [
      { day: 3, kind: 'family', body: '和奶奶、妈妈面谈，建议全家一起整理照片，允许孩子难过。' },
      { day: 47, kind: 'close', body: '能平静谈起爷爷，睡眠恢复，学习状态良好。' },
    ],
  },
  {
    student: 1104,
    ago: 290,
    warns: [
      {
        day: 0,
        source: 2,
        rule: RULES.stress,
        category: 'adaptation',
        content: '学业压力量表高分；自述“怎么学都不够”。',
        by: 'system',
        level: 3,
        hours: 30,
        reason: '选科后成绩波动，要求完美，没有危险想法。',
      },
    ],
    steps: [
      { day: 6, kind: 'note', body: '一起重做了周计划，每天留出四十分钟运动。' },
      { day: 20, kind: 'family', body: '妈妈表示会少比较、多肯定，周末不再加课。' },
      { day: 54, kind: 'close', body: '能接受阶段性的起伏，情绪稳定。' },
    ],
  },
  {
    student: 1253,
    ago: 341,
    warns: [
      {
        day: 0,
        source: 1,
        category: 'runaway',
        content: '有离家出走的想法或计划；收拾行李、筹集路费',
        by: 'teacher',
        level: 1,
        hours: 1,
        reason: '因手机被收走与家人激烈冲突，已约定当晚由班主任陪同回家。',
      },
    ],
    steps: [
      { day: 0, kind: 'family', by: 'r14', body: '当晚家访，父母与孩子各自说了想法，商定周末使用手机的时间。' },
      { day: 10, kind: 'level', level: 3, body: '家庭沟通恢复，没有再提离家。' },
      { day: 35, kind: 'close', body: '家庭约定执行一个月，亲子关系改善。' },
    ],
  },
  {
    student: 455,
    ago: 402,
    warns: [
      {
        day: 0,
        source: 3,
        rule: RULES.hurt,
        category: 'suicide',
        content: '谈话中说“如果我不在了，大家会轻松一点”。',
        by: 'system',
        level: 1,
        hours: 1,
        reason: '立即面谈。有想法、无计划，愿意求助，已通知家长并安排陪护。',
      },
    ],
    steps: [
      { day: 0, kind: 'family', body: '父母到校，签署安全协议，留下二十四小时联系方式。' },
      { day: 7, kind: 'reassess', body: '复评：想法减少，能说出三位可以求助的人。' },
      { day: 8, kind: 'level', level: 2, body: '风险下降，继续每周两次面谈。' },
      { day: 70, kind: 'close', body: '连续两个月没有轻生想法，复评正常，家长陪伴到位。' },
    ],
  },
];

const SHIFAN: readonly CaseStory[] = [
  {
    student: 140,
    ago: 26,
    warns: [
      {
        day: 0,
        source: 1,
        category: 'emotion',
        content: '经常无故哭泣；长期失眠或食欲明显改变',
        by: 'teacher',
        level: 2,
        hours: 6,
        reason: '失恋后情绪低落三周，缺课增多，室友愿意陪伴。',
      },
    ],
    steps: [
      { day: 1, kind: 'family', by: 'r14', body: '征得本人同意后联系了姐姐，周末来校陪伴。' },
      { day: 9, kind: 'note', body: '恢复上课，每周五下午来心理中心。' },
    ],
  },
  {
    student: 402,
    ago: 210,
    warns: [
      {
        day: 0,
        source: 2,
        rule: RULES.phq,
        category: 'adaptation',
        content: 'PHQ-9 总分 15 分；自述实习和考研冲突。',
        by: 'system',
        level: 3,
        hours: 22,
        reason: '阶段性压力，支持良好，愿意接受咨询。',
      },
    ],
    steps: [
      { day: 8, kind: 'family', body: '和妈妈通话，说明了压力的来源，家人表示支持；辅导员调整了实习安排。' },
      { day: 41, kind: 'close', body: '压力缓解，睡眠和学习恢复正常。' },
    ],
  },
];

const SHIYAN: readonly CaseStory[] = [
  {
    student: 412,
    ago: 74,
    warns: [
      {
        day: 0,
        source: 1,
        category: 'family',
        content: '父母离异、失联或被羁押；上课常走神，不愿回家',
        by: 'teacher',
        level: 3,
        hours: 5,
        reason: '父母正在分开，孩子由奶奶照看，需要稳定的陪伴。',
      },
    ],
    steps: [
      { day: 2, kind: 'family', body: '和奶奶面谈，约定固定的睡前时间，爸爸每周视频两次。' },
      { day: 45, kind: 'close', body: '情绪稳定，愿意和同学玩，班主任继续关心。' },
    ],
  },
];

/**
 * Warnings outside of cases: the school days that pending ones have waited for a verdict, and invalid ones. @property
 * own students in the classes of one class teacher
 */
interface School {
  cases: readonly CaseStory[];
  waiting: readonly number[];
  invalid: number;
  own: readonly number[];
}
export const SCHOOLS: Readonly<Record<string, School>> = {
  2001: { cases: YIZHONG, waiting: [1, 1, 2, 2, 3, 5], invalid: 25, own: [9, 23, 31, 36] },
  2002: { cases: SHIYAN, waiting: [], invalid: 1, own: [] },
  2003: { cases: SHIFAN, waiting: [2], invalid: 1, own: [] },
};
