import { RULES, type WarnStory } from './story.ts';

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
