import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { RowOf, Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import type * as contract from '../../contract/rules.ts';
import { suggestedRules, type AlertCondition, type AlertRule } from '../../rules/alert-rules.ts';
import * as store from '../queries/alert-rules.ts';
import { requireWholeSchool } from './require-whole-school.ts';

type Stored = RowOf<ReturnType<typeof store.lockRule>>;
type Packs = Pick<Services, 'packs'>;

/** Whether a rule depends on items whose words are not the authorised ones. */
const needsConfirmation = ({ packs }: Packs, orgId: string, conditions: readonly AlertCondition[]): boolean => {
  const unofficial = new Set(
    packs.allPacks(orgId).flatMap(({ id, licence }) => (licence?.wording === 'unofficial' ? [id] : [])),
  );
  return conditions.some(({ scale_id }) => unofficial.has(scale_id));
};

/** The school's rules, and the suggestions of its packs that it has not touched. */
export async function readRules(ctx: OrgContext): Promise<DataOf<typeof contract.alertRules>> {
  const { orgId } = ctx.actor;
  const [stored] = await ctx.read([store.rulesOf(orgId)]);
  const packs = ctx.services.packs.allPacks(orgId);
  const known = new Set(stored.map(({ rule_id }) => rule_id));
  const untouched = suggestedRules(packs).filter(({ rule_id }) => !known.has(rule_id));
  const items = [
    ...stored.map((rule) => present(ctx, rule)),
    ...untouched.map((rule) =>
      present(ctx, { ...rule, active: false, version: 0, confirmed_at: null, confirmed_by_name: null }),
    ),
  ];
  const critical = packs.flatMap((pack) =>
    pack.kind !== 'scale'
      ? []
      : pack.critical.map(({ item, level }) => ({
          scale_id: pack.id,
          item_id: item,
          title: `${pack.title}第 ${item} 题`,
          level,
        })),
  );
  return { total: items.length, items, critical };
}

type Shown = AlertRule & Pick<Stored, 'active' | 'version' | 'confirmed_at' | 'confirmed_by_name'>;

const present = ({ services, actor: { orgId } }: OrgContext, rule: Shown): contract.Rule => ({
  rule_id: rule.rule_id,
  title: rule.title,
  level: rule.level,
  conditions: rule.conditions.map(({ scale_id, dimension_id, band_ids }) => ({
    scale_id,
    dimension_id,
    band_ids: [...band_ids],
  })),
  active: rule.active,
  version: rule.version,
  needs_confirmation: needsConfirmation(services, orgId, rule.conditions),
  ...(rule.confirmed_at !== null && { confirmed_at: rule.confirmed_at }),
  ...(rule.confirmed_by_name !== null && { confirmed_by_name: rule.confirmed_by_name }),
});

/** @throws AppError PSY_INVALID_INPUT for a scale, dimension or band that does not exist */
export function requireKnown(
  { services: { packs }, actor: { orgId } }: OrgContext,
  conditions: readonly AlertCondition[],
) {
  const known = new Map(packs.allPacks(orgId).map((pack) => [pack.id, pack]));
  for (const [i, { scale_id, dimension_id, band_ids }] of conditions.entries()) {
    const pack = known.get(scale_id);
    if (!pack || pack.kind === 'questionnaire') throw invalid(`/conditions/${i}/scale_id`, '没有这个计分的量表');
    if (!pack.dimensions.some(({ id }) => id === dimension_id))
      throw invalid(`/conditions/${i}/dimension_id`, '量表没有这个维度');
    const stranger = band_ids.findIndex((id) => !Object.hasOwn(pack.bands, id));
    if (stranger >= 0) throw invalid(`/conditions/${i}/band_ids/${stranger}`, '量表没有这个分级');
  }
}

const entry = (act: string, rule: { rule_id: string; title: string }, after: Record<string, unknown>) => ({
  act,
  resource: 'screening_rule',
  rowId: rule.rule_id,
  rowLabel: rule.title,
  after,
});

/** @throws AppError PSY_OUT_OF_REACH for a limited role; PSY_INVALID_INPUT */
export async function createRule(
  ctx: OrgContext,
  tx: Tx,
  rule: BodyOf<typeof contract.createRule>,
): Promise<{ rule_id: string }> {
  requireWholeSchool(ctx);
  requireKnown(ctx, rule.conditions);
  const rule_id = newId(ctx.services.clock);
  await tx.run(store.insertRule(ctx.actor.orgId, { rule_id, ...rule }, ctx.caller.userId, ctx.nowIso()));
  await audit(tx, ctx, entry('create', { rule_id, title: rule.title }, { crisis_level: rule.level }));
  return { rule_id };
}

/** A stored rule, or a suggestion of a pack, which is stored first. @throws AppError PSY_NOT_FOUND */
async function lockRule(ctx: OrgContext, tx: Tx, ruleId: string): Promise<Stored & { suggested?: true }> {
  const { orgId } = ctx.actor;
  const [stored] = await tx.run(store.lockRule(orgId, ruleId));
  if (stored) return stored;
  const suggestion = suggestedRules(ctx.services.packs.allPacks(orgId)).find(({ rule_id }) => rule_id === ruleId);
  if (!suggestion) throw new AppError('PSY_NOT_FOUND');
  await tx.run(store.insertRule(orgId, suggestion, ctx.caller.userId, ctx.nowIso()));
  const [inserted] = await tx.run(store.lockRule(orgId, ruleId));
  if (!inserted) throw new AppError('PSY_CONFLICT');
  return { ...inserted, suggested: true };
}

/**
 * Changes a rule. It has to be confirmed and switched on again, because what was confirmed is another rule now.
 *
 * @throws AppError PSY_OUT_OF_REACH for a limited role; PSY_NOT_FOUND, PSY_INVALID_INPUT; PSY_CONFLICT when someone
 *   else changed it since it was read
 */
export async function changeRule(
  ctx: OrgContext,
  tx: Tx,
  ruleId: string,
  { version, ...rule }: BodyOf<typeof contract.changeRule>,
): Promise<void> {
  requireWholeSchool(ctx);
  requireKnown(ctx, rule.conditions);
  const before = await lockRule(ctx, tx, ruleId);
  if ((before.suggested ? 0 : before.version) !== version) throw new AppError('PSY_CONFLICT');
  const off = { active: false, confirmed_by: null, confirmed_at: null };
  await tx.run(store.updateRule(ctx.actor.orgId, ruleId, { ...rule, ...off }, ctx.nowIso()));
  await audit(tx, ctx, entry('update', { rule_id: ruleId, title: rule.title }, { crisis_level: rule.level }));
}

/**
 * Switches a rule on or off. With items in unofficial words it wants the confirmation of a psychology teacher first.
 *
 * @throws AppError PSY_OUT_OF_REACH for a limited role; PSY_NOT_FOUND; PSY_INVALID_INPUT without the confirmation
 */
export async function activateRule(ctx: OrgContext, tx: Tx, ruleId: string, active: boolean): Promise<void> {
  requireWholeSchool(ctx);
  const { orgId } = ctx.actor;
  const rule = await lockRule(ctx, tx, ruleId);
  const isUnconfirmed = rule.confirmed_at === null && needsConfirmation(ctx.services, orgId, rule.conditions);
  if (active && isUnconfirmed) throw invalid('/active', '量表的题目文字不是授权版本，请先由心理教师确认这条规则');
  if (rule.active === active) return;
  await tx.run(store.updateRule(orgId, ruleId, { active }, ctx.nowIso()));
  await audit(tx, ctx, entry('update', rule, { status: active ? '启用' : '停用' }));
}

/** @throws AppError PSY_NOT_FOUND */
export async function confirmRule(ctx: OrgContext, tx: Tx, ruleId: string): Promise<void> {
  const rule = await lockRule(ctx, tx, ruleId);
  if (rule.confirmed_at !== null) return;
  const at = ctx.nowIso();
  const confirmed = { confirmed_by: ctx.caller.userId, confirmed_at: at };
  await tx.run(store.updateRule(ctx.actor.orgId, ruleId, confirmed, at));
  await audit(tx, ctx, entry('verify', rule, { crisis_level: rule.level }));
}
