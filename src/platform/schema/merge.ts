import { isObject, own, type JsonObject } from './json.ts';
import type { Base, EntitySchema, EnumLists, FieldSchema } from './types.ts';

/** JSON Merge Patch (RFC 7396): objects merge, null removes, everything else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** Replaces `x-enum` by the values and labels of its list; keywords of the field itself have priority. */
function expandEnum(field: unknown, enums: EnumLists): unknown {
  const list = isObject(field) ? own(enums, String(own(field, 'x-enum'))) : undefined;
  if (!isObject(field) || !isObject(list)) return field;
  const codes = Object.keys(list);
  return {
    enum: field['type'] === 'integer' ? codes.map(Number) : codes,
    ...field,
    'x-labels': { ...list, ...(isObject(field['x-labels']) ? field['x-labels'] : {}) },
  };
}

const mapFields = (document: JsonObject, change: (name: string, field: unknown) => unknown): JsonObject =>
  isObject(document['properties'])
    ? {
        ...document,
        properties: Object.fromEntries(
          Object.entries(document['properties']).map(([name, field]) => [name, change(name, field)]),
        ),
      }
    : document;

/** A core schema with its enums expanded. */
export const expandEnums = (document: JsonObject, enums: EnumLists): JsonObject =>
  mapFields(document, (_, field) => expandEnum(field, enums));

/**
 * Applies a tenant's overlay to an expanded schema, without validation: new fields are marked `x-tenant`.
 * `checkOverlay` decides whether the result may be used.
 */
export function mergeOverlay(under: Base, overlay: JsonObject, enums: EnumLists): JsonObject {
  const merged = mergePatch(under, overlay);
  return mapFields(isObject(merged) ? merged : {}, (name, field) => {
    if (Object.hasOwn(under.properties, name) || !isObject(field)) return field;
    return { ...(expandEnum(field, enums) as JsonObject), 'x-tenant': true };
  });
}

/**
 * A schema whose fields of one list of `enums.json` accept more codes than the list, which only one tenant has a name
 * for.
 */
export const withCodes = (
  schema: EntitySchema,
  list: string,
  codes: Readonly<Record<string, string>>,
): EntitySchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [
      name,
      field['x-enum'] !== list
        ? field
        : {
            ...field,
            enum: [...new Set([...(field.enum ?? []), ...Object.keys(codes)])],
            'x-labels': { ...field['x-labels'], ...codes },
          },
    ]),
  ),
});

/** The entries of the values that are still allowed, in their order. */
const ofAllowed = <T>(values: readonly (string | number)[], byValue: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    values.flatMap((value) => {
      const one = byValue[String(value)];
      return one === undefined ? [] : [[String(value), one]];
    }),
  );

/**
 * Keeps labels and descriptions of values that are still allowed. Where tenants choose the values, keeps all labels,
 * because rows may still have removed values.
 */
function settleValues(field: FieldSchema): FieldSchema {
  const { 'x-labels': labels, 'x-templates': templates, enum: values } = field;
  if (!labels || !values) return field;
  return {
    ...field,
    'x-labels': field['x-open'] ? labels : ofAllowed(values, labels),
    ...(templates && { 'x-templates': ofAllowed(values, templates) }),
  };
}

/** What follows from a checked schema: labels of allowed values only, and a default sort that passes over hidden fields. */
export function settle(schema: EntitySchema): EntitySchema {
  const meta = schema['x-resource'];
  const visible = (key: string) => schema.properties[key.replace(/^-/, '')]?.['x-hidden'] !== true;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, settleValues(field)]),
    ),
    'x-resource': { ...meta, sort: meta.sort.split(',').filter(visible).join(',') || meta.id },
  };
}
