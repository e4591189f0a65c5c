import * as Type from 'typebox/type';

/** Cards of the home pages of staff, in the order of the registry; a card belongs to one feature. */
export const HOME_CARDS = [
  'new-year',
  'warnings',
  'today',
  'talks',
  'my-class',
  'comments',
  'own-reports',
  'open-cases',
  'recent-cases',
  'warn-trend',
  'screening',
  'schools',
  'announcements',
] as const;
export type HomeCardKey = (typeof HOME_CARDS)[number];
export const HomeCardKey = Type.Enum([...HOME_CARDS]);

export const CARD_SIZES = ['small', 'medium', 'large'] as const;
export type CardSize = (typeof CARD_SIZES)[number];
export const CardSize = Type.Enum([...CARD_SIZES]);

/** Where a card stands and how wide it is. */
export const CardPlace = Type.Object(
  { key: HomeCardKey, size: CardSize, hidden: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type CardPlace = Type.Static<typeof CardPlace>;

/** An arrangement, in the order of the cards; a card that it does not name keeps its default place behind the others. */
export const CardPlaces = Type.Array(CardPlace, { maxItems: HOME_CARDS.length });
