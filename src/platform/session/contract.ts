import * as Type from 'typebox/type';
import { Id, idParam, Instant, Text } from '../contract/common.ts';
import { endpoint } from '../contract/endpoint.ts';
import { CardPlaces, TitledPlace } from './home-cards.ts';

/** Every staff role may read its own organisation and its branding. */
const directory = { auth: 'org', area: 'directory', act: 'open' } as const;

export const SiteData = Type.Object({
  is_custom: Type.Boolean(),
  org_id: Type.Optional(Type.String()),
  org_name: Type.Optional(Type.String()),
  site_name: Type.String(),
  logo: Type.Optional(Type.String()),
  company_slogan: Type.String(),
  host: Type.String(),
  primary_color: Type.Optional(Type.String({ description: '#rrggbb' })),
});
export type SiteData = Type.Static<typeof SiteData>;

export const siteByHost = endpoint({
  name: 'site.by-host',
  method: 'GET',
  path: '/v1/portal/sites',
  summary: '按访问域名取站点品牌',
  access: { auth: 'public' },
  query: Type.Object({ host: Text(255, 1) }, { additionalProperties: false }),
  response: SiteData,
});

export const orgDetails = endpoint({
  name: 'org.details',
  method: 'GET',
  path: '/v1/portal/orgs/:id/details',
  summary: '组织基本信息与服务状态',
  access: directory,
  params: idParam('id'),
  response: Type.Object({
    org_id: Type.String(),
    org_name: Type.String(),
    org_type: Type.Integer(),
    edu_level: Type.Optional(Type.Integer()),
    service_type: Type.Integer(),
    product_status: Type.Integer(),
    account_expire_at: Type.Optional(Instant),
    protection_days: Type.Integer(),
    available_quota: Type.Integer(),
    total_quota: Type.Integer(),
  }),
});

/** Public data of an organisation's portal: its welcome text and its site. */
export const IndexConfig = Type.Object({
  org_id: Type.String(),
  welcome: Type.String(),
  updated_at: Type.Optional(Instant),
  cards: Type.Optional(CardPlaces),
  own_cards: Type.Optional(Type.Array(TitledPlace, { description: '当前角色首页上的卡片，按显示的顺序' })),
  site: SiteData,
  host_editable: Type.Boolean({ description: '本单位能否自己设置访问域名' }),
});
export type IndexConfig = Type.Static<typeof IndexConfig>;

/** By the organisation's id, or by an address whose host is the organisation's. */
export const indexConfig = endpoint({
  name: 'index-config.get',
  method: 'GET',
  path: '/v1/portal/custom_index_config',
  summary: '自定义首页与站点信息',
  access: directory,
  query: Type.Object(
    { org_id: Type.Optional(Id), like_url: Type.Optional(Text(500, 1)) },
    { additionalProperties: false },
  ),
  response: IndexConfig,
});

/**
 * Key of the drafts: the browser encrypts unsent input with it and does not store the key, so that drafts cannot be
 * read after the session.
 */
export const draftKey = endpoint({
  name: 'account.draft-key',
  method: 'GET',
  path: '/v2/accounts/draft_key',
  summary: '本次登录在设备上加密草稿用的密钥',
  access: { auth: 'account' },
  whenVouchedFor: true,
  response: Type.Object({ key: Type.String({ description: '32 字节，base64url' }) }),
});

/**
 * Proof of second-step verification, sent as the header `secondary-token` until it expires. Bound to the session and
 * the organisation that it was requested in.
 */
export const SecondaryProof = Type.Object({ secondary_token: Type.String(), expires_at: Instant });
export type SecondaryProof = Type.Static<typeof SecondaryProof>;
