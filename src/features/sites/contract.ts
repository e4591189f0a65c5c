import * as Type from 'typebox/type';
import { Text, idParam } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { IndexConfig, SiteData } from '../../platform/session/contract.ts';
import { CardPlaces } from '../../platform/session/home-cards.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'site-setting', act }) as const;
/** Maximum body size in bytes: a logo of 48 KiB in base64, and the texts. */
const BODY_LIMIT = 96 * 1024;

/** Named fields change, and an empty text clears one. Without a name the site is no longer branded. */
const SiteChange = Type.Object(
  {
    site_name: Type.Optional(Text(30)),
    company_slogan: Type.Optional(Text(40)),
    is_custom: Type.Optional(Type.Boolean({ description: '使用自己的品牌：不显示平台的在线客服' })),
    host: Type.Optional(Text(253)),
    logo: Type.Optional(
      Type.String({ maxLength: 70_000, description: 'data:image/png 或 data:image/jpeg，不超过 48 KB' }),
    ),
    primary_color: Type.Optional(Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$' })),
  },
  { additionalProperties: false },
);
export type SiteChange = Type.Static<typeof SiteChange>;

export const putSite = endpoint({
  name: 'site.update',
  method: 'PUT',
  path: '/v1/portal/sites/:org_id',
  summary: '修改本单位的站点品牌',
  access: may('update'),
  params: idParam('org_id'),
  body: SiteChange,
  response: SiteData,
  bodyLimit: BODY_LIMIT,
});

const IndexChange = Type.Object(
  {
    welcome: Type.Optional(Text(100)),
    cards: Type.Optional(Type.Union([CardPlaces, Type.Null()], { description: '首页的卡片；null：恢复默认' })),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type IndexChange = Type.Static<typeof IndexChange>;

export const createIndexConfig = endpoint({
  name: 'index-config.create',
  method: 'POST',
  path: '/v1/portal/custom_index_config',
  summary: '设置自定义首页',
  access: may('create'),
  status: 201,
  body: IndexChange,
  response: IndexConfig,
});

export const putIndexConfig = endpoint({
  name: 'index-config.update',
  method: 'PUT',
  path: '/v1/portal/custom_index_config',
  summary: '修改自定义首页',
  access: may('update'),
  body: IndexChange,
  response: IndexConfig,
});
