import { notFoundInScope } from '../../access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { FieldLocation } from '../../crypto/server/data-keys.ts';
import type { Tx } from '../../db/server/database.ts';
import { newId } from '../../db/server/ids.ts';
import { insertRows } from '../../db/server/insert-rows.ts';
import { AppError } from '../../errors/app-error.ts';
import { withoutNulls } from '../../schema/json.ts';
import { stateField } from '../../schema/row-state.ts';
import type { Step } from '../contract/transitions.ts';
import type { ResourceHooks } from './hooks.ts';
import type { RowToSave, WriteTarget } from './prepare-rows.ts';
import { TRANSITIONS, transitionsOf, type NewStep } from './queries/row-transitions.ts';
import { rowsOfIds } from './queries/rows/read.ts';
import { resolveResource } from './reading.ts';

const noteAt = (stepId: string): FieldLocation => ({ table: TRANSITIONS.table, row: stepId, field: 'note' });

/** Keeps a step in the history of its row, with the note encrypted. */
export async function addStep(
  tx: Tx,
  { actor: { orgId }, services: { clock, keys } }: OrgContext,
  { note, ...step }: Omit<NewStep, 'org_id' | 'step_id' | 'note'> & { note: string },
): Promise<void> {
  const step_id = newId(clock);
  const encrypted = note === '' ? null : await keys.within(tx).encryptText(orgId, note, noteAt(step_id));
  await tx.run(insertRows(TRANSITIONS, [{ org_id: orgId, step_id, ...step, note: encrypted }]));
}

/** The first steps of new rows: the state that each has, and who created it. */
export function firstSteps({ ctx, reached }: WriteTarget, rows: readonly RowToSave[]) {
  const { schema, name } = reached.entity;
  const { states } = schema['x-resource'];
  if (!states || rows.length === 0) return [];
  const steps = rows.map(({ id, at }) => ({
    org_id: reached.tenant.orgId,
    step_id: newId(ctx.services.clock),
    entity: name,
    row_id: id,
    to_state: states.initial,
    user_id: ctx.caller.userId,
    at,
  }));
  return [insertRows(TRANSITIONS, steps)];
}

/**
 * The history of a row's states, the earliest first.
 *
 * @throws AppError `notFoundInScope`; PSY_NOT_FOUND where the caller sees no states of this resource
 */
export async function stepsOfRow(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  id: string,
): Promise<{ total: number; items: Step[] }> {
  const { orgId } = ctx.actor;
  const { keys } = ctx.services;
  const { entity, rows } = resolveResource(ctx, name, hooks);
  if (!stateField(entity.schema)) throw new AppError('PSY_NOT_FOUND');
  const [[row], stored] = await ctx.read([rowsOfIds(rows, [id]), transitionsOf(orgId, name, id)]);
  if (!row) throw notFoundInScope(rows.scope);
  const items = await Promise.all(
    stored.map(async ({ step_id, key, label, from_state, to_state, at, note, real_name }) =>
      withoutNulls({
        step_id,
        key,
        label,
        from: from_state,
        to: to_state,
        at,
        user_name: real_name ?? '',
        note: note === null ? null : await keys.decryptText(orgId, note, noteAt(step_id)),
      }),
    ),
  );
  return { total: items.length, items };
}
