import Fastify from 'fastify';
import { serveParent } from './children.ts';

/**
 * One row of a list as it goes over the wire, and the answer's shape, so that the bare route carries as many bytes as
 * the others.
 */
export interface BareAnswer {
  total: number;
  items: Record<string, unknown>[];
}

/** (a) A Fastify route that has its answer already, and turns it into text as Fastify does best. */
export function bareServer(): void {
  const app = Fastify();
  let answer: BareAnswer = { total: 0, items: [] };
  serveParent(
    async (given: BareAnswer) => {
      answer = given;
      const properties = Object.fromEntries(
        Object.entries(given.items[0] ?? {}).map(([key, value]) => [
          key,
          { type: typeof value === 'number' ? 'number' : 'string' },
        ]),
      );
      const list = {
        type: 'object',
        properties: { total: { type: 'integer' }, items: { type: 'array', items: { type: 'object', properties } } },
      };
      app.get('/list', { schema: { response: { 200: { type: 'object', properties: { data: list } } } } }, async () => ({
        data: answer,
      }));
      return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    },
    () => app.close(),
  );
}
