import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { studioSheet } from '../sheet-contract.ts';
import { createResource } from './create-resource.ts';
import { layerHandlers } from './handlers/layers.ts';
import { packageHandlers } from './handlers/packages.ts';
import { previewPrint } from './preview-print.ts';
import { previewImpact, publishSchema, purgeField } from './publish-schema.ts';
import { readSheet } from './read-sheet.ts';
import { fieldValues, publishedVersions, studioResource, studioResources } from './read-studio.ts';
import { removeResource } from './remove-resource.ts';
import { subject } from './studio-subjects.ts';

/** The schema studio: schema changes of a tenant without a file (roles: `policies/access.csv`). */
export const studioHandlers: readonly Implementation[] = [
  implement(contract.studioResources, (ctx) => studioResources(ctx)),
  implement(contract.studioCreate, (ctx, { body }) => ctx.transaction((tx) => createResource(ctx, tx, body))),
  implement(studioSheet, (ctx, { body }) => readSheet(ctx, body)),
  implement(contract.studioRemove, async (ctx, { params }) => {
    await ctx.transaction((tx) => removeResource(ctx, tx, subject(ctx, params.entity)));
    return { ok: true } as const;
  }),
  implement(contract.studioResource, async (ctx, { params }) => studioResource(ctx, subject(ctx, params.entity))),
  implement(contract.studioCheck, async (ctx, { params, body }) => {
    const { name } = subject(ctx, params.entity);
    const verdict = ctx.services.schemas.validateOverlay(ctx.actor.orgId, name, body.overlay);
    return verdict.ok ? { findings: [], schema: verdict.schema } : { findings: verdict.findings };
  }),
  implement(contract.studioImpact, async (ctx, { params, body }) =>
    previewImpact(ctx, subject(ctx, params.entity), body.overlay),
  ),
  implement(contract.studioValues, async (ctx, { params, query }) =>
    fieldValues(ctx, subject(ctx, params.entity), query.field),
  ),
  implement(contract.studioPublish, (ctx, { params, body }) =>
    ctx.transaction((tx) => publishSchema(ctx, tx, subject(ctx, params.entity), body)),
  ),
  implement(contract.studioVersions, async (ctx, { params }) => publishedVersions(ctx, subject(ctx, params.entity))),
  implement(contract.studioPurge, (ctx, { params, body }) =>
    ctx.transaction((tx) => purgeField(ctx, tx, subject(ctx, params.entity), body.field, body.rows)),
  ),
  implement(contract.studioPrint, async (ctx, { params, body }) =>
    previewPrint(ctx, subject(ctx, params.entity), body),
  ),
  ...packageHandlers,
  ...layerHandlers,
];
