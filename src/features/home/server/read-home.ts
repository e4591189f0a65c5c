import { rightsOfRoles } from '../../../platform/access/server/rights-of-roles.ts';
import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { arranged } from '../../../platform/home/server/arrangement.ts';
import { mayUse, type ReadableCard } from '../../../platform/home/server/cards.ts';
import { holderOf, inDefaultOrder, ownCards, placeOf } from '../../../platform/home/server/own-cards.ts';
import { declaredCardsOf, layoutOf, type DeclaredCard } from '../../../platform/home/server/queries.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { codesOf } from '../../../platform/schema/labels.ts';
import { viewCardKey, VIEW_CARD_SIZE, type CardPlace, type TitledPlace } from '../../../platform/session/home-cards.ts';
import { indexConfigOf } from '../../sites/server/public.ts';
import type { Card, Home } from '../contract.ts';

const ARRANGE_ALL = { area: 'site-setting', act: 'update' } as const;

/** The cards that some role of the organisation has and those that it declared, as the organisation arranged them. */
async function allCards(
  ctx: OrgContext,
  places: readonly CardPlace[],
  declared: readonly DeclaredCard[],
): Promise<TitledPlace[]> {
  const { access, home } = ctx.services;
  const may = await rightsOfRoles((statements) => ctx.read(statements), access, ctx.actor.orgId);
  const roles = [...codesOf('role')].map(Number);
  const cards = home.cards.filter(({ area, act = OPEN }) => roles.some((role) => may(role, area, act)));
  const own = declared.map(({ card_id, title, shown_as }): TitledPlace => ({
    key: viewCardKey(card_id),
    title,
    size: VIEW_CARD_SIZE[shown_as],
  }));
  return arranged([...inDefaultOrder(cards).map(placeOf), ...own], places);
}

/** The content of one card. A card that fails does not take the others along. */
async function filled(
  ctx: OrgContext,
  { key, area, proof, read }: ReadableCard,
  place: TitledPlace,
): Promise<Card | undefined> {
  if (place.hidden) return { ...place, state: 'hidden' };
  try {
    if (proof !== undefined && !(await mayRead(ctx, proof))) return { ...place, state: 'proof', proof };
    const content = await read(ctx);
    return content && { ...place, state: 'ready', content };
  } catch (err) {
    // A filter of a declared card may need the proof that its list needs.
    if (err instanceof AppError && err.code === 'PSY_INVALID_SECONDARY_TOKEN')
      return { ...place, state: 'proof', proof: area };
    ctx.services.log.error({ request_id: ctx.requestId, card: key, err }, 'a card of the home page failed');
    return { ...place, state: 'failed' };
  }
}

/** The cards of the caller's role: as the caller arranged them, else the organisation, else by default. */
export async function readHome(ctx: OrgContext): Promise<Home> {
  const { orgId } = ctx.actor;
  const [[own], [organisation], declared] = await ctx.read([
    layoutOf(holderOf(ctx)),
    indexConfigOf(orgId),
    declaredCardsOf(orgId),
  ]);
  const mine = ownCards(ctx, own?.cards ?? organisation?.cards ?? [], declared);
  const [all, ...cards] = await Promise.all([
    mayUse(ctx, ARRANGE_ALL) ? allCards(ctx, organisation?.cards ?? [], declared) : undefined,
    ...mine.map(({ card, place }) => filled(ctx, card, place)),
  ]);
  return {
    cards: cards.filter((card) => card !== undefined),
    arranged: own ? 'own' : organisation?.cards ? 'organisation' : 'default',
    ...(all && { organisation: all }),
  };
}
