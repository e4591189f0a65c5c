import * as Type from 'typebox/type';
import { Done, Id, idParam, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { HomeContent } from '../../platform/home/contract.ts';
import { CardKey, CardPlaces, TitledPlace, VIEW_CARD_SHAPES } from '../../platform/session/home-cards.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'index', act }) as const;

/** A card with its content, or why it has none. */
const Card = Type.Object({
  ...TitledPlace.properties,
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
    Type.Array(TitledPlace, { description: '本单位所有角色的卡片和单位的安排，给能修改它的人' }),
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

const mayChangeSite = <const A extends string>(act: A) => ({ auth: 'org', area: 'site-setting', act }) as const;

/** Declares a card of the home pages of the organisation. @throws PSY_INVALID_INPUT */
export const declareCard = endpoint({
  name: 'home.declare-card',
  method: 'POST',
  path: '/v1/portal/custom_index_config/cards',
  summary: '用一个共享的视图添加首页卡片：数字、清单或图表',
  access: mayChangeSite('create'),
  status: 201,
  body: Type.Object(
    {
      view_id: Id,
      title: Text(20, 1),
      shown_as: Type.Enum([...VIEW_CARD_SHAPES]),
      field: Type.Optional(Type.String({ maxLength: 64, description: '图表按哪一项分' })),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ key: CardKey }),
});

/** @throws PSY_NOT_FOUND */
export const removeCard = endpoint({
  name: 'home.remove-card',
  method: 'DELETE',
  path: '/v1/portal/custom_index_config/cards/:id',
  summary: '删除单位自己添加的首页卡片',
  access: mayChangeSite('update'),
  params: idParam('id'),
  response: Done,
});
