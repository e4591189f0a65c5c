import * as Type from 'typebox/type';
import { Id } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

/** How people reach the provider of the portal; a field is absent where the operator has not set it. */
export const OnlineService = Type.Object({
  link: Type.Optional(Type.String({ description: '在线客服的地址，以二维码显示' })),
  phone: Type.Optional(Type.String()),
  hours: Type.Optional(Type.String({ description: '服务时间' })),
  text_shown: Type.Boolean({ description: '是否显示说明文字；有的单位只显示二维码' }),
});
export type OnlineService = Type.Static<typeof OnlineService>;

export const onlineService = endpoint({
  name: 'online-service.read',
  method: 'GET',
  path: '/v1/portal/online_service',
  summary: '在线客服的联系方式',
  access: { auth: 'account' },
  query: Type.Object({ org_id: Id }, { additionalProperties: false }),
  response: OnlineService,
});
