import { diffPatch } from './diff.ts';
import { isObject, sameValue, type JsonObject } from './json.ts';
import { OWN_AREA, isOwn } from './own-resource.ts';
import type { Base, EntitySchema, EnumLists, FieldSchema } from './types.ts';

/** What an organisation has changed of its schemas, by entity: each in the form of a file in `schemas/tenants`. */
export type SchemaPackage = Readonly<Record<string, JsonObject>>;

/** Identifies the JSON file of a package, and the version of its form. */
export const PACKAGE_FORMAT = 'xinyu-schemas/1';
/** Maximum number of entities of a package. */
export const PACKAGE_MAX = 80;

/** The overlay from one merged entity to another: what is published to get from the first to the second. */
export function overlayTo(base: EntitySchema, merged: EntitySchema): JsonObject {
  const unmarked = ({ 'x-tenant': _, ...field }: FieldSchema) => field;
  return diffPatch(
    { ...base },
    {
      ...merged,
      properties: Object.fromEntries(
        Object.entries(merged.properties).map(([name, field]) => [
          name,
          Object.hasOwn(base.properties, name) ? field : unmarked(field),
        ]),
      ),
    },
  );
}

/** A field as its author wrote it: values and labels that only repeat a list of `enums.json` are left out. */
function asWritten(field: FieldSchema, enums: EnumLists): JsonObject {
  const { 'x-tenant': _, ...written } = field;
  const { enum: values, 'x-labels': labels, ...rest } = written;
  const list = field['x-enum'] === undefined ? undefined : enums[field['x-enum']];
  if (!list || !sameValue(values?.map(String), Object.keys(list)) || !sameValue(labels, list)) return written;
  return rest;
}

/**
 * The differences of a merged entity from its base, in the form of a file in `schemas/tenants`; empty where there are
 * none. Merging the document into the base again gives the same entity.
 */
export function documentOf(base: Base, merged: EntitySchema, enums: EnumLists): JsonObject {
  const written = {
    ...merged,
    properties: Object.fromEntries(
      Object.entries(merged.properties).map(([name, field]) => [
        name,
        Object.hasOwn(base.properties, name) ? field : asWritten(field, enums),
      ]),
    ),
  };
  const document = diffPatch({ ...base }, written);
  const resource = document['x-resource'];
  if (!isOwn(merged) || !isObject(resource) || resource['area'] !== OWN_AREA) return document;
  const { area: __, ...meta } = resource;
  return { ...document, 'x-resource': meta };
}
