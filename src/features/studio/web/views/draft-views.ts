import { isGalleryField, isTreeField } from '../../../../platform/schema/check-views.ts';
import type { EntitySchema, FieldSchema, Match } from '../../../../platform/schema/types.ts';
import { BOARD_MAX, type ResourceView, type ViewKind } from '../../../../platform/schema/views.ts';
import { freeName, orderedNames, withField } from '../draft.ts';

const isOpen = (field: FieldSchema) => !field['x-hidden'] && !field['x-confidential'] && !field['x-mask'];

/** Whether a field can divide the rows of a view of this kind. */
function divides(kind: ViewKind, field: FieldSchema): boolean {
  if (!isOpen(field)) return false;
  if (kind === 'board') return field.type !== 'array' && field.enum !== undefined && field.enum.length <= BOARD_MAX;
  if (kind === 'gallery') return isGalleryField(field);
  if (kind === 'tree') return isTreeField(field);
  const isTimed =
    field.format === 'date' || field.format === 'date-time' || String(field['x-kind']) === 'date-time-range';
  return kind === 'calendar' && isTimed;
}

/** How the list must be filtered by the field of a view, so that the view gets its rows; undefined where it need not be. */
const MATCHES: Readonly<Record<ViewKind, readonly [Match, ...Match[]] | undefined>> = {
  board: ['in', 'equals'],
  calendar: ['range'],
  cards: undefined,
  gallery: undefined,
  tree: undefined,
};

/** The fields that can divide a view of this kind, in the order of the list. */
export const fieldsFor = (schema: EntitySchema, kind: ViewKind): [string, FieldSchema][] =>
  orderedNames(schema, 'x-list').flatMap((name): [string, FieldSchema][] => {
    const field = schema.properties[name];
    return field && divides(kind, field) ? [[name, field]] : [];
  });

/** The fields that can name a row in a view. */
export const titleFields = (schema: EntitySchema): [string, FieldSchema][] =>
  orderedNames(schema, 'x-list').flatMap((name): [string, FieldSchema][] => {
    const field = schema.properties[name];
    return field && isOpen(field) && field['x-list'] ? [[name, field]] : [];
  });

export const newView = (others: readonly ResourceView[]): ResourceView => ({
  key: freeName(
    others.map(({ key }) => key),
    'view',
  ),
  title: '',
  kind: 'cards',
});

/** The view as another kind, by the first field that can divide it. */
export function asKind(schema: EntitySchema, { by, ...view }: ResourceView, kind: ViewKind): ResourceView {
  if (kind === 'cards') return { ...view, kind };
  const fields = fieldsFor(schema, kind).map(([name]) => name);
  const chosen = by !== undefined && fields.includes(by) ? by : fields[0];
  return { ...view, kind, ...(chosen !== undefined && { by: chosen }) };
}

/** The schema with other views; fields that divide them can be filtered by. */
export function withViews(schema: EntitySchema, views: readonly ResourceView[]): EntitySchema {
  const { views: _, ...meta } = schema['x-resource'];
  const result = { ...schema, 'x-resource': { ...meta, ...(views.length > 0 && { views }) } };
  return views.reduce((next, { kind, by }) => {
    const field = by === undefined ? undefined : next.properties[by];
    const matches = MATCHES[kind];
    if (by === undefined || !field || !matches || matches.some((one) => one === field['x-filter']?.match)) return next;
    const orders = Object.values(next.properties).flatMap((one) => one['x-filter']?.order ?? []);
    const filter = { match: matches[0], order: field['x-filter']?.order ?? Math.max(0, ...orders) + 1 };
    return withField(next, by, { ...field, 'x-filter': filter });
  }, result);
}
