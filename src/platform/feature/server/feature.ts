import type { PolicyTable } from '../../access/server/policy-file.ts';
import type { Implementation } from '../../context/server/context.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import type { TaskReader } from '../../imports/server/task-readers.ts';
import type { JobKind, RowChore } from '../../jobs/server/kinds.ts';
import type { MayRead } from '../../media/server/may-play.ts';
import type { ResourceParts, ResourceRegistry } from '../../resources/server/registry.ts';
import type { EntitySchema } from '../../schema/types.ts';

/** Everything that a feature, or a room of the platform that answers calls, brings to the server. */
export interface ServerFeature extends ResourceParts {
  name: string;
  /** Modules that declare calls; what they export besides is left out. */
  contract?: readonly object[];
  /** One for each declared call. */
  handlers?: readonly Implementation[];
  /** Calls that follow from the schemas, with their handlers. */
  fromSchemas?: (
    core: readonly EntitySchema[],
    resources: ResourceRegistry,
  ) => {
    declared: readonly EndpointSpec[];
    handlers: readonly Implementation[];
  };
  /** Who may read files that are attached to records that are no rows of a resource, by kind of record. */
  mediaReaders?: Readonly<Record<string, MayRead>>;
  /** Reads the progress of the feature's background work for `GET /v1/portal/async/tasks/:id`. */
  taskReader?: TaskReader;
  /** Its background work. */
  jobs?: readonly (JobKind | RowChore)[];
  /** Its tables in `policies/`; checked at the start. */
  policyTables?: readonly PolicyTable<unknown>[];
}

/** The calls that a feature's contract declares. */
export const declaredBy = ({ contract = [] }: ServerFeature): EndpointSpec[] =>
  contract.flatMap((module) =>
    Object.values(module).filter(
      (x: unknown): x is EndpointSpec => typeof x === 'object' && x !== null && 'method' in x && 'access' in x,
    ),
  );
