import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from '../../errors/app-error.ts';
import type { SendPage } from './portal.ts';

/** Which methods an address of the contract has. */
function methodsByPath(endpoints: readonly EndpointSpec[]): (path: string) => string[] {
  const patterns = endpoints.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:[a-z_]+/g, '[^/]+')}$`),
  }));
  return (path) => [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}

/** Paths of the API or of files, where an unknown path is an error and never the portal's page. */
const NO_PAGE = /^\/(v\d+|dev|assets|objects)(\/|$)/;
/** The path of a missing file: the page in its place would be run as a script or cached as an image. */
const IS_FILE = /\.[A-Za-z0-9]+$/;

/**
 * Answers a path without a route: 405 where the path has other methods, the portal's page where it may be a page, else 404.
 * The portal itself decides which of its pages exist.
 */
export function notFound(endpoints: readonly EndpointSpec[], sendPage: SendPage | undefined) {
  const methodsOf = methodsByPath(endpoints);
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = (request.raw.url ?? '/').split('?', 1)[0] ?? '/';
    const methods = methodsOf(path);
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '));
      throw new AppError('PSY_METHOD_NOT_ALLOWED');
    }
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !NO_PAGE.test(path) && !IS_FILE.test(path);
    if (isPage && sendPage) return sendPage(request, reply);
    throw new AppError('PSY_NOT_FOUND', { message: '没有这个地址' });
  };
}
