import type { OrgContext } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import { countLists, queryOf } from '../../resources/server/count-lists.ts';
import { readGroups } from '../../resources/server/read-groups.ts';
import { listRows } from '../../resources/server/reading.ts';
import { entityOfRole } from '../../resources/server/scoped-rows.ts';
import { chartFields } from '../../schema/chart-fields.ts';
import { isSortable, listColumns } from '../../schema/columns.ts';
import { filterFields, wireNames } from '../../schema/filters.ts';
import { parseListQuery, VIEW_PARAM } from '../../schema/query.ts';
import { inLists } from '../../schema/server/seen-by.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { viewCardKey, VIEW_CARD_SIZE, type ViewCardShape } from '../../session/home-cards.ts';
import type { HomeContent, ViewContent } from '../contract.ts';
import type { ReadableCard } from './cards.ts';
import type { DeclaredCard } from './queries.ts';

/** Behind the cards of the features. */
const ORDER = 200;
/** Rows of a short list, and values of each beside its name. */
const ROWS = 5;
const FACTS = 2;

/** A shared view with the way in which a card shows it. */
export interface ShownView {
  resource: string;
  shown_as: ViewCardShape;
  field: string | null;
  filters: Readonly<Record<string, string>>;
  sort: string | null;
  columns: { order: readonly string[]; hidden: readonly string[]; shown_as?: string };
}

/** The schema of a list of the organisation; undefined when there is none of that name. */
export const listSchema = ({ actor, services: { schemas } }: OrgContext, resource: string): EntitySchema | undefined =>
  Object.values(schemas.all(actor.orgId).resources).find(({ $id }) => $id === resource);

/** Whether the role sees every field by which the view filters and the chart divides. */
export function seesView(schema: EntitySchema, { filters, shown_as, field }: ShownView): boolean {
  const known = new Set(filterFields(schema).flatMap(wireNames));
  if (!Object.keys(filters).every((name) => known.has(name))) return false;
  return shown_as !== 'chart' || chartFields(schema).some((one) => one.field === field);
}

/** The order of a view, without fields that the role may not sort by. */
const sortOf = (schema: EntitySchema, sort: string | null): string =>
  (sort ?? '')
    .split(',')
    .filter((key) => isSortable(schema.properties[key.replace(/^-/, '')]))
    .join(',');

/** Fields of a short list besides the name, in the order of the view. */
function factsOf(schema: EntitySchema, { columns: { order, hidden } }: ShownView): string[] {
  const position = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  return listColumns(schema)
    .map(({ field }) => field)
    .filter((field) => !hidden.includes(field) && field !== schema['x-resource'].label)
    .toSorted((a, b) => position(a) - position(b))
    .slice(0, FACTS);
}

/** What a card shows of a view whose fields the reader sees. @throws AppError as the list does */
async function contentOf(ctx: OrgContext, schema: EntitySchema, view: ShownView): Promise<ViewContent> {
  const { resource, shown_as, field, filters, columns } = view;
  const sort = sortOf(schema, view.sort);
  const parameters = { ...filters, ...(sort !== '' && { sort }) };
  const query = queryOf({ ...parameters, ...(columns.shown_as !== undefined && { [VIEW_PARAM]: columns.shown_as }) });
  const shown = { resource, shown_as, query };
  const hooks = ctx.services.resources.hooksFor(schema);
  if (shown_as === 'number') {
    // A number alone needs no second-step verification, except where the list decides by its rows.
    await hooks.beforeRead?.(ctx, parseListQuery(schema, filters));
    const [n = 0] = await countLists(ctx, [[resource, filters]]);
    return { ...shown, n };
  }
  if (shown_as === 'list') {
    const { total, items } = await listRows(ctx, resource, hooks, { ...parameters, size: ROWS });
    return { ...shown, n: total, columns: factsOf(schema, view), rows: items };
  }
  const by = field ?? '';
  const groups = await readGroups(ctx, resource, hooks, filters, by);
  return { ...shown, n: groups.reduce((sum, { n }) => sum + n, 0), field: by, groups };
}

/**
 * What a card shows of a view under the rights of the reader; undefined where the list refuses the reader, or the
 * reader does not see all fields that the view is about.
 *
 * @throws AppError PSY_INVALID_SECONDARY_TOKEN
 */
export async function readView(ctx: OrgContext, view: ShownView): Promise<HomeContent | undefined> {
  const { schema } = inLists(entityOfRole(ctx, view.resource));
  if (!seesView(schema, view)) return undefined;
  try {
    return { view: await contentOf(ctx, schema, view) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'AC_FORBIDDEN') return undefined;
    throw error;
  }
}

/** The declared cards whose list the organisation still has and whose view is still shared. */
export const viewCards = (ctx: OrgContext, declared: readonly DeclaredCard[]): ReadableCard[] =>
  declared.flatMap(({ card_id, title, resource, filters, columns, ...rest }): ReadableCard[] => {
    const schema = resource === null ? undefined : listSchema(ctx, resource);
    if (schema === undefined || filters === null || columns === null) return [];
    const { area } = schema['x-resource'];
    return [
      {
        key: viewCardKey(card_id),
        title,
        area,
        order: ORDER,
        size: VIEW_CARD_SIZE[rest.shown_as],
        ...(rest.shown_as !== 'number' && { proof: area }),
        read: (reader) => readView(reader, { ...rest, resource: schema.$id, filters, columns }),
      },
    ];
  });
