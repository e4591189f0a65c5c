import Fastify from 'fastify';
import { serveParent } from './children.ts';

/** A row of a list on the wire, and the shape of the answer, so that the bare route sends as many bytes as the others. */
export interface BareAnswer {
  total: number;
  items: Record<string, unknown>[];
}

/** (a) A Fastify route with a constant answer, serialised in Fastify's fastest way. */
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
