import { diffPatch } from '../../../platform/schema/diff.ts';
import type { JsonObject } from '../../../platform/schema/json.ts';
import { mergePatch } from '../../../platform/schema/merge.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import { KIND_DEFAULTS, maskChange, matchOf, NOT_IMPORTED, PERSONAL, UNSORTED, type Kind } from './field-kinds.ts';

/** Characters of a title or an option label. */
export const LABEL_MAX = 20;

export type Place = 'x-list' | 'x-form';

/** The schema that results from an overlay, for editing. The server validates it before it is used. */
export const draftOf = (base: EntitySchema, overlay: JsonObject): EntitySchema =>
  mergePatch(base, overlay) as EntitySchema;
/** The overlay of a draft: its differences from the base schema. */
export const overlayOf = (base: EntitySchema, draft: EntitySchema): JsonObject => diffPatch({ ...base }, { ...draft });

const ORDER_MAX = 999;
const orderOf = (field: FieldSchema | undefined, place: Place): number => field?.[place]?.order ?? Infinity;

/** Field names in the order of a place; fields outside it come last, in schema order. */
export const orderedNames = ({ properties }: EntitySchema, place: Place): string[] =>
  Object.keys(properties).sort((a, b) => {
    const [orderA = Infinity, orderB = Infinity] = [a, b].map((name) => orderOf(properties[name], place));
    return orderA === orderB ? 0 : orderA - orderB;
  });

export const withField = (schema: EntitySchema, name: string, field: FieldSchema): EntitySchema => ({
  ...schema,
  properties: { ...schema.properties, [name]: field },
});

export function withoutField(schema: EntitySchema, name: string): EntitySchema {
  const { [name]: _, ...properties } = schema.properties;
  return { ...schema, properties, required: schema.required.filter((each) => each !== name) };
}

export const withRequired = (schema: EntitySchema, name: string, required: boolean): EntitySchema => ({
  ...schema,
  required: required ? [...new Set([...schema.required, name])] : schema.required.filter((each) => each !== name),
});

/** The order number after the last field of a place. */
const nextOrder = ({ properties }: EntitySchema, place: Place): number =>
  Math.min(ORDER_MAX, Math.max(0, ...Object.values(properties).flatMap((field) => field[place]?.order ?? [])) + 1);

/** Adds a field to a place, at its base position or at the end, or removes it. */
export function withPlace(
  schema: EntitySchema,
  base: EntitySchema,
  name: string,
  place: Place,
  included: boolean,
): EntitySchema {
  const field = schema.properties[name];
  if (!field) return schema;
  const { [place]: _, ...rest } = field;
  if (!included) return withField(schema, name, rest as FieldSchema);
  const before = base.properties[name]?.[place];
  if (before) return withField(schema, name, { ...field, [place]: before });
  const order = nextOrder(schema, place);
  return withField(
    schema,
    name,
    place === 'x-list' ? { ...field, 'x-list': { order } } : { ...field, 'x-form': { on: ['create', 'edit'], order } },
  );
}

/** Sets the order number of a field that is in the place. */
const withOrder = (schema: EntitySchema, name: string, place: Place, order: number): EntitySchema => {
  const field = schema.properties[name];
  const current = field?.[place];
  return field && current ? withField(schema, name, { ...field, [place]: { ...current, order } }) : schema;
};

/**
 * Moves a field one up (-1) or down (1) within a place. Only its own order changes while there is a number between its
 * new neighbours; otherwise the place is renumbered.
 */
export function withFieldMoved(schema: EntitySchema, name: string, place: Place, by: -1 | 1): EntitySchema {
  const names = orderedNames(schema, place).filter((each) => schema.properties[each]?.[place]);
  const from = names.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= names.length) return schema;
  const rest = names.filter((each) => each !== name);
  const orderAt = (neighbour: string | undefined, none: number) => {
    const field = neighbour === undefined ? undefined : schema.properties[neighbour];
    return field?.[place]?.order ?? none;
  };
  const low = orderAt(rest[to - 1], -1);
  const high = orderAt(rest[to], ORDER_MAX + 1);
  const between = rest[to - 1] === undefined ? high / 2 : (low + high) / 2;
  const middle = rest[to] === undefined ? low + 1 : between;
  if (middle > low && middle < high && middle <= ORDER_MAX) return withOrder(schema, name, place, middle);
  rest.splice(to, 0, name);
  return rest.reduce((result, each, i) => withOrder(result, each, place, i + 1), schema);
}

/** The next free name `stem_n`; the caller passes field names and names with stored values. */
export function freeName(taken: Iterable<string>, stem: string): string {
  const used = new Set(taken);
  for (let n = 1; ; n++) if (!used.has(`${stem}_${n}`)) return `${stem}_${n}`;
}

/** A new field at the end of list and form. */
export function newField(schema: EntitySchema, kind: Kind): FieldSchema {
  const form = Object.values(schema.properties)
    .filter((field) => field['x-form'])
    .sort((a, b) => orderOf(a, 'x-form') - orderOf(b, 'x-form'));
  const group = form.at(-1)?.['x-form']?.group;
  const field: FieldSchema = {
    ...KIND_DEFAULTS[kind],
    title: '',
    'x-list': { order: nextOrder(schema, 'x-list'), width: 140 },
    ...(kind === 'sequence'
      ? { 'x-sheet': { export: true } }
      : {
          'x-form': {
            on: ['create', 'edit'],
            order: nextOrder(schema, 'x-form'),
            ...(group !== undefined && { group }),
          },
          'x-sheet': { import: !NOT_IMPORTED.has(kind), export: true },
        }),
  };
  return PERSONAL.has(kind) ? withoutUndefined({ ...field, ...maskChange(field, true) }) : field;
}

/** Drops undefined properties. */
export const withoutUndefined = (field: { [K in keyof FieldSchema]: FieldSchema[K] | undefined }): FieldSchema =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as unknown as FieldSchema;

/** The field with another kind: title and places stay, settings of the values do not. */
export function withKind(field: FieldSchema, kind: Kind): FieldSchema {
  const {
    title,
    description,
    'x-hidden': hidden,
    'x-list': list,
    'x-form': form,
    'x-sheet': sheet,
    'x-filter': filter,
    'x-seen-by': seers,
    'x-written-by': writers,
    'x-tenant': tenant,
  } = field;
  const match = matchOf(kind);
  const parts = {
    ...KIND_DEFAULTS[kind],
    title,
    description,
    'x-hidden': hidden,
    'x-list': list && UNSORTED.has(kind) ? { ...list, sorter: false } : list,
    'x-form': form,
    'x-sheet': sheet,
    'x-filter': filter && match ? { match, order: filter.order } : undefined,
    'x-seen-by': seers,
    'x-written-by': writers,
    'x-tenant': tenant,
  };
  return withoutUndefined(parts);
}

/** Options with the given labels and generated codes. */
export const optionsOf = (texts: readonly string[]): Pick<FieldSchema, 'enum' | 'x-labels'> => {
  const codes = texts.map((_, i) => `o_${i + 1}`);
  return { enum: codes, 'x-labels': Object.fromEntries(codes.map((code, i) => [code, texts[i] ?? ''])) };
};
