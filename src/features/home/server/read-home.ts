import { rightsOfRoles } from '../../../platform/access/server/rights-of-roles.ts';
import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { arranged } from '../../../platform/home/server/arrangement.ts';
import { mayUse, type HomeCard } from '../../../platform/home/server/cards.ts';
import { holderOf, inDefaultOrder, ownCards } from '../../../platform/home/server/own-cards.ts';
import { layoutOf } from '../../../platform/home/server/queries.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { codesOf } from '../../../platform/schema/labels.ts';
import type { CardPlace } from '../../../platform/session/home-cards.ts';
import { indexConfigOf } from '../../sites/server/public.ts';
import type { Card, Home } from '../contract.ts';

const ARRANGE_ALL = { area: 'site-setting', act: 'update' } as const;

/** The cards that some role of the organisation has, as the organisation arranged them. */
async function allCards(ctx: OrgContext, places: readonly CardPlace[]): Promise<CardPlace[]> {
  const { access, home } = ctx.services;
  const may = await rightsOfRoles((statements) => ctx.read(statements), access, ctx.actor.orgId);
  const roles = [...codesOf('role')].map(Number);
  const cards = home.cards.filter(({ area, act = OPEN }) => roles.some((role) => may(role, area, act)));
  return arranged(
    inDefaultOrder(cards).map(({ key, size }): CardPlace => ({ key, size })),
    places,
  );
}

/** The content of one card. A card that fails does not take the others along. */
async function filled(ctx: OrgContext, { key, proof, read }: HomeCard, place: CardPlace): Promise<Card | undefined> {
  if (place.hidden) return { ...place, state: 'hidden' };
  try {
    if (proof !== undefined && !(await mayRead(ctx, proof))) return { ...place, state: 'proof', proof };
    const content = await read(ctx);
    return content && { ...place, state: 'ready', content };
  } catch (err) {
    ctx.services.log.error({ request_id: ctx.requestId, card: key, err }, 'a card of the home page failed');
    return { ...place, state: 'failed' };
  }
}

/** The cards of the caller's role: as the caller arranged them, else the organisation, else by default. */
export async function readHome(ctx: OrgContext): Promise<Home> {
  const [[own], [organisation]] = await ctx.read([layoutOf(holderOf(ctx)), indexConfigOf(ctx.actor.orgId)]);
  const mine = ownCards(ctx, own?.cards ?? organisation?.cards ?? []);
  const cards = await Promise.all(mine.map(({ card, place }) => filled(ctx, card, place)));
  return {
    cards: cards.filter((card) => card !== undefined),
    arranged: own ? 'own' : organisation?.cards ? 'organisation' : 'default',
    ...(mayUse(ctx, ARRANGE_ALL) && { organisation: await allCards(ctx, organisation?.cards ?? []) }),
  };
}
