/** Characters of a question. */
export const QUESTION_MAX = 4000;
export const TITLE_MAX = 40;
/** Help articles in one answer. */
export const ARTICLES_MAX = 5;
/** Conversations that a person keeps in one organisation. */
export const CONVERSATIONS_MAX = 200;
/** Messages of a conversation; a longer one would be sent to the model in parts only. */
export const MESSAGES_MAX = 200;
/** Days until a conversation is deleted, from its last use on. */
export const KEEP_DAYS = 180;

/** The title of a new conversation: the beginning of its first question. */
export function titleOf(question: string): string {
  const [line = ''] = question.trim().split('\n');
  const shown = [...line.trim()];
  return shown.length <= TITLE_MAX ? shown.join('') : `${shown.slice(0, TITLE_MAX - 1).join('')}…`;
}
