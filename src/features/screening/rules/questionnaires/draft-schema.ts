import * as Type from 'typebox/type';
import { ShowIf } from '../scales/questionnaire-schema.ts';

const strict = { additionalProperties: false } as const;
const Text = (maxLength: number) => Type.String({ maxLength });

export const ITEM_KINDS = ['single', 'multiple', 'scale', 'number', 'text'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];
export const ITEMS_MAX = 200;
export const OPTIONS_MAX = 50;
export const TEXT_LENGTH_MAX = 2000;

const DraftOption = Type.Object({ value: Type.Integer(), label: Text(100) }, strict);

/** An item that is being written: what belongs to another kind, or is not filled in yet, does no harm. */
export const DraftItem = Type.Object(
  {
    id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$' }),
    kind: Type.Unsafe<ItemKind>(Type.Enum([...ITEM_KINDS])),
    text: Text(500),
    help: Type.Optional(Text(300)),
    optional: Type.Optional(Type.Boolean()),
    showIf: Type.Optional(ShowIf),
    options: Type.Optional(Type.Array(DraftOption, { maxItems: OPTIONS_MAX })),
    least: Type.Optional(Type.Integer()),
    most: Type.Optional(Type.Integer()),
    from: Type.Optional(Type.Integer({ minimum: -100, maximum: 100 })),
    to: Type.Optional(Type.Integer({ minimum: -100, maximum: 100 })),
    fromLabel: Type.Optional(Text(30)),
    toLabel: Type.Optional(Text(30)),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    whole: Type.Optional(Type.Boolean()),
    unit: Type.Optional(Text(10)),
    maxLength: Type.Optional(Type.Integer()),
  },
  strict,
);
export type DraftItem = Type.Static<typeof DraftItem>;

/** A questionnaire that is being composed. It becomes a pack when it is published. */
export const Draft = Type.Object(
  { title: Text(60), about: Text(1000), instruction: Text(500), items: Type.Array(DraftItem, { maxItems: ITEMS_MAX }) },
  strict,
);
export type Draft = Type.Static<typeof Draft>;
