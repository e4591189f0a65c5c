import { OPEN } from '../../../access/server/rights.ts';
import { implement, type Implementation, type OrgContext } from '../../../context/server/context.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { RowOf } from '../../../db/server/database.ts';
import { isUniqueViolation } from '../../../db/server/errors.ts';
import { newId } from '../../../db/server/ids.ts';
import { AppError } from '../../../errors/app-error.ts';
import { filterFields, wireNames } from '../../../schema/filters.ts';
import * as contract from '../../contract/views.ts';
import { countViews, deleteView, insertView, updateView, viewOf, viewsOf } from '../queries/saved-views.ts';

/** Per list. A longer menu is of no use, and the limit keeps users from filling the database. */
const PER_PERSON = 30;

/** The list's schema, if the role may open it. A missing list and a closed one are refused in the same way. */
function listOf({ actor, services: { access, schemas } }: OrgContext, resource: string) {
  const schema = Object.values(schemas.all(actor.orgId).resources).find(({ $id }) => $id === resource);
  if (!schema || !access.decide(actor, schema['x-resource'].area, OPEN)) throw new AppError('PSY_NOT_FOUND');
  return schema;
}

type Content = BodyOf<typeof contract.updateView>;

/** The columns of a saved view. Filters that the list lacks, or that identify a person, are refused. */
function columnsOf(ctx: OrgContext, resource: string, { name, shared, filters, sort, order, hidden }: Content) {
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
    columns: { order, hidden },
    updated_at: ctx.nowIso(),
  };
}

const shown = (
  { caller }: OrgContext,
  { user_id, columns: { order, hidden }, sort, ...view }: RowOf<ReturnType<typeof viewOf>>,
) => ({ ...view, ...(sort !== null && { sort }), order, hidden, own: user_id === caller.userId });

async function oneOf(ctx: OrgContext, viewId: string) {
  const [[view]] = await ctx.personal.read([viewOf(ctx.actor.orgId, viewId)]);
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

export const viewsHandlers: readonly Implementation[] = [
  implement(contract.listViews, async (ctx, { query: { resource } }) => {
    listOf(ctx, resource);
    const [views] = await ctx.personal.read([viewsOf(ctx.actor.orgId, resource)]);
    return { items: views.map((view) => shown(ctx, view)) };
  }),

  implement(contract.createView, async (ctx, { body: { resource, ...content } }) => {
    const {
      actor: { orgId },
      caller: { userId },
      services: { clock },
    } = ctx;
    const columns = columnsOf(ctx, resource, content);
    const view_id = newId(clock);
    await named(() =>
      ctx.personal.transaction(async (tx) => {
        const [{ n } = { n: 0 }] = await tx.run(countViews(orgId, userId, resource));
        if (n >= PER_PERSON)
          throw new AppError('PSY_INVALID_INPUT', { message: `一个列表最多保存 ${PER_PERSON} 个视图，请先删除不用的` });
        await tx.run(insertView({ org_id: orgId, view_id, user_id: userId, resource, ...columns }));
      }),
    );
    return shown(ctx, await oneOf(ctx, view_id));
  }),

  implement(contract.updateView, async (ctx, { params: { id }, body }) => {
    const {
      actor: { orgId },
      caller: { userId },
    } = ctx;
    const { user_id, resource } = await oneOf(ctx, id);
    if (user_id !== userId) throw new AppError('AC_FORBIDDEN', { message: '只能修改自己的视图' });
    const columns = columnsOf(ctx, resource, body);
    const [changed] = await named(() => ctx.personal.write([updateView(orgId, id, userId, columns)]));
    if (changed === 0) throw new AppError('PSY_NOT_FOUND');
    return shown(ctx, await oneOf(ctx, id));
  }),

  // The author of a shared view may have left, so others must be able to delete it.
  implement(contract.deleteView, async (ctx, { params: { id } }) => {
    const {
      actor,
      caller: { userId },
      services: { access },
    } = ctx;
    const { user_id, resource } = await oneOf(ctx, id);
    listOf(ctx, resource);
    if (user_id !== userId && !access.decide(actor, 'saved-views', OPEN))
      throw new AppError('AC_FORBIDDEN', { message: '只能删除自己的视图' });
    const [deleted] = await ctx.personal.write([deleteView(actor.orgId, id)]);
    if (deleted === 0) throw new AppError('PSY_NOT_FOUND');
    return { ok: true } as const;
  }),
];
