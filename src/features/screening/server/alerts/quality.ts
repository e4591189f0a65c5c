import { OPEN } from '../../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import { TIME_ZONE_OFFSET } from '../../../../platform/schema/wall-clock.ts';
import { MISSED_MAX, type Quality, type Replay } from '../../contract/quality.ts';
import { suggestedRules, type AlertCondition } from '../../rules/alert-rules.ts';
import { wilson } from '../../rules/wilson.ts';
import { rulesOf } from '../queries/alert-rules.ts';
import * as store from '../queries/quality.ts';
import { CRITICAL, POSITIVE } from '../sheets/note-critical.ts';
import { requireKnown } from './alert-rules.ts';

/** What became of the warnings of screenings, within the caller's scope. */
export async function readQuality(ctx: OrgContext, day: string | undefined): Promise<Quality> {
  const { actor, services } = ctx;
  const { orgId } = actor;
  const from = day === undefined ? null : `${day}T00:00:00${TIME_ZONE_OFFSET}`;
  const scope = services.access.scope(actor, 'student');
  const [stored, rules, load, [screening]] = await ctx.read([
    rulesOf(orgId),
    store.qualityOfRules(orgId, scope, from),
    store.qualityLoad(orgId, scope, from),
    store.qualityOfScreening(orgId, scope, from),
  ]);
  const titles = new Map([
    ...suggestedRules(services.packs.allPacks(orgId)).map(({ rule_id, title }) => [rule_id, title] as const),
    ...stored.map(({ rule_id, title }) => [rule_id, title] as const),
    [CRITICAL, '关键题'] as const,
    [POSITIVE, '达到划界分（没有规则）'] as const,
  ]);
  const { sheets = 0, positive = 0, found = 0, missed = 0 } = screening ?? {};
  const sensitivity = wilson(found, found + missed);
  return {
    rules: rules.map((rule) => {
      const precision = wilson(rule.valid, rule.valid + rule.invalid);
      const title = titles.get(rule.rule_id) ?? rule.rule_id;
      return { ...withoutNulls(rule), title, ...(precision && { precision }) };
    }),
    screening: { sheets, positive, found, missed, ...(sensitivity && { sensitivity }) },
    load: load.map(withoutNulls),
  };
}

/**
 * Tries conditions on the results that exist, within the caller's scope. Students are named to roles that read
 * warnings.
 *
 * @throws AppError PSY_INVALID_INPUT for a scale, dimension or band that does not exist; PSY_INVALID_SECONDARY_TOKEN
 */
export async function replayRule(ctx: OrgContext, conditions: readonly AlertCondition[]): Promise<Replay> {
  const { actor, services } = ctx;
  requireKnown(ctx, conditions);
  const scope = services.access.scope(actor, 'student');
  const mayName = services.access.decide(actor, 'crisis/warn', OPEN);
  // Names of confirmed students need what the list of their warnings needs.
  if (mayName) await ctx.proveVerified('warning/assessment');
  const [exams, missed] = await ctx.read([
    store.replayByExam(actor.orgId, scope, conditions),
    store.replayMissed(actor.orgId, scope, conditions, mayName ? MISSED_MAX : 0),
  ]);
  const sum = (of: 'cases' | 'missed') => exams.reduce((all, exam) => all + exam[of], 0);
  const sensitivity = wilson(sum('cases') - sum('missed'), sum('cases'));
  return { exams, missed: missed.map(withoutNulls), ...(sensitivity && { sensitivity }) };
}
