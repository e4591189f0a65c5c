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

/** Key of a card that an organisation declared (`home_cards`). */
export type ViewCardKey = `view-${string}`;
export const viewCardKey = (cardId: string): ViewCardKey => `view-${cardId}`;
export const viewCardId = (key: CardKey): string => key.replace(/^view-/, '');

export type CardKey = HomeCardKey | ViewCardKey;
export const CardKey = Type.Unsafe<CardKey>(
  Type.Union([Type.Enum([...HOME_CARDS]), Type.String({ pattern: '^view-[0-9a-z]{26}$' })]),
);
export const isViewCard = (key: CardKey): key is ViewCardKey => key.startsWith('view-');

/** How a card shows the rows of a saved view: how many, the first ones, or how many by the values of a field. */
export const VIEW_CARD_SHAPES = ['number', 'list', 'chart'] as const;
export type ViewCardShape = (typeof VIEW_CARD_SHAPES)[number];
/** Per organisation. Each costs the home page a count. */
export const VIEW_CARDS_MAX = 12;

export const CARD_SIZES = ['small', 'medium', 'large'] as const;
export type CardSize = (typeof CARD_SIZES)[number];
export const CardSize = Type.Enum([...CARD_SIZES]);

/** The default size of a declared card. */
export const VIEW_CARD_SIZE: Readonly<Record<ViewCardShape, CardSize>> = {
  number: 'small',
  list: 'medium',
  chart: 'medium',
};

/** Where a card stands and how wide it is. */
export const CardPlace = Type.Object(
  { key: CardKey, size: CardSize, hidden: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export type CardPlace = Type.Static<typeof CardPlace>;

/** A place with the title of a declared card. */
export const TitledPlace = Type.Object({
  ...CardPlace.properties,
  title: Type.Optional(Type.String({ description: '单位自己添加的卡片的标题' })),
});
export type TitledPlace = Type.Static<typeof TitledPlace>;

/** An arrangement, in the order of the cards; a card that it does not name keeps its default place behind the others. */
export const CardPlaces = Type.Array(CardPlace, { maxItems: HOME_CARDS.length + VIEW_CARDS_MAX });
