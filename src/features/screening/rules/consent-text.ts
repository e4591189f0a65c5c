import enums from '../../../../schemas/enums.json' with { type: 'json' };
import { IDENTITY } from '../../../platform/identity/identity.ts';

/** `talk_status` of `schemas/enums.json`. */
export const TALK_STATUS = { waiting: 1, arranged: 2, closed: 3 } as const;
export type TalkStatus = keyof typeof enums.talk_status;

/** What a student agrees to, in words that a ten-year-old understands. */
export const ASSENT_TEXT =
  '这份问卷想了解你最近的心情和感受。答案没有对错，也不是考试，不算分数。\n' +
  '只有学校的心理老师会看你的答案。如果你的回答让老师担心你的安全，老师会来找你，也可能告诉你的家长。\n' +
  '你可以不参加，也可以随时停下来。不参加不会有任何影响，同学和任课老师也不会知道。';

/** What a guardian consents to where the plan has no text of its own. */
export const GUARDIAN_TEXT =
  '学校将请孩子填写一份关于近期心情与感受的问卷，用来了解孩子是否需要帮助。\n' +
  '答案由学校的心理老师查看并加密保存，不会公开，也不会计入成绩或评价。如果回答显示孩子的安全可能受到威胁，学校会与您联系。\n' +
  '是否同意由您决定，同意后也可以随时撤回。不同意或撤回，对孩子没有任何影响。';

/**
 * The text that a person is shown and agrees to; it is stored with the consent.
 *
 * @param own The text of the plan
 */
export function textFor(identity: number, own: string | null): string {
  const text = own?.trim() ?? '';
  if (identity === IDENTITY.student) return text === '' ? ASSENT_TEXT : `${ASSENT_TEXT}\n\n${text}`;
  return text === '' ? GUARDIAN_TEXT : text;
}
