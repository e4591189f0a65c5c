import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { answerText } from '../../rules/questionnaires/overview.ts';
import type { AnswerValue } from '../../rules/scales/answers.ts';
import { optionsOf, type Pack } from '../../rules/scales/pack.ts';
import type { SheetState } from '../../rules/sheet-state.ts';
import { examById } from '../queries/exams.ts';
import { countedAnswers, packsOf } from './sheet-packs.ts';

type Items = Exclude<Pack, { kind: 'totals' }>;

function wordsOf(pack: Items, itemId: string, value: AnswerValue): string | undefined {
  if (pack.kind === 'questionnaire') {
    const item = pack.items.find(({ id }) => id === itemId);
    return item && `${item.text}：${answerText(item, value)}`;
  }
  const item = pack.items.find(({ id }) => id === itemId);
  const label = item && optionsOf(pack, item).find((option) => option.value === value)?.label;
  return item && `${item.text}：${label ?? String(value)}`;
}

/** The title of a scale, and a line for each answer that counts. */
const linesOf = (pack: Pack, state: SheetState): string[] => {
  if (pack.kind === 'totals') return [];
  const lines = countedAnswers(pack, state).flatMap(({ item_id, value }) => wordsOf(pack, item_id, value) ?? []);
  return lines.length === 0 ? [] : [pack.title, ...lines];
};

/** The answers of sheets in words, for people who do not know the scale; one text each. */
export async function answersInWords(
  ctx: OrgContext,
  sheets: readonly { examId: string; state: SheetState }[],
): Promise<string[]> {
  const { orgId } = ctx.actor;
  const ids = [...new Set(sheets.map(({ examId }) => examId))];
  const exams = new Map((await ctx.read(ids.map((id) => examById(orgId, id)))).flat().map((one) => [one.exam_id, one]));
  return sheets.map(({ examId, state }) => {
    const exam = exams.get(examId);
    const packs = exam ? packsOf(ctx.services, orgId, exam) : [];
    return packs.flatMap((pack) => linesOf(pack, state)).join('\n');
  });
}
