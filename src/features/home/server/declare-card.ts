import { OPEN } from '../../../platform/access/server/rights.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { declaredCardsOf, deleteCard, insertCard, sharedViewOf } from '../../../platform/home/server/queries.ts';
import { listSchema, seesView } from '../../../platform/home/server/view-cards.ts';
import { entityOfRole } from '../../../platform/resources/server/scoped-rows.ts';
import { inLists } from '../../../platform/schema/server/seen-by.ts';
import { viewCardKey, VIEW_CARDS_MAX, type ViewCardKey } from '../../../platform/session/home-cards.ts';
import type * as contract from '../contract.ts';

const RESOURCE = 'site';
const LABEL = '站点设置';

/** The shared view that a card is made from. @throws AppError PSY_INVALID_INPUT */
async function viewFor(ctx: OrgContext, tx: Tx, { view_id, shown_as, field }: BodyOf<typeof contract.declareCard>) {
  const { actor, services } = ctx;
  const [view] = await tx.run(sharedViewOf(actor.orgId, view_id));
  const schema = view && listSchema(ctx, view.resource);
  if (!view || !schema || !services.access.decide(actor, schema['x-resource'].area, OPEN))
    throw invalid('/view_id', '这个视图不存在或没有共享');
  const by = shown_as === 'chart' ? (field ?? null) : null;
  const shown = { ...view, shown_as, field: by };
  if (!seesView(inLists(entityOfRole(ctx, view.resource)).schema, shown))
    throw invalid('/field', '请选择图表按哪一项分，这个列表不能按这一项分');
  return { view_id, shown_as, field: by };
}

/**
 * Adds a card to the home pages of the organisation: a shared view as a number, a short list or a chart.
 *
 * @throws AppError PSY_INVALID_INPUT
 */
export async function declareCard(
  ctx: OrgContext,
  tx: Tx,
  body: BodyOf<typeof contract.declareCard>,
): Promise<{ key: ViewCardKey }> {
  const { orgId } = ctx.actor;
  await tx.run(lockOrg(orgId));
  const made = await viewFor(ctx, tx, body);
  const cards = await tx.run(declaredCardsOf(orgId));
  if (cards.length >= VIEW_CARDS_MAX)
    throw new AppError('PSY_INVALID_INPUT', { message: `最多添加 ${VIEW_CARDS_MAX} 张卡片，请先删除不用的` });
  const title = body.title.trim();
  if (cards.some((card) => card.title === title)) throw invalid('/title', '已有同名的卡片');
  const card_id = newId(ctx.services.clock);
  await tx.run(insertCard({ org_id: orgId, card_id, title, ...made, created_at: ctx.nowIso() }));
  await audit(tx, ctx, {
    act: 'create',
    resource: RESOURCE,
    rowId: orgId,
    rowLabel: LABEL,
    after: { home_cards: title },
  });
  return { key: viewCardKey(card_id) };
}

/** Removes a declared card; arrangements that name it leave it out. @throws AppError PSY_NOT_FOUND */
export async function removeCard(ctx: OrgContext, tx: Tx, cardId: string): Promise<void> {
  const { orgId } = ctx.actor;
  const [removed] = await tx.run(deleteCard(orgId, cardId));
  if (!removed) throw new AppError('PSY_NOT_FOUND');
  await audit(tx, ctx, {
    act: 'delete',
    resource: RESOURCE,
    rowId: orgId,
    rowLabel: LABEL,
    before: { home_cards: removed.title },
  });
}
