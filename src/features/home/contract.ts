import * as Type from 'typebox/type';
import { Done } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { HomeContent } from '../../platform/home/contract.ts';
import { CardPlace, CardPlaces, HomeCardKey } from '../../platform/session/home-cards.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'index', act }) as const;

/** A card with its content, or why it has none. */
const Card = Type.Object({
  ...CardPlace.properties,
  key: HomeCardKey,
  state: Type.Enum(['ready', 'proof', 'failed', 'hidden'], {
    description: 'proof 要先通过身份验证，failed 没有读到，hidden 不显示',
  }),
  proof: Type.Optional(Type.String({ description: '要验证的区域' })),
  content: Type.Optional(HomeContent),
});
export type Card = Type.Static<typeof Card>;

const Home = Type.Object({
  cards: Type.Array(Card, { description: '按显示的顺序，包括不显示的' }),
  arranged: Type.Enum(['default', 'organisation', 'own'], { description: '顺序和大小由谁安排' }),
  organisation: Type.Optional(
    Type.Array(CardPlace, { description: '本单位所有角色的卡片和单位的安排，给能修改它的人' }),
  ),
});
export type Home = Type.Static<typeof Home>;

/** The cards of the caller's home page. Every number is that of the list that it opens. */
export const home = endpoint({
  name: 'home.get',
  method: 'GET',
  path: '/v1/portal/home',
  summary: '首页：当前角色的卡片和数字',
  access: may('open'),
  response: Home,
});

/** Arranges the caller's own home page in the current role; without cards, as the organisation or the defaults have it. */
export const arrangeHome = endpoint({
  name: 'home.arrange',
  method: 'PUT',
  path: '/v1/portal/custom_index_config/own',
  summary: '安排自己的首页：显示哪些卡片，顺序和大小',
  access: may('arrange'),
  body: Type.Object({ cards: Type.Union([CardPlaces, Type.Null()]) }, { additionalProperties: false }),
  response: Done,
});
