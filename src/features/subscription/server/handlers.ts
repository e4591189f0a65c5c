import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { productsOf } from './read-products.ts';

export const subscriptionHandlers: readonly Implementation[] = [
  implement(contract.orgProducts, (ctx, { params }) => productsOf(ctx, params.id)),
];
