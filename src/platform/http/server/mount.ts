import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Implementation } from '../../context/server/context.ts';
import { readDevice } from '../../identity/server/known-devices.ts';
import { admit, entityIn, isUnsigned } from './admit.ts';
import { appKind, checkContent, throttleAccount } from './check-content.ts';
import { contextFor } from './context-for.ts';
import { deviceCookieValue } from './device-cookie.ts';
import { routeOf, type MountOptions, type Route } from './route.ts';
import { serve } from './serve.ts';

/** Mounts one endpoint of the contract. Its requests are admitted, checked and served, in this order. */
export function mount(app: FastifyInstance, implementation: Implementation, options: MountOptions): void {
  const route = routeOf(app, implementation, options);
  const { endpoint, encodeEntity } = route;
  const { method, path, status = 200, response } = endpoint;
  app.route({
    method,
    url: path,
    handler: (request, reply) => answer(route, request, reply),
    config: { endpoint },
    ...(response && !encodeEntity
      ? { schema: { response: { [status]: { type: 'object', properties: { data: response } } } } }
      : {}),
  });
}

async function answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, throttle, services } = route;
  request.endpoint = endpoint;
  try {
    const raw = await admit(route, request);

    const kind = appKind(endpoint, request);
    const entity = request.actor ? entityIn(route, request, request.actor) : undefined;
    const content = checkContent(route, request, raw, entity);
    if (isUnsigned(endpoint, request)) {
      const device = readDevice(services.cipher, deviceCookieValue(request));
      await throttleAccount(throttle, endpoint.name, content.body, device?.id);
    }

    const contexts = contextFor(route, request, reply, kind, entity);
    return await serve(route, request, reply, { ...contexts, raw, content, entity });
  } catch (error) {
    // A refusal is an answer too, and waits for the nonce.
    await request.whenDurable?.();
    throw error;
  }
}
