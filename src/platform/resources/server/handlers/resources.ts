import { implement, type Implementation, type OrgCall } from '../../../context/server/context.ts';
import type { EndpointSpec } from '../../../contract/endpoint.ts';
import { annotatedFile } from '../../../imports/server/annotated-file.ts';
import { beginImport } from '../../../imports/server/begin.ts';
import { cancelImport, undoImport, writeImport } from '../../../imports/server/decide.ts';
import { recentImports, requireImport } from '../../../imports/server/find.ts';
import { shownRows } from '../../../imports/server/shown-rows.ts';
import { shownImport } from '../../../imports/server/state.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import { ownResourceCalls } from '../../contract/own-resource.ts';
import { resourceEndpoints, resourceSpecOf } from '../../contract/resource.ts';
import { exportRows } from '../exporting.ts';
import { hooksFor } from '../hooks-for.ts';
import type { ResourceHooks } from '../hooks.ts';
import { getRow, listRows } from '../reading.ts';
import { templateOf } from '../template.ts';
import { createRows, deleteRowsById, updateRowById } from '../writing.ts';

/** The calls of every schema-declared resource. */
export const resourceCalls = (core: readonly EntitySchema[]): EndpointSpec[] =>
  core.flatMap((schema) => Object.values(resourceEndpoints(resourceSpecOf(schema))).filter(offered(schema)));

const offered =
  ({ 'x-resource': { acts, detail } }: EntitySchema) =>
  ({ access, entity }: EndpointSpec) =>
    access.auth === 'org' &&
    (access.act === 'open' ? entity?.op !== 'get' || detail !== false : acts.some((act) => act === access.act));

/** The resource that a call is about. */
type Subject = (call: OrgCall) => { name: string; hooks: ResourceHooks };

const answering = (calls: ReturnType<typeof resourceEndpoints>, subject: Subject): Implementation[] => [
  implement(calls.list, (call, { query }) => {
    const { name, hooks } = subject(call);
    return listRows(call, name, hooks, query);
  }),
  implement(calls.export, (call, { query }) => {
    const { name, hooks } = subject(call);
    return exportRows(call, name, hooks, query);
  }),
  implement(calls.template, (call) => {
    const { name, hooks } = subject(call);
    return templateOf(call, name, hooks);
  }),
  implement(calls.import, (call, { query, body }) => {
    const { name, hooks } = subject(call);
    return beginImport(call, name, hooks, query.file_name, body);
  }),
  implement(calls.imports, (call, { query }) => recentImports(call, subject(call).name, query)),
  implement(calls.importOf, async (call, { params }) =>
    shownImport(call, await requireImport(call, subject(call).name, params.id)),
  ),
  implement(calls.importRows, async (call, { params, query }) =>
    shownRows(call, await requireImport(call, subject(call).name, params.id), query),
  ),
  implement(calls.importFile, async (call, { params }) =>
    annotatedFile(call, await requireImport(call, subject(call).name, params.id)),
  ),
  implement(calls.importWrite, async (call, { params, body }) => {
    const { name, hooks } = subject(call);
    return writeImport(call, await requireImport(call, name, params.id), hooks, body.ignore ?? []);
  }),
  implement(calls.importCancel, async (call, { params }) =>
    cancelImport(call, await requireImport(call, subject(call).name, params.id)),
  ),
  implement(calls.importUndo, async (call, { params }) => {
    const { name, hooks } = subject(call);
    return undoImport(call, await requireImport(call, name, params.id), hooks);
  }),
  implement(calls.get, (call, { params }) => {
    const { name, hooks } = subject(call);
    return getRow(call, name, hooks, params.id);
  }),
  implement(calls.create, async (call, { body }) => {
    const { name, hooks } = subject(call);
    return (await createRows(call, name, hooks, [body], false))[0] ?? {};
  }),
  implement(calls.update, (call, { params, body }) => {
    const { name, hooks } = subject(call);
    return updateRowById(call, name, hooks, params.id, body);
  }),
  implement(calls.delete, (call, { params }) => {
    const { name, hooks } = subject(call);
    return deleteRowsById(call, name, hooks, [params.id], true);
  }),
  implement(calls.batchDelete, (call, { body }) => {
    const { name, hooks } = subject(call);
    return deleteRowsById(call, name, hooks, body.ids, false);
  }),
];

/** Answers the calls of every schema-declared resource, as far as its schema offers them. */
export const resourceHandlers = (core: readonly EntitySchema[]): Implementation[] =>
  core.flatMap((schema) => {
    const subject = { name: schema.$id, hooks: hooksFor(schema) };
    return answering(resourceEndpoints(resourceSpecOf(schema)), () => subject).filter(({ endpoint }) =>
      offered(schema)(endpoint),
    );
  });

/** Answers the calls of the resources that only the caller's tenant has; the address has named one that it has. */
export const ownResourceHandlers: readonly Implementation[] = answering(
  ownResourceCalls,
  ({ actor, resource = '', services: { schemas } }) => {
    const { schema } = schemas.entity(actor.orgId, resource);
    return { name: resource, hooks: hooksFor(schema) };
  },
);
