import { resourceEndpoints, resourceSpecOf } from '../../shared/contract/resource.ts';
import type { EndpointSpec } from '../../shared/contract/endpoint.ts';
import type { EntitySchema } from '../../shared/schema/types.ts';
import { implement, type Implementation } from '../context.ts';
import { classHooks } from '../resources/classes.ts';
import { exportRows } from '../resources/exporting.ts';
import type { ResourceHooks } from '../resources/hooks.ts';
import { logHooks } from '../resources/logs.ts';
import { getRow, listRows } from '../resources/reading.ts';
import { schoolHooks } from '../resources/schools.ts';
import { studentHooks } from '../resources/students.ts';
import { yearHooks } from '../resources/years.ts';
import { createRows, deleteRowsById, updateRowById } from '../resources/writing.ts';

/** What is special about each resource; an entity without an entry here cannot be mounted. */
const hooksOf: Readonly<Record<string, ResourceHooks>> = { class: classHooks, log: logHooks, school: schoolHooks, student: studentHooks, year: yearHooks };

/** @throws Error where the code knows no table for the entity */
export function hooksFor(name: string): ResourceHooks {
  const hooks = Object.hasOwn(hooksOf, name) ? hooksOf[name] : undefined;
  if (!hooks) throw new Error(`schemas/entities/${name}.json has no hooks in src/server/handlers/resources.ts`);
  return hooks;
}

/** The calls of every schema-declared resource. */
export const resourceCalls = (core: readonly EntitySchema[]): EndpointSpec[] => core.flatMap((schema) => Object.values(resourceEndpoints(resourceSpecOf(schema))).filter(offered(schema)));

const offered = (schema: EntitySchema) => ({ access }: EndpointSpec) => access.auth === 'org' && (access.act === 'open' || schema['x-resource'].acts.some((act) => act === access.act));

/** Answers the calls of every schema-declared resource, as far as its schema offers them. */
export const resourceHandlers = (core: readonly EntitySchema[]): Implementation[] => core.flatMap((schema) => {
  const { $id: name } = schema;
  const hooks = hooksFor(name);
  const calls = resourceEndpoints(resourceSpecOf(schema));
  return [
    implement(calls.list, (call, { query }) => listRows(call, name, hooks, query)),
    implement(calls.export, (call, { query }) => exportRows(call, name, hooks, query)),
    implement(calls.get, (call, { params }) => getRow(call, name, hooks, params.id)),
    implement(calls.create, async (call, { body }) => (await createRows(call, name, hooks, [body], false))[0] ?? {}),
    implement(calls.update, (call, { params, body }) => updateRowById(call, name, hooks, params.id, body)),
    implement(calls.delete, (call, { params }) => deleteRowsById(call, name, hooks, [params.id], true)),
    implement(calls.batchDelete, (call, { body }) => deleteRowsById(call, name, hooks, body.ids, false)),
  ].filter(({ endpoint }) => offered(schema)(endpoint));
});
