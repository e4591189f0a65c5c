import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, paging, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { NAME_MAX, OVERLAP_HOURS, REPLAY_MAX, URL_MAX } from './rules.ts';

const area = 'webhook';
const closed = { additionalProperties: false } as const;
const bodyLimit = 32_768;
const path = '/v1/portal/webhooks';
const one = `${path}/:id` as const;

const EventName = Type.String({ maxLength: 64, pattern: '^[a-z-]+\\.[a-z-]+$' });

const Webhook = Type.Object({
  webhook_id: Id,
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  state: Type.Union([
    Type.Literal('active'),
    Type.Literal('failing', { description: '最近一次发送没有成功，仍在重试' }),
    Type.Literal('paused'),
  ]),
  paused_why: Type.Optional(
    Type.Union([
      Type.Literal('person', { description: '由管理员暂停' }),
      Type.Literal('failing', { description: '连续失败' }),
      Type.Literal('gone', { description: '对方回答 410，不再接收' }),
      Type.Literal('abandoned', { description: '负责人已停用或不再有这项权限' }),
    ]),
  ),
  paused_at: Type.Optional(Instant),
  failing_since: Type.Optional(Instant),
  responsible: Type.String({ description: '负责人：建立它的人，或最近修改它的人' }),
  created_at: Instant,
  former_secret_until: Type.Optional(Instant),
  last_sent_at: Type.Optional(Instant),
});
export type Webhook = Type.Static<typeof Webhook>;

const EventTitle = Type.Object({ name: Type.String(), title: Type.String(), title_en: Type.String() });
export type EventTitle = Type.Static<typeof EventTitle>;

export const webhooks = endpoint({
  name: 'webhook.list',
  method: 'GET',
  path,
  summary: '事件推送：接收地址，和可以订阅的事件',
  access: { auth: 'org', area, act: 'open' },
  response: Type.Object({ ...listOf(Webhook).properties, offered: Type.Array(EventTitle) }),
});

const Wanted = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: '^\\S(.*\\S)?$' }),
    url: Text(URL_MAX, 1),
    events: Type.Array(EventName, { minItems: 1, maxItems: 50 }),
  },
  closed,
);

const Secret = Type.Object({
  webhook_id: Id,
  secret: Type.String({ description: 'whsec_…，只在这一次回答中出现' }),
});

export const createWebhook = endpoint({
  name: 'webhook.create',
  method: 'POST',
  path,
  summary: '登记接收地址，签名密钥只在这一次回答中出现',
  access: { auth: 'org', area, act: 'create' },
  verified: true,
  body: Wanted,
  response: Secret,
  status: 201,
  bodyLimit,
});

export const changeWebhook = endpoint({
  name: 'webhook.change',
  method: 'PUT',
  path: one,
  summary: '修改接收地址、名称和事件，并成为负责人',
  access: { auth: 'org', area, act: 'update' },
  verified: true,
  params: idParam('id'),
  body: Wanted,
  response: Done,
  bodyLimit,
});

export const rotateWebhookSecret = endpoint({
  name: 'webhook.rotate',
  method: 'POST',
  path: `${one}/rotate`,
  summary: '更换签名密钥，原密钥在重叠时间内一起签名',
  access: { auth: 'org', area, act: 'update' },
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    { overlap_hours: Type.Unsafe<(typeof OVERLAP_HOURS)[number]>({ type: 'integer', enum: [...OVERLAP_HOURS] }) },
    closed,
  ),
  response: Secret,
  bodyLimit,
});

export const pauseWebhook = endpoint({
  name: 'webhook.pause',
  method: 'POST',
  path: `${one}/pause`,
  summary: '暂停发送；其间的事件保留为未发送',
  access: { auth: 'org', area, act: 'update' },
  verified: true,
  params: idParam('id'),
  response: Done,
});

export const resumeWebhook = endpoint({
  name: 'webhook.resume',
  method: 'POST',
  path: `${one}/resume`,
  summary: '恢复发送，并成为负责人',
  access: { auth: 'org', area, act: 'update' },
  verified: true,
  params: idParam('id'),
  response: Done,
});

export const deleteWebhook = endpoint({
  name: 'webhook.delete',
  method: 'DELETE',
  path: one,
  summary: '删除接收地址和它的发送记录',
  access: { auth: 'org', area, act: 'delete' },
  verified: true,
  params: idParam('id'),
  response: Done,
});

export const testWebhook = endpoint({
  name: 'webhook.test',
  method: 'POST',
  path: `${one}/test`,
  summary: '发送一条测试事件',
  access: { auth: 'org', area, act: 'update' },
  verified: true,
  params: idParam('id'),
  response: Type.Object({ delivery_id: Id }),
});

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'held'] as const;
const DeliveryState = Type.Unsafe<(typeof DELIVERY_STATES)[number]>({
  type: 'string',
  enum: [...DELIVERY_STATES],
  description: 'waiting 等待发送或重试；delivered 对方已接收；failed 已放弃；held 暂停期间未发送',
});

const Delivery = Type.Object({
  delivery_id: Type.String({ description: '即每次发送的 webhook-id' }),
  event: Type.String(),
  ids: Type.Array(Type.String()),
  at: Instant,
  state: DeliveryState,
  attempts: Type.Integer(),
  tried_at: Type.Optional(Instant),
  next_at: Type.Optional(Instant),
  code: Type.Optional(Type.Integer({ description: '对方回答的 HTTP 状态' })),
  fault: Type.Optional(
    Type.Union([
      Type.Literal('address', { description: '内部网络的地址，不会发送' }),
      Type.Literal('timeout'),
      Type.Literal('unreachable'),
    ]),
  ),
  ms: Type.Optional(Type.Integer({ description: '最近一次用时，毫秒' })),
  answer: Type.Optional(Type.String({ description: '对方最近一次失败回答的前 1 KB' })),
});
export type Delivery = Type.Static<typeof Delivery>;

export const deliveries = endpoint({
  name: 'webhook.deliveries',
  method: 'GET',
  path: `${one}/deliveries`,
  summary: '发送记录，最近的在前',
  access: { auth: 'org', area, act: 'open' },
  params: idParam('id'),
  query: Type.Object({ ...paging, state: Type.Optional(DeliveryState) }, closed),
  response: listOf(Delivery),
});

export const replayDeliveries = endpoint({
  name: 'webhook.replay',
  method: 'POST',
  path: `${one}/deliveries/replay`,
  summary: `重新发送：给出的记录，或全部失败和未发送的记录（一次最多 ${REPLAY_MAX} 条）；webhook-id 不变`,
  access: { auth: 'org', area, act: 'update' },
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    { delivery_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100 })) },
    { ...closed, description: '没有 delivery_ids 时为全部失败和未发送的记录' },
  ),
  response: Type.Object({ total: Type.Integer({ minimum: 0 }) }),
  bodyLimit,
});
