import Fastify from 'fastify';
import { serveParent } from './children.ts';

type WireRow = Record<string, unknown>;
/** The answer on the wire, a list or one row, so that the bare route sends as many bytes as the others. */
export type BareAnswer = { total: number; items: WireRow[] } | WireRow;

const isList = (answer: BareAnswer): answer is { total: number; items: WireRow[] } => Array.isArray(answer['items']);

/** JSON schema of a row's fields. */
const rowSchema = (row: WireRow = {}) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, { type: typeof value === 'number' ? 'number' : 'string' }]),
  ),
});

/** (a) A Fastify route with a constant answer, serialised in Fastify's fastest way. */
export function bareServer(): void {
  const app = Fastify();
  let answer: BareAnswer = { total: 0, items: [] };
  serveParent(
    async (given: BareAnswer) => {
      answer = given;
      const data = isList(given)
        ? {
            type: 'object',
            properties: { total: { type: 'integer' }, items: { type: 'array', items: rowSchema(given.items[0]) } },
          }
        : rowSchema(given);
      app.route({
        method: ['GET', 'POST'],
        url: '/list',
        schema: { response: { 200: { type: 'object', properties: { data } } } },
        handler: async () => ({ data: answer }),
      });
      return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    },
    () => app.close(),
  );
}
