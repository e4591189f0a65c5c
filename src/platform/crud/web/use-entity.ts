import { useResourceParams } from '@refinedev/core';
import { useMemo } from 'react';
import type { ResourceMeta } from '../../refine/web/resources.tsx';
import { resourceEndpoints, resourceSpecOf } from '../../resources/contract/resource.ts';
import type { EntitySchema } from '../../schema/types.ts';

/** A resource with its schema and calls. */
export interface Entity {
  name: string;
  schema: EntitySchema;
  calls: ReturnType<typeof resourceEndpoints>;
}

/** A resource by its name; `undefined` where the current role has none of that name. */
export function useEntity(name: string): Entity | undefined {
  const { resource } = useResourceParams({ resource: name });
  const schema = (resource?.meta as ResourceMeta | undefined)?.schema;
  return useMemo(() => {
    if (schema === undefined) return undefined;
    return { name, schema, calls: resourceEndpoints(resourceSpecOf(schema)) };
  }, [name, schema]);
}

/** The name that people know a row by. */
export const rowName = (
  { 'x-resource': { label, id } }: EntitySchema,
  row: Readonly<Record<string, unknown>>,
): string => String(row[label] ?? row[id] ?? '');
export const rowId = ({ 'x-resource': { id } }: EntitySchema, row: Readonly<Record<string, unknown>>): string =>
  String(row[id]);
