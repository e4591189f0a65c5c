import { FIRST_SCHOOL } from './first-school.ts';
import { RULES, type CaseStory } from './story.ts';

/** Cases of the university. Days of a case count from its first warning. */
const UNIVERSITY: readonly CaseStory[] = [
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

/** Cases of the primary school. */
const PRIMARY: readonly CaseStory[] = [
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

/** What the warnings and cases of a school are made from. */
export interface SchoolStories {
  cases: readonly CaseStory[];
  /** Pending warnings without a case: the school days that each has waited for a verdict. */
  waiting: readonly number[];
  /** How many warnings were found invalid. */
  invalid: number;
  /** Indexes of students in the classes of one class teacher. */
  own: readonly number[];
}

/** By organisation. */
export const SCHOOLS: Readonly<Record<string, SchoolStories>> = {
  2001: { cases: FIRST_SCHOOL, waiting: [1, 1, 2, 2, 3, 5], invalid: 25, own: [9, 23, 31, 36] },
  2002: { cases: PRIMARY, waiting: [], invalid: 1, own: [] },
  2003: { cases: UNIVERSITY, waiting: [2], invalid: 1, own: [] },
};
