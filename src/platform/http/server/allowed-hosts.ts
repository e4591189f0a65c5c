import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { API_HEADERS } from './headers.ts';

/** Reached by load balancers and monitoring under any name or address. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
const HOST = 'host';
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Name of a `Host` header: lower case, without port and final dot. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/** Whether the request names more than one host; Node would silently take the first. */
function isDoubled({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  return hosts > 1;
}

/**
 * Answers only under the hosts of sites, those that the operator allows, and loopback names: 421 otherwise, 400 for a
 * request with two hosts.
 *
 * @param allowed Lower case, without port
 * @param isSite Whether it is the host of a site
 */
export function requireAllowedHost(
  app: FastifyInstance,
  allowed: readonly string[],
  isSite: (name: string) => Promise<boolean>,
): void {
  const always = new Set(allowed);
  app.addHook('onRequest', async (request, reply) => {
    if (isDoubled(request)) throw new AppError('PSY_MALFORMED_BODY', { message: '请求头 Host 只能有一个' });
    const name = nameOf(request.headers.host ?? '');
    if (LOOPBACK.test(name) || always.has(name)) return undefined;
    const { pathname } = new URL(request.raw.url ?? '/', 'http://host');
    if (PROBES.has(pathname) || (name !== '' && (await isSite(name)))) return undefined;
    const failure = new AppError('PSY_WRONG_HOST');
    if (!(request.headers.accept ?? '').includes('text/html')) throw failure;
    request.failure = failure.code;
    return reply.code(failure.status).headers(API_HEADERS).type('text/plain; charset=utf-8').send(failure.message);
  });
}
