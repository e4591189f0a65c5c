import type { Services } from '../../../../platform/context/server/services.ts';
import type { KeyRing } from '../../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { rulesMet, type AlertRule, type BandedResult } from '../../rules/alert-rules.ts';
import { bandsOf, type Pack } from '../../rules/scales/pack.ts';
import type { ScoredDimension } from '../../rules/scales/score.ts';
import { activeRules } from '../queries/alert-rules.ts';
import { changeSheet } from '../queries/sheets.ts';
import { raise } from './note-critical.ts';
import type { ScoredSheet } from './scored-sheet.ts';
import { encryptState } from './stored-state.ts';

/** Raises the warnings of a school's alert rules for sheets that were just scored; each rule once for a sheet. */
export async function applyRules(
  services: Services,
  tx: Tx,
  keys: KeyRing,
  { orgId, scored }: { orgId: string; scored: readonly ScoredSheet[] },
): Promise<void> {
  const rules = await tx.run(activeRules(orgId));
  if (rules.length === 0) return;
  for (const one of scored) {
    const { sheet, state } = one;
    const met = rulesMet(rules, resultsOf(one)).filter(({ rule_id }) => !Object.hasOwn(state.raised, keyOf(rule_id)));
    const [most] = met;
    if (!most) continue;
    for (const { rule_id } of met) state.raised[keyOf(rule_id)] = 1;
    await raise({ services, actor: { orgId } }, tx, sheet, {
      text: met.map((rule) => sentence(one, rule)).join('\n'),
      level: most.level,
      rule: most.title,
    });
    await tx.run(changeSheet(orgId, sheet.child_exam_id, { answers: encryptState(keys, sheet.child_exam_id, state) }));
  }
}

/** Among the values of critical items; items have a slash in another place. */
const keyOf = (ruleId: string) => `rule/${ruleId}`;

const resultsOf = ({ results }: ScoredSheet): BandedResult[] =>
  results.map(({ scale_id, valid, dimensions }) => ({
    scale_id,
    valid,
    dimensions: dimensions as ScoredDimension[],
  }));

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
