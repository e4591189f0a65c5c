import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import { requesterOf } from '../../../../platform/jobs/server/requester.ts';
import * as contract from '../../layer-contract.ts';
import { layerEntities, layerSubject, layerVersions } from '../layers/read-layers.ts';
import { createLayer, previewLayer, publishLayer, takeLayerBack } from '../layers/send-layer.ts';
import { sentLayers, validateLayer } from '../layers/subject.ts';

/** What an institution sends to its schools: layers between the product and each school's own settings. */
export const layerHandlers: readonly Implementation[] = [
  implement(contract.layerEntities, (ctx) => layerEntities(ctx)),
  implement(contract.layerCreate, (ctx, { body }) => ctx.transaction((tx) => createLayer(ctx, tx, body))),
  implement(contract.layerSubject, (ctx, { params, query }) => layerSubject(ctx, params.entity, query.kind)),
  implement(contract.layerVersions, (ctx, { params, query }) => layerVersions(ctx, params.entity, query.kind)),
  implement(contract.layerCheck, async (ctx, { params: { entity }, body: { kind, overlay } }) => {
    const layers = await sentLayers(ctx.read, ctx.actor.orgId);
    const verdict = validateLayer(ctx, layers, { entity, kind }, overlay);
    return verdict.ok ? { findings: [], schema: verdict.schema } : { findings: verdict.findings };
  }),
  implement(contract.layerPreview, (ctx, { params, body }) => previewLayer(ctx, params.entity, body)),
  // Whether the caller has proved a second step is read before the transaction.
  implement(contract.layerPublish, async (ctx, { params, body }) => {
    const by = await requesterOf(ctx);
    return ctx.transaction((tx) => publishLayer(inTransaction(ctx, tx), tx, params.entity, body, by));
  }),
  implement(contract.layerTakeBack, async (ctx, { params, body }) => {
    const by = await requesterOf(ctx);
    return ctx.transaction((tx) => takeLayerBack(inTransaction(ctx, tx), tx, params.entity, body, by));
  }),
];
