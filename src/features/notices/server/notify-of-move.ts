import type { RowMoved } from '../../../platform/resources/server/registry.ts';
import { display } from '../../../platform/schema/columns.ts';
import { notify } from './notify.ts';

/** Notifies the person who created a row of its new state, where the schema says so; never about an own act. */
export const notifyOfMove: RowMoved = async (tx, ctx, { schema, rowId, transition, creator }) => {
  if (!transition.notify?.creator || creator === undefined || creator === ctx.caller.userId) return;
  const { states } = schema['x-resource'];
  const field = states && schema.properties[states.field];
  const state = field ? display(field, transition.to) : '';
  await notify(tx, ctx.services, ctx.actor.orgId, [creator], {
    kind: 'row_moved',
    subject: { type: `row:${schema.$id}`, id: rowId },
    // Neither title names a person: the resource's, and that of the state.
    title: `${schema.title}${state}`,
  });
};
