import type { FailureDetail } from '../../../../platform/contract/common.ts';
import type { BodyOf } from '../../../../platform/contract/endpoint.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { putAnswers } from '../../contract/sheets.ts';
import type { AnswerValue } from '../../rules/scales/answers.ts';
import { ANSWER_PROBLEMS, checkAnswer } from '../../rules/scales/check-answer.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import type { SentAnswer } from '../../rules/sheet-state.ts';

type Sent = BodyOf<typeof putAnswers>['answers'];

/**
 * The answers of a call, each one that the sheet's packs have.
 *
 * @throws AppError PSY_INVALID_INPUT with every wrong answer, at `/answers/3/value`
 */
export function checkAnswers(packs: readonly Pack[], sent: Sent, now: string): SentAnswer[] {
  const byId = new Map(packs.map((pack) => [pack.id, pack]));
  const details = sent.flatMap((answer, i) => problemOf(byId, answer, i));
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  return sent.map(({ scale_id, item_id, value, answered_at, seq }) => ({
    scale_id,
    item_id,
    // `checkAnswer` has accepted it.
    value: value as AnswerValue,
    answered_at: answered_at ?? now,
    seq,
  }));
}

function problemOf(packs: ReadonlyMap<string, Pack>, { scale_id, item_id, value }: Sent[number], i: number) {
  const at = (field: string, message: string): FailureDetail[] => [{ field: `/answers/${i}/${field}`, message }];
  const pack = packs.get(scale_id);
  if (!pack) return at('scale_id', '这份问卷里没有这个量表');
  const problem = checkAnswer(pack, item_id, value);
  if (problem === undefined) return [];
  return at(problem === 'unknown-item' ? 'item_id' : 'value', ANSWER_PROBLEMS[problem]);
}
