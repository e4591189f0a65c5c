import type { Services } from '../../../../platform/context/server/services.ts';
import type { KeyRing } from '../../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { hasVerifiers } from '../../../crisis/server/public.ts';
import { rulesMet, type AlertRule, type BandedResult } from '../../rules/alert-rules.ts';
import { bandsOf, type Pack } from '../../rules/scales/pack.ts';
import { positiveDimensions, type ScoredDimension } from '../../rules/scales/score.ts';
import type { StoredRule } from '../queries/alert-rules.ts';
import { changeSheet, type NewResult } from '../queries/sheets.ts';
import { POSITIVE, raise, type Finding } from './note-critical.ts';
import type { ScoredSheet } from './scored-sheet.ts';
import { encryptState } from './stored-state.ts';

/** Marks what is positive: results that reach the cutoff of their pack or meet a rule that holds. */
export function markPositive(rules: readonly StoredRule[], one: ScoredSheet): void {
  const met = rulesMet(rules, resultsOf(one));
  const ofRules = new Set(met.flatMap(({ conditions }) => conditions.map(({ scale_id }) => scale_id)));
  for (const result of one.results)
    result.positive = ofRules.has(result.scale_id) || (result.valid && positivesOf(one, result).length > 0);
  one.met = met;
}

/** The dimensions of a result that reach the cutoff. */
function positivesOf({ packs }: ScoredSheet, result: NewResult): ScoredDimension[] {
  const pack = packs.find(({ id }) => id === result.scale_id);
  if (!pack || pack.kind === 'questionnaire') return [];
  const dimensions = result.dimensions as ScoredDimension[];
  const ids = positiveDimensions(pack, { norm_set: result.norm_set, dimensions });
  return dimensions.filter(({ dimension_id }) => ids.includes(dimension_id));
}

export const isPositive = ({ results }: ScoredSheet): boolean => results.some(({ positive }) => positive);

/**
 * Raises the warnings of positive sheets that were just scored: for the alert rules that hold, and for positive results
 * without one, so that a person answers for each. Each rule and each pack raises a sheet once.
 */
export async function applyRules(
  services: Services,
  tx: Tx,
  keys: KeyRing,
  { orgId, scored }: { orgId: string; scored: readonly ScoredSheet[] },
): Promise<void> {
  if (scored.length === 0) return;
  const isInterviewed = await hasVerifiers((statements) => tx.batch(statements), services.access, orgId);
  for (const one of scored) {
    const { sheet, state } = one;
    const finding = findingOf(one, isInterviewed);
    if (!finding) continue;
    await raise({ services, actor: { orgId } }, tx, sheet, finding);
    tx.withNext([changeSheet(orgId, sheet.child_exam_id, { answers: encryptState(keys, sheet.child_exam_id, state) })]);
  }
}

/** Level that is suggested for a positive result without a rule. */
const LEAST_URGENT = 3;

/** What is new about a sheet, noted in its state; undefined where it was raised before. */
export function findingOf(one: ScoredSheet, isInterviewed: boolean): Finding | undefined {
  const { raised } = one.state;
  const isNew = (key: string) => !Object.hasOwn(raised, key);
  const met = one.met.filter(({ rule_id }) => isNew(keyOf(rule_id)));
  const covered = new Set(one.met.flatMap(({ conditions }) => conditions.map(({ scale_id }) => scale_id)));
  const positive = !isInterviewed
    ? []
    : one.results.filter(
        ({ scale_id, positive }) => positive === true && !covered.has(scale_id) && isNew(positiveKeyOf(scale_id)),
      );
  for (const { rule_id } of met) raised[keyOf(rule_id)] = 1;
  for (const { scale_id } of positive) raised[positiveKeyOf(scale_id)] = 1;
  const [most] = met;
  if (!most && positive.length === 0) return undefined;
  return {
    text: [...met.map((rule) => sentence(one, rule)), ...positive.map((result) => positiveSentence(one, result))].join(
      '\n',
    ),
    level: most?.level ?? LEAST_URGENT,
    rule: most?.title ?? '筛查结果阳性',
    ruleIds: [...met.map(({ rule_id }) => rule_id), ...(positive.length > 0 ? [POSITIVE] : [])],
    interview: most ? 'urgent' : 'planned',
    isResult: true,
  };
}

/** Among the values of critical items; items have a slash in another place. */
const keyOf = (ruleId: string) => `rule/${ruleId}`;
const positiveKeyOf = (scaleId: string) => `positive/${scaleId}`;

const resultsOf = ({ results }: ScoredSheet): BandedResult[] =>
  results.map(({ scale_id, valid, dimensions }) => ({
    scale_id,
    valid,
    dimensions: dimensions as ScoredDimension[],
  }));

/** For the person who verifies the warning. */
function positiveSentence(one: ScoredSheet, result: NewResult): string {
  const pack = one.packs.find(({ id }) => id === result.scale_id);
  const parts = pack ? positivesOf(one, result).map((scored) => described(pack, scored, result.norm_set)) : [];
  return `筛查“${one.sheet.exam_name}”的结果达到划界分：${parts.join('；')}。筛查不是诊断，请访谈之后再定级。`;
}

/** For the person who verifies the warning. */
function sentence({ sheet, packs, results }: ScoredSheet, { title, conditions }: AlertRule): string {
  const parts = conditions.flatMap(({ scale_id, dimension_id }) => {
    const pack = packs.find(({ id }) => id === scale_id);
    const result = results.find((each) => each.scale_id === scale_id);
    const scored = (result?.dimensions as ScoredDimension[] | undefined)?.find(
      (each) => each.dimension_id === dimension_id,
    );
    return pack && result && scored ? [described(pack, scored, result.norm_set)] : [];
  });
  return `筛查“${sheet.exam_name}”的结果符合预警规则“${title}”：${parts.join('；')}。筛查不是诊断，请访谈之后再定级。`;
}

function described(pack: Pack, { dimension_id, score, band_id }: ScoredDimension, normSet: string): string {
  if (pack.kind === 'questionnaire') return pack.title;
  const dimension = pack.dimensions.find(({ id }) => id === dimension_id);
  const band = bandsOf(pack, dimension_id, normSet).find((each) => each.band_id === band_id);
  return `${pack.title}${dimension?.title ?? ''} ${score ?? '—'}（${band?.title ?? '—'}）`;
}
