import type { NotComparable } from './compare-results.ts';

/** Words for the reasons of `compareResults`, on pages and in files. */
export const NOT_COMPARABLE: Record<NotComparable, string> = {
  pack: '不是同一份量表',
  scoring: '两次的计分方法不同',
  'norm-set': '两次使用的常模不同',
  wording: '两次的题目文字不同',
  source: '两次的来源不同',
  population: '两次的人群不同',
  void: '有一次作答无效',
  retake: '同一次测评的重填不算变化',
  incomplete: '有缺答，分数不完整',
};
/** The same in English, for pages. */
export const NOT_COMPARABLE_EN: Record<NotComparable, string> = {
  pack: 'not the same scale',
  scoring: 'the two were scored differently',
  'norm-set': 'the norm sets differ',
  wording: 'the wordings differ',
  source: 'the sources differ',
  population: 'the populations differ',
  void: 'one of the two is void',
  retake: 'a retake of the same screening is no change',
  incomplete: 'answers are missing',
};

const isReason = (reason: string): reason is NotComparable => Object.hasOwn(NOT_COMPARABLE, reason);

/** A reason by its key in the texts; an unknown one says that scoring differs. */
export const reasonKey = (reason: string): NotComparable => (isReason(reason) ? reason : 'scoring');
