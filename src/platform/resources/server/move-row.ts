import type { OrgContext } from '../../context/server/context.ts';
import type { FailureDetail } from '../../contract/common.ts';
import type { Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { invalid } from '../../errors/invalid.ts';
import { display } from '../../schema/columns.ts';
import { allowsRole, stateOf } from '../../schema/row-state.ts';
import type { States, Transition } from '../../schema/states.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { Row } from '../contract/resource.ts';
import type { FlatRow, ResourceHooks } from './hooks.ts';
import { prepareRows, type WriteTarget } from './prepare-rows.ts';
import { creatorOf, transitionsOf } from './queries/row-transitions.ts';
import { requireAct, resolveResource, type ScopedResource } from './reading.ts';
import { saveWithNext } from './save-rows.ts';
import { addStep } from './steps.ts';
import { lockInScope, requireOwner, requireUnchanged } from './write-guards.ts';
import { answerOf } from './write-rows.ts';
import { inWriteTransaction } from './write-transaction.ts';

/** A requested transition: the version of the row that the person saw, a note, and values of required fields. */
export interface MoveRequest {
  updated_at: string;
  note?: string;
  values?: Readonly<Row>;
  /** Title of the automation that does it in place of the person. */
  automation?: string;
}

/**
 * Moves a row to another state, and keeps a step of its history. A repeated request changes nothing and is answered
 * like the first.
 *
 * @throws AppError PSY_NOT_FOUND without such a transition; AC_FORBIDDEN for other roles; `notFoundInScope`;
 *   PSY_CONFLICT when the row was changed since, or its state allows no such transition; PSY_INVALID_INPUT
 */
export async function moveRow(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  { id: givenId, key }: { id: string; key: string },
  request: MoveRequest,
): Promise<Row> {
  const reached = resolveResource(ctx, name, hooks);
  const { schema } = reached.entity;
  const { states } = schema['x-resource'];
  const transition = states?.transitions.find((one) => one.key === key);
  if (!states || !transition) throw new AppError('PSY_NOT_FOUND');
  requireAct(reached.entity, 'update');
  if (!allowsRole(transition.roles, ctx.actor.roleId))
    throw new AppError('AC_FORBIDDEN', { message: `您的角色不能${transition.label}` });
  const target = { ctx, hooks, reached };
  const note = noteOf(transition, request);
  const values = valuesOf(ctx, name, transition, request);
  const [id = givenId] = (await hooks.resolveIds?.(ctx, [givenId])) ?? [];
  return inWriteTransaction(target, async (tx) => {
    const [before = {}] = await lockInScope(tx, target, [id], true);
    requireOwner(ctx, reached, [before]);
    if (await isRepeated(tx, ctx, reached, id, transition, request)) return (await answerOf(tx, target, [id]))[0] ?? {};
    await requireUnchanged(tx, reached, id, before['updated_at'], request.updated_at);
    requireFrom(schema, states, transition, before);
    tx.afterCommit(() => hooks.afterCommit?.(ctx, [id]));
    return move(tx, target, { states, transition, before, values, note, request });
  });
}

interface Move {
  states: States;
  transition: Transition;
  before: Readonly<FlatRow>;
  values: Readonly<Row>;
  note: string;
  request: MoveRequest;
}

async function move(
  tx: Tx,
  target: WriteTarget,
  { states, transition, before, values, note, request }: Move,
): Promise<Row> {
  const { ctx, reached } = target;
  const { schema, name } = reached.entity;
  const prepared = await prepareRows(tx, target, [{ body: values, before, state: transition.to }]);
  const draft = prepared[0]?.draft.row ?? {};
  requireValid([...(prepared[0]?.wrong ?? []), ...missing(schema, transition, draft)]);
  const [saved] = await saveWithNext(tx, target, prepared);
  const rowId = saved?.id ?? '';
  await addStep(tx, ctx, {
    entity: name,
    row_id: rowId,
    key: transition.key,
    label: labelOf(transition, request),
    from_state: stateOf(states, before),
    to_state: transition.to,
    user_id: ctx.caller.userId,
    at: saved?.at ?? ctx.nowIso(),
    seen: request.updated_at,
    note,
  });
  const creator = await findCreator(tx, reached, rowId);
  await ctx.services.resources.moved(tx, ctx, { schema, rowId, transition, at: saved?.at ?? ctx.nowIso(), creator });
  return (await answerOf(tx, target, [rowId]))[0] ?? {};
}

const labelOf = ({ label }: Transition, { automation }: MoveRequest): string =>
  automation === undefined ? label : `${label}（自动：${automation}）`;

/** Where fields are wrong: in the values that came with the transition. */
function requireValid(wrong: readonly FailureDetail[]): void {
  if (wrong.length > 0)
    throw new AppError('PSY_INVALID_INPUT', {
      details: wrong.map(({ field, message }) => ({ field: `/values${field}`, message })),
    });
}

const missing = ({ properties }: EntitySchema, { require = [], label }: Transition, row: Readonly<FlatRow>) =>
  require.flatMap((name): FailureDetail[] => {
    const value = row[name];
    const isEmpty = value === undefined || value === null || value === '';
    return isEmpty ? [{ field: `/${name}`, message: `${label}之前要填好${properties[name]?.title ?? name}` }] : [];
  });

/** The note, without spaces around it. @throws AppError PSY_INVALID_INPUT */
function noteOf({ note: rule }: Transition, { note = '' }: MoveRequest): string {
  const words = note.trim();
  if (rule === 'required' && words === '') throw invalid('/note', '请写明理由');
  if (rule === undefined && words !== '') throw invalid('/note', '这个操作没有说明');
  return words;
}

/** The values of required fields that came with the transition. @throws AppError PSY_INVALID_INPUT */
function valuesOf(
  { actor, services: { schemas } }: OrgContext,
  name: string,
  { require = [] }: Transition,
  { values = {} }: MoveRequest,
): Readonly<Row> {
  const stray = Object.keys(values).filter((field) => !require.includes(field));
  requireValid([
    ...stray.map((field) => ({ field: `/${field}`, message: '这个操作不填写这个字段' })),
    ...(stray.length > 0 ? [] : schemas.entity(actor.orgId, name).check('update', values)),
  ]);
  return values;
}

/** Whether the last step of the row is this very request, which the sender repeats because no answer came. */
async function isRepeated(
  tx: Tx,
  { caller }: OrgContext,
  { entity, tenant: { orgId } }: ScopedResource,
  id: string,
  { key }: Transition,
  { updated_at: seen }: MoveRequest,
): Promise<boolean> {
  const last = (await tx.run(transitionsOf(orgId, entity.name, id))).at(-1);
  return (
    last?.key === key &&
    last.user_id === caller.userId &&
    last.seen !== null &&
    Date.parse(last.seen) === Date.parse(seen)
  );
}

/** @throws AppError PSY_CONFLICT naming the state that the row has */
function requireFrom(schema: EntitySchema, states: States, { from, label }: Transition, row: Readonly<FlatRow>): void {
  const state = stateOf(states, row);
  if (from.includes(state)) return;
  const field = schema.properties[states.field];
  const shown = field ? display(field, state) : String(state);
  throw new AppError('PSY_CONFLICT', { message: `${schema.title}现在是“${shown}”，不能${label}` });
}

/** Who created the row: its first step, or where the states are younger than the row, the operation log. */
async function findCreator(
  tx: Tx,
  { entity, tenant: { orgId } }: ScopedResource,
  id: string,
): Promise<string | undefined> {
  const [first] = await tx.run(transitionsOf(orgId, entity.name, id).limit(1));
  if (first && first.key === null) return first.user_id;
  const [logged] = await tx.run(creatorOf(orgId, entity.name, id));
  return logged?.user_id;
}
