import type { Implementation } from '../../context/server/context.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import type { ErrorCodes } from '../../errors/catalogue.ts';

/**
 * Everything that a feature, or a room of the platform that answers calls, brings to the server. A room that takes more
 * from features (hooks, jobs, readers of files) adds its own property by `declare module`.
 */
export interface ServerFeature {
  name: string;
  /** Modules that declare calls; their other exports are ignored. */
  contract?: readonly object[];
  /** One for each declared call. */
  handlers?: readonly Implementation[];
  /** Its error codes (`errors.ts`), on both ends. */
  errors?: Partial<ErrorCodes>;
}

/** The calls that a feature's contract declares. */
export const declaredBy = ({ contract = [] }: ServerFeature): EndpointSpec[] =>
  contract.flatMap((module) =>
    Object.values(module).filter(
      (x: unknown): x is EndpointSpec => typeof x === 'object' && x !== null && 'method' in x && 'access' in x,
    ),
  );
