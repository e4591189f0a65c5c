import type { OrgContext } from '../../context/server/context.ts';
import type { FailureDetail } from '../../contract/common.ts';
import type { Tx } from '../../db/server/database.ts';
import { isSettled } from '../../schema/columns.ts';
import { explain } from '../../schema/explain.ts';
import { brokenRules, derive, hasExpressions, requiredFields } from '../../schema/expressions/derive.ts';
import { classOfRole, type Moment } from '../../schema/expressions/evaluate.ts';
import { closedMessage, isClosed } from '../../schema/field-rights.ts';
import { sameValue } from '../../schema/json.ts';
import type { StateValue } from '../../schema/states.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { dayOf } from '../../schema/wall-clock.ts';
import type { Row } from '../contract/resource.ts';
import type { Draft, FlatRow, Reject, ResourceHooks } from './hooks.ts';
import type { ScopedResource } from './reading.ts';
import { rejectUnknown } from './references.ts';
import { relatedValues } from './related.ts';
import { rejectSharing } from './row-groups.ts';
import { apply, changedFields, withoutEchoes, wrongUnderMask } from './rows.ts';
import { settledMessage } from './settled.ts';

/** The resource that rows are written to, within the caller's scope. */
export interface WriteTarget {
  ctx: OrgContext;
  reached: ScopedResource;
  hooks: ResourceHooks;
}

/**
 * A new row, or changes of `before`, which is locked. The body has passed `Entity.check`. `adds` are the fields of one
 * more dependent thing of the row (`RowTable.inSheet`).
 */
export interface WriteRequest {
  body: Readonly<Row>;
  before?: Readonly<FlatRow>;
  adds?: Readonly<Row>;
  /** The state that a transition gives the row. */
  state?: StateValue;
}

/**
 * A validated draft: the fields it changes, and its errors. `unseen` are given fields whose values the caller may
 * neither see nor reveal: they count as changed whether equal or not, so that no answer confirms a guess.
 */
export interface PreparedRow {
  draft: Draft;
  changed: string[];
  wrong: FailureDetail[];
  unseen?: readonly string[];
  /** A transition may also leave a final state. */
  moves?: boolean;
}

/** A written row: its id, and its `updated_at`, by which a later change is detected. */
export interface SavedRow {
  id: string;
  at: string;
}

/** A prepared row with its id and the time of its change. */
export interface RowToSave extends SavedRow {
  draft: Draft;
  changed: readonly string[];
}

/** Creates drafts from requests and validates them. Writes nothing. */
export async function prepareRows(
  tx: Tx,
  target: WriteTarget,
  requests: readonly WriteRequest[],
): Promise<PreparedRow[]> {
  const prepared = requests.map((request) => draftOf(target, request));
  await validateRows(tx, target, prepared);
  return prepared;
}

function draftOf({ ctx, reached }: WriteTarget, { body, before, adds, state }: WriteRequest): PreparedRow {
  const { schema } = reached.entity;
  if (!before)
    return {
      draft: { row: apply(schema, 'create', {}, body) },
      changed: [],
      wrong: closedFields(schema, body, body, {}),
    };
  const changes = withoutEchoes(schema, (kind) => ctx.services.access.mayReveal(ctx.actor, kind), before, body);
  const { states } = schema['x-resource'];
  const moved = states && state !== undefined ? { [states.field]: state } : {};
  const row = { ...apply(schema, 'edit', before, changes), ...adds, ...moved };
  const unseen = Object.keys(changes).filter(
    (name) => row[name] !== undefined && before[name] !== undefined && isUnseen(ctx, reached, name),
  );
  const wrong = [...closedFields(schema, body, changes, before), ...wrongUnderMask(schema, changes)];
  return { draft: { row, before }, changed: [], wrong, unseen, moves: state !== undefined };
}

/**
 * Refuses values of fields that the role may not fill in. What it sees may come back unchanged, a value or its mask; of
 * what it does not see, no answer says whether it is the same.
 *
 * @param changes The body without masks that come back
 */
const closedFields = (
  { properties }: EntitySchema,
  body: Readonly<Row>,
  changes: Readonly<Row>,
  before: Readonly<FlatRow>,
): FailureDetail[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!field || !isClosed(field)) return [];
    const isInClear = field['x-mask'] === undefined;
    const isSame = !Object.hasOwn(changes, name) || (isInClear && sameValue(value ?? undefined, before[name]));
    return isSame && field['x-unseen'] === undefined ? [] : [{ field: `/${name}`, message: closedMessage(field) }];
  });

/** Whether the caller may neither see the field's value nor ask for it. */
function isUnseen(
  { actor, services: { access } }: OrgContext,
  { entity: { schema } }: ScopedResource,
  name: string,
): boolean {
  const kind = schema.properties[name]?.['x-mask'];
  return kind !== undefined && !access.mayReveal(actor, kind) && !access.mayAsk(actor, kind);
}

/** Validates the drafts that change anything, together, and works out which fields they change. */
export async function validateRows(
  tx: Tx,
  { ctx, hooks, reached }: WriteTarget,
  prepared: readonly PreparedRow[],
): Promise<void> {
  await completeRows(
    tx,
    ctx,
    reached,
    prepared.map(({ draft }) => draft),
  );
  const changing = prepared.filter(({ draft, wrong, unseen = [] }) => {
    const { row, before } = draft;
    return wrong.length === 0 && (!before || unseen.length > 0 || changedFields(before, row).length > 0);
  });
  if (changing.length === 0) return;
  for (const { draft, wrong, moves } of changing)
    if (!moves && draft.before && isSettled(reached.entity.schema, draft.before))
      wrong.push({ field: '', message: settledMessage(reached.entity.schema, draft.before) });
  const drafts = changing.map(({ draft }) => draft);
  const reject: Reject = (i, field, message) => {
    changing[i]?.wrong.push({ field: `/${field}`, message });
  };
  await rejectUnknown(tx, ctx, reached.entity.schema, drafts, reject);
  await ctx.services.resources.fieldFiles.reject(tx, ctx, reached.entity.schema, drafts, reject);
  rejectByRules(ctx, reached, drafts, reject);
  await rejectSharing(tx, reached, drafts, reject);
  await hooks.validate?.(tx, ctx, drafts, reject);
  // After validation, because it may fill in derived fields.
  for (const one of changing) one.changed = fieldsChangedBy(one);
}

/** The day, the time, the user and the user's class, as expressions know them. */
export const momentIn = (ctx: Pick<OrgContext, 'now' | 'caller' | 'actor'>): Moment => ({
  today: dayOf(ctx.now()),
  now: new Date(ctx.now()).toISOString(),
  me: ctx.caller.userId,
  myClass: classOfRole(ctx.actor.roleExtend),
});

/** Completes new and changed rows by the expressions of their schema; unchanged rows stay as they are. */
async function completeRows(
  tx: Tx,
  ctx: OrgContext,
  { entity: { schema }, tenant: { orgId } }: ScopedResource,
  drafts: readonly Draft[],
): Promise<void> {
  const moment = momentIn(ctx);
  const changed = drafts.filter(({ row, before }) => !before || changedFields(before, row).length > 0);
  const related = await relatedValues(
    tx,
    orgId,
    schema,
    changed.map(({ row }) => row),
  );
  for (const [i, { row, before }] of changed.entries())
    derive(schema, row, { isNew: !before, moment, related: related[i] });
}

/** Rejects rows without a value that a condition requires, and rows that break a rule across fields. */
function rejectByRules(
  ctx: OrgContext,
  { entity: { schema } }: ScopedResource,
  drafts: readonly Draft[],
  reject: Reject,
): void {
  if (!hasExpressions(schema)) return;
  const moment = momentIn(ctx);
  for (const [i, { row }] of drafts.entries()) {
    for (const name of requiredFields(schema, row, moment))
      if (row[name] === undefined) reject(i, name, explain('required', schema.properties[name]));
    for (const { field, message } of brokenRules(schema, row, moment)) reject(i, field, message);
  }
}

const fieldsChangedBy = ({ draft: { row, before }, unseen = [] }: PreparedRow): string[] =>
  before ? [...new Set([...changedFields(before, row), ...unseen])] : Object.keys(row);
