import { invalid } from '../../errors/invalid.ts';
import type { CardPlace } from '../../session/home-cards.ts';

/** @throws AppError PSY_INVALID_INPUT for a card that is named twice */
export function requireEachOnce(cards: readonly CardPlace[]): void {
  const keys = cards.map(({ key }) => key);
  const again = keys.findIndex((key, i) => keys.indexOf(key) < i);
  if (again >= 0) throw invalid(`/cards/${again}/key`, '这张卡片已经排过了');
}

/** Cards as an arrangement has them; those that it does not name follow in their default order. */
export function arranged<C extends CardPlace>(cards: readonly C[], places: readonly CardPlace[]): C[] {
  const placeOf = new Map(places.map((place, i) => [place.key, { ...place, i }]));
  const position = ({ key }: C): number => placeOf.get(key)?.i ?? places.length;
  return cards
    .toSorted((a, b) => position(a) - position(b))
    .map((card) => {
      const place = placeOf.get(card.key);
      return place ? { ...card, size: place.size, ...(place.hidden && { hidden: true }) } : card;
    });
}
