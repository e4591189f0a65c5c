import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FILE_HEADERS, HSTS, PAGE_HEADERS, contentSecurityPolicy } from './headers.ts';

/** Sends the page of the portal; undefined where the portal is not built. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const PAGE = 'index.html';
const YEAR_S = 31_536_000;

/**
 * Serves the built portal: hashed files with unlimited caching and the build's compressed copies, other files with
 * revalidation.
 *
 * @param folder Output of the build; where it is missing (development) nothing is served
 * @param uploads Origin that the page posts files to, where it is not the portal itself
 * @returns The handler for a path of the portal
 */
export function servePortal(app: FastifyInstance, folder: string, uploads?: string): SendPage | undefined {
  const page = path.join(folder, PAGE);
  if (!existsSync(page)) return undefined;
  void app.register(serveFiles, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    allowedPath: (pathName) => !pathName.includes('..'),
    setHeaders: (reply) => {
      for (const [name, value] of Object.entries(FILE_HEADERS)) reply.setHeader(name, value);
      reply.setHeader('vary', 'accept-encoding');
    },
  });
  const beside = { config: { beside: true }, exposeHeadRoute: true } as const;
  app.get<{ Params: { '*': string } }>('/assets/*', beside, (request, reply) =>
    reply
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .sendFile(request.params['*'], path.join(folder, 'assets')),
  );
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && isPublic(entry.name),
  )) {
    app.get(addressOf(name), beside, (_request, reply) => reply.header('cache-control', 'no-cache').sendFile(name));
  }
  return pageSender(readFileSync(page, 'utf8'), uploads);
}

/** Files beside the page, without it and the compressed copies. */
const isPublic = (name: string): boolean => name !== PAGE && !name.startsWith('.') && !/\.(br|gz)$/.test(name);

/** A static page has an address without the ending, as the portal's pages have. */
const addressOf = (name: string): string => `/${name.replace(/\.html$/, '')}`;

const NONCE = '<meta property="csp-nonce" nonce="';

/**
 * Each page has its own nonce, which it reads from a `<meta property="csp-nonce">` for the style sheets added at run
 * time.
 */
function pageSender(html: string, uploads: string | undefined): SendPage {
  const [before, after] = [
    html.slice(0, html.indexOf('<head>') + '<head>'.length),
    html.slice(html.indexOf('<head>') + '<head>'.length),
  ];
  return (request, reply) => {
    const nonce = randomBytes(16).toString('base64url');
    reply
      .headers(PAGE_HEADERS)
      .header('content-security-policy', contentSecurityPolicy(nonce, uploads))
      .type('text/html; charset=utf-8');
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
    return reply.send(`${before}${NONCE}${nonce}">${after}`);
  };
}
