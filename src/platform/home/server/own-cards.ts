import type { OrgContext } from '../../context/server/context.ts';
import type { CardPlace, TitledPlace } from '../../session/home-cards.ts';
import { arranged } from './arrangement.ts';
import { mayUse, type ReadableCard } from './cards.ts';
import type { DeclaredCard, LayoutHolder } from './queries.ts';
import { viewCards } from './view-cards.ts';

/** Whose arrangement it is: the caller's, in the current role. */
export const holderOf = ({ actor, caller }: OrgContext): LayoutHolder => ({
  orgId: actor.orgId,
  userId: caller.userId,
  roleId: actor.roleId,
});

/** The default order of cards for a group of roles. */
export function inDefaultOrder<C extends Pick<ReadableCard, 'order' | 'orderOf'>>(
  cards: readonly C[],
  group = '',
): C[] {
  const order = ({ order: all, orderOf }: C): number => orderOf?.[group] ?? all;
  return cards.toSorted((a, b) => order(a) - order(b));
}

/** A card and its place on a home page. */
export interface PlacedCard {
  card: ReadableCard;
  place: TitledPlace;
}

/** The default place of a card. */
export const placeOf = ({ key, size, title }: ReadableCard): TitledPlace => ({
  key,
  size,
  ...(title !== undefined && { title }),
});

/**
 * The cards that the caller may see, as an arrangement has them; without one, in their default order.
 *
 * @param declared The cards that the organisation declared
 */
export function ownCards(
  ctx: OrgContext,
  places: readonly CardPlace[],
  declared: readonly DeclaredCard[],
): PlacedCard[] {
  const { actor, services } = ctx;
  const cards: ReadableCard[] = [...services.home.cards, ...viewCards(ctx, declared)];
  const mine = cards.filter((card) => mayUse(ctx, card));
  const cardOf = new Map(mine.map((card) => [card.key, card]));
  const ordered = inDefaultOrder(mine, services.access.groupOf(actor.roleId));
  return arranged(ordered.map(placeOf), places).flatMap((place) => {
    const card = cardOf.get(place.key);
    return card ? [{ card, place }] : [];
  });
}
