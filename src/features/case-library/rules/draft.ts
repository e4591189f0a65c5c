import { daysBetween, sinceOpened } from './days.ts';
import { deidentify } from './deidentify.ts';
import type { Identifiers } from './identifiers.ts';

/** The parts of a case in the library. */
export const PARTS = ['background', 'process', 'outcome', 'lessons'] as const;
export type Part = (typeof PARTS)[number];
export type LibraryText = Record<'title' | Part, string>;

/** Longest text of a part, and of the title. */
export const PART_MAX = 8000;
export const TITLE_MAX = 60;

/** What a draft is made from: nothing that is restricted to one group of roles. */
export interface CaseStory {
  category: string;
  level: string;
  closedOn: string;
  warnings: readonly { content: string; reason: string }[];
  /** The earliest first. */
  steps: readonly { on: string; kind: string; text: string }[];
  closing: string;
}

const shortened = (text: string): string => (text.length > PART_MAX ? `${text.slice(0, PART_MAX - 1)}…` : text);
const lines = (texts: readonly string[]): string => texts.filter((text) => text.trim() !== '').join('\n');

/** The first text of a library case, without people, numbers, classes, places and days. A person goes on from here. */
export function draftOf(story: CaseStory, known: Identifiers): LibraryText {
  const clean = (text: string) => shortened(deidentify(text, known));
  const days = daysBetween(known.openedOn, story.closedOn);
  return {
    title: `${known.stage}学生${story.category}个案`.slice(0, TITLE_MAX),
    background: clean(
      lines(story.warnings.flatMap(({ content, reason }) => [content, reason === '' ? '' : `核实：${reason}`])),
    ),
    process: clean(
      lines(
        story.steps.map(
          ({ on, kind, text }) =>
            `${sinceOpened(daysBetween(known.openedOn, on))}，${text.startsWith(`${kind}：`) ? '' : `${kind}：`}${text.replace(/\n+/g, '；')}`,
        ),
      ),
    ),
    outcome: clean(lines([`结案：${sinceOpened(days)}。`, story.closing])),
    lessons: '',
  };
}
