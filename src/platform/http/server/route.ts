import type { FastifyInstance } from 'fastify';
import type { Implementation } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';
import { jsonReader } from './body.ts';
import { entityEncoder } from './entity.ts';
import type { Throttle } from './limits.ts';
import { partsCheck } from './validation.ts';

export interface MountOptions {
  services: Services;
  throttle: Throttle;
  /** Bytes; an endpoint may allow less, and files have separate limits. */
  bodyLimit: number;
}

/** An endpoint with its handler and everything that is prepared once for all its requests. */
export interface Route extends Implementation, MountOptions {
  readJson: ReturnType<typeof jsonReader>;
  checkParts: ReturnType<typeof partsCheck>;
  encodeEntity: ReturnType<typeof entityEncoder>;
}

export const routeOf = (
  app: FastifyInstance,
  { endpoint, handle }: Implementation,
  { services, throttle, bodyLimit }: MountOptions,
): Route => ({
  endpoint,
  handle,
  services,
  throttle,
  bodyLimit: endpoint.upload ?? Math.min(endpoint.bodyLimit ?? bodyLimit, bodyLimit),
  readJson: jsonReader(app),
  checkParts: partsCheck(endpoint),
  encodeEntity: entityEncoder(endpoint),
});
