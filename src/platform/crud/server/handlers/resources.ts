import { implement, type Implementation, type OrgContext } from '../../../context/server/context.ts';
import type { EndpointSpec } from '../../../contract/endpoint.ts';
import { annotatedFile } from '../../../imports/server/annotated-file.ts';
import { beginImport } from '../../../imports/server/begin.ts';
import { cancelImport, undoImport, writeImport } from '../../../imports/server/decide.ts';
import { recentImports, requireImport } from '../../../imports/server/find.ts';
import { decideImport } from '../../../imports/server/handlers.ts';
import { shownRows } from '../../../imports/server/shown-rows.ts';
import { shownImport } from '../../../imports/server/state.ts';
import { ownResourceCalls } from '../../../resources/contract/own-resource.ts';
import { mounted, resourceEndpoints, resourceSpecOf } from '../../../resources/contract/resource.ts';
import { exportRows } from '../../../resources/server/exporting.ts';
import type { ResourceHooks } from '../../../resources/server/hooks.ts';
import { moveRow } from '../../../resources/server/move-row.ts';
import { getRow, listRows } from '../../../resources/server/reading.ts';
import type { ResourceRegistry } from '../../../resources/server/registry.ts';
import { stepsOfRow } from '../../../resources/server/steps.ts';
import { templateOf } from '../../../resources/server/template.ts';
import { createRows, deleteRowsById, updateRowById } from '../../../resources/server/write-rows.ts';
import type { EntitySchema } from '../../../schema/types.ts';

/** The calls of every schema-declared resource, as far as a tenant's schema may offer them. */
export const resourceCalls = (core: readonly EntitySchema[]): EndpointSpec[] =>
  core.flatMap((schema) => Object.values(resourceEndpoints(resourceSpecOf(schema))).filter(mounted(schema)));

/** The resource that a call is about. */
type Subject = (ctx: OrgContext) => { name: string; hooks: ResourceHooks };

const answering = (calls: ReturnType<typeof resourceEndpoints>, subject: Subject): Implementation[] => [
  implement(calls.list, (ctx, { query }) => {
    const { name, hooks } = subject(ctx);
    return listRows(ctx, name, hooks, query);
  }),
  implement(calls.export, (ctx, { query }) => {
    const { name, hooks } = subject(ctx);
    return exportRows(ctx, name, hooks, query);
  }),
  implement(calls.template, (ctx) => {
    const { name, hooks } = subject(ctx);
    return templateOf(ctx, name, hooks);
  }),
  implement(calls.import, (ctx, { query, body }) => {
    const { name, hooks } = subject(ctx);
    return beginImport(ctx, name, hooks, query.file_name, body);
  }),
  implement(calls.imports, (ctx, { query }) => recentImports(ctx, subject(ctx).name, query)),
  implement(calls.importOf, async (ctx, { params }) =>
    shownImport(ctx, await requireImport(ctx, subject(ctx).name, params.id)),
  ),
  implement(calls.importRows, async (ctx, { params, query }) =>
    shownRows(ctx, await requireImport(ctx, subject(ctx).name, params.id), query),
  ),
  implement(calls.importFile, async (ctx, { params }) =>
    annotatedFile(ctx, await requireImport(ctx, subject(ctx).name, params.id)),
  ),
  implement(calls.importWrite, (ctx, { params, body }) =>
    decideImport(ctx, subject(ctx).name, params.id, (tx, facts, requester) =>
      writeImport(ctx, tx, requester, facts, body.ignore ?? []),
    ),
  ),
  implement(calls.importCancel, (ctx, { params }) =>
    decideImport(ctx, subject(ctx).name, params.id, (tx, facts) => cancelImport(ctx, tx, facts)),
  ),
  implement(calls.importUndo, (ctx, { params }) =>
    decideImport(ctx, subject(ctx).name, params.id, (tx, facts, requester) => undoImport(ctx, tx, requester, facts)),
  ),
  implement(calls.get, (ctx, { params }) => {
    const { name, hooks } = subject(ctx);
    return getRow(ctx, name, hooks, params.id);
  }),
  implement(calls.create, async (ctx, { body }) => {
    const { name, hooks } = subject(ctx);
    return (await createRows(ctx, name, hooks, [body], false))[0] ?? {};
  }),
  implement(calls.update, (ctx, { params, body }) => {
    const { name, hooks } = subject(ctx);
    return updateRowById(ctx, name, hooks, params.id, body);
  }),
  implement(calls.transition, (ctx, { params, body }) => {
    const { name, hooks } = subject(ctx);
    return moveRow(ctx, name, hooks, params, body);
  }),
  implement(calls.transitions, async (ctx, { params }) => {
    const { name, hooks } = subject(ctx);
    return stepsOfRow(ctx, name, hooks, params.id);
  }),
  implement(calls.delete, async (ctx, { params }) => {
    const { name, hooks } = subject(ctx);
    return { ok: true, ...(await deleteRowsById(ctx, name, hooks, [params.id], true)) } as const;
  }),
  implement(calls.batchDelete, (ctx, { body }) => {
    const { name, hooks } = subject(ctx);
    return deleteRowsById(ctx, name, hooks, body.ids, false);
  }),
];

/** Answers the calls of every schema-declared resource, as far as its schema offers them. */
export const resourceHandlers = (
  core: readonly EntitySchema[],
  { hooksFor }: Pick<ResourceRegistry, 'hooksFor'>,
): Implementation[] =>
  core.flatMap((schema) => {
    const subject = { name: schema.$id, hooks: hooksFor(schema) };
    return answering(resourceEndpoints(resourceSpecOf(schema)), () => subject).filter(({ endpoint }) =>
      mounted(schema)(endpoint),
    );
  });

/** Answers the calls of the resources that only the caller's tenant has; the address has named one that it has. */
export const ownResourceHandlers: readonly Implementation[] = answering(
  ownResourceCalls,
  ({ actor, resource = '', services: { resources, schemas } }) => {
    const { schema } = schemas.entity(actor.orgId, resource);
    return { name: resource, hooks: resources.hooksFor(schema) };
  },
);
