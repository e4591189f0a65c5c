import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import type { ScreenedWarning } from '../../../crisis/server/public.ts';
import type { SheetState } from '../../rules/sheet-state.ts';
import { findingOf, markPositive } from '../sheets/apply-rules.ts';
import { criticalFinding, sourceRefsOf, type Finding } from '../sheets/note-critical.ts';
import type { ScoredSheet } from '../sheets/scored-sheet.ts';
import type { ScreeningRows } from './rows.ts';
import type { SheetRows, Taking } from './taking.ts';

const DAY_MS = 86_400_000;
/** Days until an interview is due. */
const DUE_DAYS = 3;

/**
 * Marks what is positive and notes what a scored sheet raises, as scoring does. The crisis part of the demo makes the
 * warning.
 */
export function raiseFindings(
  rows: SheetRows,
  { exam, packs }: Taking,
  state: SheetState,
  sheet: ScreeningRows['exam_sheets'][number],
  results: ScreeningRows['exam_results'],
): void {
  const { child_exam_id, exam_id, child_id, last_answer_at, scored_at, org_id } = sheet;
  const one: ScoredSheet = {
    sheet: { child_exam_id, exam_id, child_id, exam_name: exam.exam_name, attempt: 1, duty: exam.duty },
    packs,
    state,
    results: results.map((result) => ({ ...result, ended_at: null, ended_by: null })),
    met: [],
  };
  const critical = criticalFinding(one, arrivedOf(state));
  markPositive([], one);
  for (const [i, result] of results.entries()) result.positive = one.results[i]?.positive === true;
  const findings = [critical, findingOf(one, true)].filter((each): each is Finding => each !== undefined);
  const [first] = findings;
  if (!first) return;
  const at = Date.parse((critical ? last_answer_at : scored_at) ?? exam.starts_at);
  const warn_id = `wn${org_id}-s${String(rows.screened.length + 1).padStart(2, '0')}`;
  rows.screened.push({
    warn_id,
    child_id,
    at,
    due: at + DUE_DAYS * DAY_MS,
    source_ref: sourceRefsOf(sheet)[0],
    rule: first.rule,
    content: findings.map(({ text }) => text).join('\n'),
    suggested_level: Math.min(...findings.map(({ level }) => level)),
    outcome: outcomeOf(exam, critical !== undefined, rows.screened.length),
  });
  for (const { ruleIds } of findings)
    for (const rule_id of ruleIds)
      rows.screening_hits.push({ org_id, rule_id, child_exam_id, exam_id, child_id, warn_id, raised_at: isoTime(at) });
}

const arrivedOf = ({ items }: SheetState) =>
  Object.entries(items).map(([key, { value, at, seqs }]) => {
    const cut = key.lastIndexOf('/');
    const answer = { scale_id: key.slice(0, cut), item_id: key.slice(cut + 1), value, answered_at: at };
    return { answer: { ...answer, seq: Math.max(...Object.values(seqs)) }, outcome: 'applied' as const };
  });

/** Everybody of last year was interviewed; of those now, most wait. */
function outcomeOf({ status }: Taking['exam'], isCritical: boolean, n: number): ScreenedWarning['outcome'] {
  if (status === 'closed') return isCritical || n % 3 === 0 ? 'closed-case' : 'invalid';
  if (n % 5 === 0) return 'invalid';
  return n % 7 === 1 ? 'open-case' : 'waiting';
}
