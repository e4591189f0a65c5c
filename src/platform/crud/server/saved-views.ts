import { OPEN } from '../../access/server/rights.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { BodyOf, DataOf } from '../../contract/endpoint.ts';
import type { RowOf, Tx } from '../../db/server/database.ts';
import { isUniqueViolation } from '../../db/server/errors.ts';
import { newId } from '../../db/server/ids.ts';
import { AppError } from '../../errors/app-error.ts';
import { entityOfRole } from '../../resources/server/scoped-rows.ts';
import { unseenFields } from '../../schema/field-rights.ts';
import { filterFields, wireNames } from '../../schema/filters.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type * as contract from '../contract/views.ts';
import type { OwnView } from '../contract/views.ts';
import { countViews, deleteView, insertView, ownViewsOf, updateView, viewOf, viewsOf } from './queries/saved-views.ts';

type SavedView = DataOf<typeof contract.createView>;

/** Per list. A longer menu is of no use, and the limit keeps users from filling the database. */
const PER_PERSON = 30;

/**
 * The list's schema as the role sees it, if it may open it. A missing list and a closed one are refused in the same
 * way.
 */
function listOf(ctx: OrgContext, resource: string): EntitySchema {
  const schema = openList(ctx, resource);
  if (!schema) throw new AppError('PSY_NOT_FOUND');
  return schema;
}

function openList(ctx: OrgContext, resource: string): EntitySchema | undefined {
  const {
    actor,
    services: { access, schemas },
  } = ctx;
  const schema = Object.values(schemas.all(actor.orgId).resources).find(({ $id }) => $id === resource);
  if (!schema || !access.decide(actor, schema['x-resource'].area, OPEN)) return undefined;
  return entityOfRole(ctx, schema.$id).schema;
}

type Content = BodyOf<typeof contract.updateView>;

/** The columns of a saved view. Filters that the list lacks, or that identify a person, are refused. */
function columnsOf(
  ctx: OrgContext,
  resource: string,
  { name, shared, filters, sort, order, hidden, shown_as }: Content,
) {
  const known = new Set(
    filterFields(listOf(ctx, resource))
      .filter(({ personal }) => !personal)
      .flatMap(wireNames),
  );
  const details = Object.keys(filters)
    .filter((key) => !known.has(key))
    .map((key) => ({ field: `/filters/${key}`, message: '这个筛选条件不能存进视图' }));
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  return {
    name,
    shared,
    filters,
    sort: sort ?? null,
    columns: { order, hidden, ...(shown_as !== undefined && { shown_as }) },
    updated_at: ctx.nowIso(),
  };
}

type StoredView = RowOf<ReturnType<typeof viewOf>>;

/** A view without what it says about fields that the role does not see. */
function shown(
  ctx: OrgContext,
  { user_id, columns: { order, hidden, shown_as }, sort, filters, ...view }: StoredView,
): SavedView {
  const unseen = unseenFields(listOf(ctx, view.resource));
  const isOf = (name: string) => unseen.has(name) || unseen.has(name.replace(/_(from|to)$/, ''));
  const keys = sort?.split(',').filter((key) => !unseen.has(key.replace(/^-/, ''))) ?? [];
  return {
    ...view,
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !isOf(name))),
    ...(keys.length > 0 && { sort: keys.join(',') }),
    ...(shown_as !== undefined && { shown_as }),
    order: order.filter((name) => !unseen.has(name)),
    hidden: hidden.filter((name) => !unseen.has(name)),
    own: user_id === ctx.caller.userId,
  };
}

/** @throws AppError PSY_NOT_FOUND */
async function oneOf(ctx: OrgContext, tx: Tx, viewId: string): Promise<StoredView> {
  const [view] = await tx.run(viewOf(ctx.actor.orgId, viewId));
  if (!view) throw new AppError('PSY_NOT_FOUND');
  return view;
}

/** A name that the person already uses for this list is reported at its field. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_views_name')) throw error;
    throw new AppError('PSY_CONFLICT', {
      message: '您已有同名的视图',
      details: [{ field: '/name', message: '您已有同名的视图' }],
      cause: error,
    });
  }
}

/**
 * The caller's views of a list and the shared ones. @throws AppError PSY_NOT_FOUND for a list that the role may not
 * open
 */
export async function savedViews(ctx: OrgContext, resource: string): Promise<SavedView[]> {
  listOf(ctx, resource);
  const [views] = await ctx.personal.read([viewsOf(ctx.actor.orgId, resource)]);
  return views.map((view) => shown(ctx, view));
}

/** The caller's own views of every list that the role may open. */
export async function ownSavedViews(ctx: OrgContext): Promise<OwnView[]> {
  const [views] = await ctx.personal.read([ownViewsOf(ctx.actor.orgId, ctx.caller.userId)]);
  return views
    .filter(({ resource }) => openList(ctx, resource) !== undefined)
    .map(({ opens_first, ...view }) => ({ ...shown(ctx, view), opens_first }));
}

/**
 * Saves a view of the caller's, in a transaction of `ctx.personal`.
 *
 * @throws AppError PSY_INVALID_INPUT; PSY_CONFLICT when the caller has a view of this name
 */
export async function saveView(
  ctx: OrgContext,
  tx: Tx,
  { resource, ...content }: BodyOf<typeof contract.createView>,
): Promise<SavedView> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock },
  } = ctx;
  const columns = columnsOf(ctx, resource, content);
  const view_id = newId(clock);
  const [{ n } = { n: 0 }] = await tx.run(countViews(orgId, userId, resource));
  if (n >= PER_PERSON)
    throw new AppError('PSY_INVALID_INPUT', { message: `一个列表最多保存 ${PER_PERSON} 个视图，请先删除不用的` });
  await named(() => tx.run(insertView({ org_id: orgId, view_id, user_id: userId, resource, ...columns })));
  return shown(ctx, await oneOf(ctx, tx, view_id));
}

/**
 * Changes a view of the caller's, in a transaction of `ctx.personal`.
 *
 * @throws AppError PSY_NOT_FOUND; AC_FORBIDDEN for the view of another user; PSY_INVALID_INPUT; PSY_CONFLICT
 */
export async function changeView(ctx: OrgContext, tx: Tx, id: string, content: Content): Promise<SavedView> {
  const {
    actor: { orgId },
    caller: { userId },
  } = ctx;
  const { user_id, resource } = await oneOf(ctx, tx, id);
  if (user_id !== userId) throw new AppError('AC_FORBIDDEN', { message: '只能修改自己的视图' });
  const columns = columnsOf(ctx, resource, content);
  if ((await named(() => tx.run(updateView(orgId, id, userId, columns)))) === 0) throw new AppError('PSY_NOT_FOUND');
  return shown(ctx, await oneOf(ctx, tx, id));
}

/**
 * Deletes a view, in a transaction of `ctx.personal`. The author of a shared view may have left, so others must be able
 * to delete it.
 *
 * @throws AppError PSY_NOT_FOUND; AC_FORBIDDEN without the right to delete views of others
 */
export async function removeView(ctx: OrgContext, tx: Tx, id: string): Promise<void> {
  const {
    actor,
    caller: { userId },
    services: { access },
  } = ctx;
  const { user_id, resource } = await oneOf(ctx, tx, id);
  listOf(ctx, resource);
  if (user_id !== userId && !access.decide(actor, 'saved-views', OPEN))
    throw new AppError('AC_FORBIDDEN', { message: '只能删除自己的视图' });
  if ((await tx.run(deleteView(actor.orgId, id))) === 0) throw new AppError('PSY_NOT_FOUND');
}
