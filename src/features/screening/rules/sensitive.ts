import { topicsOf, type Pack } from './scales/pack.ts';

/** Words by which a consent text names items about suicide or self-harm. */
const NAMED = /自杀|自伤|自残|轻生|伤害自己|结束生命/;

/** Whether a pack asks about suicide or self-harm: it is released by two people, and the consent text names it. */
export function isSensitive(pack: Pack): boolean {
  const topics = topicsOf(pack);
  return topics.has('suicide') || topics.has('self-harm');
}

export const namesSensitive = (consentText: string): boolean => NAMED.test(consentText);

/** What students and guardians are shown where a plan with such a pack has no text of its own. */
export const SENSITIVE_CONSENT =
  '学校将开展一次心理测评，了解学生近期的心情与感受，以便及时提供帮助。\n' +
  '测评中有题目会问到轻生（自杀）或自伤的想法。询问这些想法不会使人产生这样的想法；如果回答显示安全可能受到威胁，学校会及时联系学生本人和家长。\n' +
  '答案由学校的心理老师查看并加密保存，不会公开，也不计入成绩或评价。\n' +
  '是否参加由学生和家长决定，同意以后也可以随时撤回，不参加没有任何影响。';

/**
 * Share of students who answer an item about suicidal thoughts in a way that alerts: item 9 of the PHQ-9 flagged 622 of
 * 6,473 (PMID 35944722), and about 10 % of Chinese adolescents report such thoughts in a year.
 */
export const EXPECTED_CRITICAL = 0.1;

/** Seconds that a student needs for one item, for the estimate of a plan's length. */
const SECONDS_PER_ITEM = 12;
export const minutesFor = (items: number): number => Math.max(1, Math.ceil((items * SECONDS_PER_ITEM) / 60));
