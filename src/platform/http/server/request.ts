import type { Actor, Caller } from '../../context/server/context.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import type { WhenDurable } from '../../state/server/shared-state.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The declaration of the endpoint, if the path has one. */
    endpoint: EndpointSpec | null;
    /** Set once the signature is proved. */
    caller: Caller | null;
    /** Set once the role is proved. */
    actor: Actor | null;
    /** Waits until the nonce is on the disk, where the request is served meanwhile. No answer is sent before. */
    whenDurable: WhenDurable | null;
    /** The error code of a refused request. */
    failure: ErrorCode | null;
  }
  interface FastifyContextConfig {
    /** The declaration that the route was mounted from. */
    endpoint?: EndpointSpec;
    /** A route beside the contract (health, metrics, the portal's files …); any other fails the start. */
    beside?: true;
  }
}

/** A header that is sent once or not at all; absent and empty are the same, also under the MAC. */
export const header = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');
