import { systemIn } from '../../../../platform/audit/server/operator.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { VALID_STATUS, WARN_SOURCE } from '../../../crisis/public.ts';
import { addToWarning, reportWarning } from '../../../crisis/server/public.ts';
import { critical, isCriticalItem, type CriticalAnswer } from '../../rules/scales/critical.ts';
import { optionsOf, type Pack } from '../../rules/scales/pack.ts';
import { keyOf, sameValue, type Outcome, type SentAnswer, type SheetState } from '../../rules/sheet-state.ts';
import { insertHits } from '../queries/hits.ts';
import type { StoredSheet } from '../queries/sheets.ts';

/** An answer that arrived; `late` is not stored. */
export interface ArrivedAnswer {
  answer: SentAnswer;
  outcome: Outcome | 'late';
}

interface Sheet {
  sheet: Pick<StoredSheet, 'child_exam_id' | 'exam_id' | 'exam_name' | 'child_id' | 'attempt' | 'duty'>;
  packs: readonly Pack[];
  state: SheetState;
}

/** One warning for a child and a screening, whatever raises it. */
const sourceRefOf = ({ exam_id, child_id }: { exam_id: string; child_id: string }): string => `${exam_id}:${child_id}`;

/** What the warnings about a sheet refer to. A result that follows an invalid warning has a warning of its own. */
export const sourceRefsOf = (sheet: Pick<StoredSheet, 'child_exam_id' | 'exam_id' | 'child_id'>) =>
  [sourceRefOf(sheet), `${sourceRefOf(sheet)}:${sheet.child_exam_id}`] as const;

/** What a hit names in place of a rule. */
export const CRITICAL = 'critical';
export const POSITIVE = 'positive';

const ALL = { kind: 'all' } as const;

interface Note {
  text: string;
  critical: CriticalAnswer | undefined;
}

/**
 * Starts the warning of a critical answer when it is given, whether or not the sheet is ever submitted. A later answer
 * to the same item is added to the warning, so that it says both.
 *
 * @returns whether anything was new; it is then noted in `state.raised`
 */
export async function noteCritical(
  ctx: OrgContext,
  tx: Tx,
  { sheet, packs, state }: Sheet,
  arrived: readonly ArrivedAnswer[],
): Promise<boolean> {
  const finding = criticalFinding({ sheet, packs, state }, arrived);
  if (!finding) return false;
  await raise(ctx, tx, sheet, finding);
  return true;
}

/** What is new about critical answers, noted in `state.raised`; undefined where the warning says it already. */
export function criticalFinding(
  { sheet, packs, state }: Pick<Sheet, 'packs' | 'state'> & { sheet: Pick<Sheet['sheet'], 'exam_name' | 'attempt'> },
  arrived: readonly ArrivedAnswer[],
): Finding | undefined {
  const notes = arrived.flatMap((one) => noteOf(packs, state, one));
  if (notes.length === 0) return undefined;
  const again = sheet.attempt > 1 ? `（第 ${sheet.attempt} 次填写）` : '';
  return {
    text: [`筛查“${sheet.exam_name}”${again}作答中：`, ...notes.map(({ text }) => text)].join('\n'),
    level: Math.min(...notes.map((note) => note.critical?.level ?? 3)),
    rule: '关键题',
    ruleIds: [CRITICAL],
    interview: 'urgent',
  };
}

/** What is to be reported about a child at a screening. */
export interface Finding {
  text: string;
  level: number;
  rule: string;
  /** What raised it, for the hits. */
  ruleIds: readonly string[];
  /** `planned` gives those on duty until the deadline of the interview; see `Report`. */
  interview: 'planned' | 'urgent';
  /** It is a result: a verdict that found the student unharmed before it does not answer it. */
  isResult?: boolean;
}

/** Reports a finding, or adds it to the warning that exists for the child and the screening. */
export async function raise(
  { services, actor: { orgId } }: { services: OrgContext['services']; actor: { orgId: string } },
  tx: Tx,
  sheet: Sheet['sheet'],
  { text, level, rule, ruleIds, interview, isResult = false }: Finding,
): Promise<void> {
  const system = { ...systemIn(services, orgId), services };
  const report = (sourceRef: string) =>
    reportWarning(tx, system, ALL, {
      childId: sheet.child_id,
      source: WARN_SOURCE.assessment,
      sourceRef,
      rule,
      content: text,
      suggestedLevel: level,
      first: sheet.duty,
      interview,
    });
  const [ref, ownRef] = sourceRefsOf(sheet);
  const first = await report(ref);
  const isAnswered = isResult && !first.isNew && first.status === VALID_STATUS.invalid;
  const { isNew, warnId } = isAnswered ? await report(ownRef) : first;
  if (!isNew) await addToWarning(tx, system, warnId, { text, level });
  const { child_exam_id, exam_id, child_id } = sheet;
  const hit = { org_id: orgId, child_exam_id, exam_id, child_id, warn_id: warnId, raised_at: nowIso(services.clock) };
  tx.withNext([insertHits(ruleIds.map((rule_id) => ({ ...hit, rule_id })))]);
}

/** Notes a critical answer, or a change of one that the warning names; nothing where the warning says it already. */
function noteOf(packs: readonly Pack[], { raised }: SheetState, { answer, outcome }: ArrivedAnswer): Note[] {
  const pack = packs.find(({ id }) => id === answer.scale_id);
  if (!pack || outcome === 'repeated' || !isCriticalItem(pack, answer.item_id)) return [];
  const key = keyOf(answer.scale_id, answer.item_id);
  const before = Object.hasOwn(raised, key) ? raised[key] : undefined;
  const [found] = critical(pack, [answer]);
  if (sameValue(before, answer.value) || (!found && (before === undefined || outcome !== 'applied'))) return [];
  raised[key] = answer.value;
  return [{ text: sentence(pack, answer, { outcome, found, isChange: before !== undefined }), critical: found }];
}

const TOPICS = { suicide: '自杀或轻生', 'self-harm': '自伤', violence: '伤害他人', abuse: '受到侵害' } as const;
const HOW: Readonly<Record<ArrivedAnswer['outcome'], string>> = {
  applied: '',
  repeated: '',
  superseded: '（来自先前使用的设备，之后在另一台设备上改答过，两次回答都请了解）',
  late: '（收到时问卷已经交卷或结束，未计入结果）',
};

/** For the person who verifies the warning: the topic, the answer, and what to do. */
function sentence(
  pack: Pack,
  { item_id, value }: SentAnswer,
  {
    outcome,
    found,
    isChange,
  }: { outcome: ArrivedAnswer['outcome']; found: CriticalAnswer | undefined; isChange: boolean },
): string {
  if (pack.kind !== 'scale') return '';
  const item = pack.items.find(({ id }) => id === item_id);
  const label = item && optionsOf(pack, item).find((option) => option.value === value)?.label;
  const topic = item?.topic ? `（主题：${TOPICS[item.topic]}）` : '';
  const verb = isChange ? '后来改答为' : '回答';
  return `${pack.title}第 ${item_id} 题${topic}${verb}“${label ?? String(value)}”${HOW[outcome]}。${found?.words ?? '前后两次回答不同，请当面了解。'}`;
}
