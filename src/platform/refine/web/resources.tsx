import type { ResourceProps } from '@refinedev/core';
import type { ReactNode } from 'react';
import { isOwn, OWN_PAGE } from '../../schema/own-resource.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { iconOf } from './icons.tsx';

/** What pages know of a resource beside its name; Refine hands it around as `meta`. */
export interface ResourceMeta {
  label: string;
  icon: ReactNode;
  /** Area of the permission table. */
  area: string;
  schema: EntitySchema;
}

/**
 * Refine's resources: one for every schema that the current role may open, named like the schema.
 *
 * @param pathOf The page of an area; a resource without one is listed at the path that its area names
 */
export const resourcesOf = (
  schemas: Iterable<readonly [string, EntitySchema]>,
  pathOf: (area: string) => string | undefined,
): ResourceProps[] =>
  Array.from(schemas, ([name, schema]) => {
    const { area, icon } = schema['x-resource'];
    const meta: ResourceMeta = { label: schema.title, icon: iconOf(icon), area, schema };
    return { name, list: isOwn(schema) ? `${OWN_PAGE}/${name}` : (pathOf(area) ?? `/${area}`), meta };
  });
