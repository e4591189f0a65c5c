import { diffPatch } from '../../../platform/schema/diff.ts';
import type { JsonObject } from '../../../platform/schema/json.ts';
import { mergePatch } from '../../../platform/schema/merge.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';

/** Kinds of fields that can be added; what they may hold follows from them. */
export const KINDS = ['text', 'lines', 'integer', 'number', 'date', 'options', 'yesNo'] as const;
export type Kind = (typeof KINDS)[number];

export type Place = 'x-list' | 'x-form';

/**
 * The schema that an overlay makes of what it lies on, to be worked on; the server judges it before anything is shown
 * by it.
 */
export const draftOf = (ground: EntitySchema, overlay: JsonObject): EntitySchema =>
  mergePatch(ground, overlay) as EntitySchema;
/** What is stored of a draft. */
export const overlayOf = (ground: EntitySchema, draft: EntitySchema): JsonObject =>
  diffPatch({ ...ground }, { ...draft });

const ORDER_MAX = 999;
const orderOf = (field: FieldSchema, place: Place): number => field[place]?.order ?? Infinity;

/** Fields in the order of a place; those that are not in it come last, as the schema has them. */
export const inOrder = ({ properties }: EntitySchema, place: Place): string[] =>
  Object.keys(properties).sort((a, b) => {
    const [x, y] = [properties[a], properties[b]].map((field) => (field ? orderOf(field, place) : Infinity));
    return x === y ? 0 : (x ?? 0) - (y ?? 0);
  });

export const withField = (schema: EntitySchema, name: string, field: FieldSchema): EntitySchema => ({
  ...schema,
  properties: { ...schema.properties, [name]: field },
});

export function withoutField(schema: EntitySchema, name: string): EntitySchema {
  const { [name]: _, ...properties } = schema.properties;
  return { ...schema, properties, required: schema.required.filter((one) => one !== name) };
}

export const withRequired = (schema: EntitySchema, name: string, required: boolean): EntitySchema => ({
  ...schema,
  required: required ? [...new Set([...schema.required, name])] : schema.required.filter((one) => one !== name),
});

/** A place behind the last one that is taken. */
const behind = ({ properties }: EntitySchema, place: Place): number =>
  Math.min(ORDER_MAX, Math.max(0, ...Object.values(properties).flatMap((field) => field[place]?.order ?? [])) + 1);

/** Puts a field into a place, where it was in the ground or at the end, or takes it out. */
export function withPlace(
  schema: EntitySchema,
  ground: EntitySchema,
  name: string,
  place: Place,
  shown: boolean,
): EntitySchema {
  const field = schema.properties[name];
  if (!field) return schema;
  const { [place]: _, ...rest } = field;
  if (!shown) return withField(schema, name, rest as FieldSchema);
  const before = ground.properties[name]?.[place];
  if (before) return withField(schema, name, { ...field, [place]: before });
  const order = behind(schema, place);
  return withField(
    schema,
    name,
    place === 'x-list' ? { ...field, 'x-list': { order } } : { ...field, 'x-form': { on: ['create', 'edit'], order } },
  );
}

const at = (schema: EntitySchema, name: string, place: Place, order: number): EntitySchema => {
  const field = schema.properties[name];
  const held = field?.[place];
  return field && held ? withField(schema, name, { ...field, [place]: { ...held, order } }) : schema;
};

/**
 * Moves a field one up (-1) or down (1) among those of a place. Only its own place is written, where there is room
 * between its new neighbours.
 */
export function moved(schema: EntitySchema, name: string, place: Place, by: -1 | 1): EntitySchema {
  const names = inOrder(schema, place).filter((one) => schema.properties[one]?.[place]);
  const from = names.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= names.length) return schema;
  const rest = names.filter((one) => one !== name);
  const order = (one: string | undefined, none: number) => {
    const field = one === undefined ? undefined : schema.properties[one];
    return field?.[place]?.order ?? none;
  };
  const [low, high] = [order(rest[to - 1], -1), order(rest[to], ORDER_MAX + 1)];
  const middle = rest[to] === undefined ? low + 1 : rest[to - 1] === undefined ? high / 2 : (low + high) / 2;
  if (middle > low && middle < high && middle <= ORDER_MAX) return at(schema, name, place, middle);
  rest.splice(to, 0, name);
  return rest.reduce((made, one, i) => at(made, one, place, i + 1), schema);
}

/** The next name of its form that is free: neither a field nor something that is still stored has it. */
export function freeName(taken: Iterable<string>, stem: string): string {
  const used = new Set(taken);
  for (let n = 1; ; n++) if (!used.has(`${stem}_${n}`)) return `${stem}_${n}`;
}

const OF_KIND: Readonly<Record<Kind, Partial<FieldSchema> & Pick<FieldSchema, 'type'>>> = {
  text: { type: 'string', maxLength: 50 },
  lines: { type: 'string', maxLength: 500, 'x-kind': 'text' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  options: { type: 'string', enum: [], 'x-labels': {} },
  yesNo: { type: 'boolean' },
};
const MATCH: Readonly<Record<Kind, NonNullable<FieldSchema['x-filter']>['match'] | undefined>> = {
  text: 'contains',
  lines: undefined,
  integer: 'range',
  number: 'range',
  date: 'range',
  options: 'in',
  yesNo: 'equals',
};

/** How a field of this kind is searched; none where it is not. */
export const matchOf = (kind: Kind) => MATCH[kind];

/** A new field at the end of list and form. */
export function newField(schema: EntitySchema, kind: Kind): FieldSchema {
  const form = Object.values(schema.properties)
    .filter((field) => field['x-form'])
    .sort((a, b) => orderOf(a, 'x-form') - orderOf(b, 'x-form'));
  const group = form.at(-1)?.['x-form']?.group;
  return {
    ...OF_KIND[kind],
    title: '',
    'x-list': { order: behind(schema, 'x-list'), width: 140 },
    'x-form': { on: ['create', 'edit'], order: behind(schema, 'x-form'), ...(group !== undefined && { group }) },
    'x-sheet': { import: true, export: true },
  };
}

/** The kind of a field, as far as it is one of those that can be added. */
export function kindOf(field: FieldSchema): Kind {
  if (field.enum) return 'options';
  if (field.type === 'boolean') return 'yesNo';
  if (field.type === 'integer' || field.type === 'number') return field.type;
  if (field.format !== undefined) return 'date';
  return field['x-kind'] === 'text' ? 'lines' : 'text';
}

/** Whether the type of a field can be changed: one of the tenant's own that holds nothing but what it says itself. */
export const isConvertible = (field: FieldSchema): boolean =>
  !field['x-mask'] &&
  !field['x-sealed'] &&
  !field.readOnly &&
  (field['x-kind'] === undefined || field['x-kind'] === 'text') &&
  (field.format === undefined || field.format === 'date') &&
  field['x-enum'] === undefined &&
  field.enum?.some((value) => typeof value === 'number') !== true;

/** What is not said of a field is not there. */
export const withoutNothing = (field: { [K in keyof FieldSchema]: FieldSchema[K] | undefined }): FieldSchema =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined)) as unknown as FieldSchema;

/** A field under another type: its name and places stay, what was said of its values does not. */
export function withKind(field: FieldSchema, kind: Kind): FieldSchema {
  const {
    title,
    description,
    'x-hidden': hidden,
    'x-list': list,
    'x-form': form,
    'x-sheet': sheet,
    'x-filter': filter,
    'x-tenant': tenant,
  } = field;
  const match = matchOf(kind);
  const parts = {
    ...OF_KIND[kind],
    title,
    description,
    'x-hidden': hidden,
    'x-list': list && kind === 'lines' ? { ...list, sorter: false } : list,
    'x-form': form,
    'x-sheet': sheet,
    'x-filter': filter && match ? { match, order: filter.order } : undefined,
    'x-tenant': tenant,
  };
  return withoutNothing(parts);
}

/** Options that say what texts say, each with a code of its own. */
export const optionsOf = (texts: readonly string[]): Pick<FieldSchema, 'enum' | 'x-labels'> => {
  const codes = texts.map((_, i) => `o_${i + 1}`);
  return { enum: codes, 'x-labels': Object.fromEntries(codes.map((code, i) => [code, texts[i] ?? ''])) };
};
