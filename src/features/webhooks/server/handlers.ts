import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { listDeliveries, listWebhooks } from './list.ts';
import { change, create, pause, remove, resume, rotate } from './manage.ts';
import { queueTest, replay } from './queue.ts';

const done = { ok: true } as const;

export const webhookHandlers: readonly Implementation[] = [
  implement(contract.webhooks, (ctx) => listWebhooks(ctx)),
  implement(contract.createWebhook, (ctx, { body }) => ctx.transaction((tx) => create(ctx, tx, body))),
  implement(contract.changeWebhook, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => change(ctx, tx, params.id, body));
    return done;
  }),
  implement(contract.rotateWebhookSecret, (ctx, { params, body }) =>
    ctx.transaction((tx) => rotate(ctx, tx, params.id, body.overlap_hours)),
  ),
  implement(contract.pauseWebhook, async (ctx, { params }) => {
    await ctx.transaction((tx) => pause(ctx, tx, params.id));
    return done;
  }),
  implement(contract.resumeWebhook, async (ctx, { params }) => {
    await ctx.transaction((tx) => resume(ctx, tx, params.id));
    return done;
  }),
  implement(contract.deleteWebhook, async (ctx, { params }) => {
    await ctx.transaction((tx) => remove(ctx, tx, params.id));
    return done;
  }),
  implement(contract.testWebhook, (ctx, { params }) => ctx.transaction((tx) => queueTest(ctx, tx, params.id))),
  implement(contract.deliveries, (ctx, { params, query }) => listDeliveries(ctx, params.id, query)),
  implement(contract.replayDeliveries, (ctx, { params, body }) =>
    ctx.transaction((tx) => replay(ctx, tx, params.id, body.delivery_ids)),
  ),
];
