import { useResourceParams } from '@refinedev/core';
import { useMemo } from 'react';
import type { ResourceMeta } from '../../refine/web/resources.tsx';
import type { Entity } from '../../resources/contract/entity.ts';
import { resourceEndpoints, resourceSpecOf } from '../../resources/contract/resource.ts';

/** A resource by its name; `undefined` if the current role has none of that name. */
export function useEntity(name: string): Entity | undefined {
  const { resource } = useResourceParams({ resource: name });
  const schema = (resource?.meta as ResourceMeta | undefined)?.schema;
  return useMemo(() => {
    if (schema === undefined) return undefined;
    return { name, schema, calls: resourceEndpoints(resourceSpecOf(schema)) };
  }, [name, schema]);
}
