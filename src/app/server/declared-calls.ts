import type { Implementation } from '../../platform/context/server/context.ts';
import type { EndpointSpec } from '../../platform/contract/endpoint.ts';
import { declaredBy, type ServerFeature } from '../../platform/feature/server/feature.ts';
import type { ResourceRegistry } from '../../platform/resources/server/registry.ts';
import type { EntitySchema } from '../../platform/schema/types.ts';

/** Every call of the features and of the core's entities, and what answers each. */
export function declaredCalls(
  features: readonly ServerFeature[],
  core: readonly EntitySchema[],
  resources: ResourceRegistry,
): { declared: readonly EndpointSpec[]; implementations: readonly Implementation[] } {
  const fromSchemas = features.flatMap(({ fromSchemas: calls }) => (calls ? [calls(core, resources)] : []));
  return {
    declared: [...features.flatMap(declaredBy), ...fromSchemas.flatMap((calls) => calls.declared)],
    implementations: [
      ...features.flatMap(({ handlers = [] }) => handlers),
      ...fromSchemas.flatMap(({ handlers }) => handlers),
    ],
  };
}
