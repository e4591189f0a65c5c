import * as Type from 'typebox/type';
import { idParam, Instant } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

/**
 * An application of an organisation, with its end and `product_status` (`spec §3`): 0 in service, 1 expiring, 2
 * expired.
 */
export const Product = Type.Object({
  product_code: Type.String(),
  product_name: Type.String(),
  status: Type.Integer(),
  expire_at: Type.Optional(Instant),
});
export type Product = Type.Static<typeof Product>;

export const orgProducts = endpoint({
  name: 'org.products',
  method: 'GET',
  path: '/v1/saas/products/orgs/:id/list',
  summary: '组织开通的应用与服务状态',
  access: { auth: 'org', area: 'directory', act: 'open' },
  params: idParam('id'),
  response: Type.Object({ total: Type.Integer(), items: Type.Array(Product) }),
});
