import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'pg';

/** How the rows of a statement look: its columns, and how the text of each becomes a value. */
export type Shape = readonly { readonly name: string; readonly parse: (text: string) => unknown }[];

/** Of a statement that returns no rows. */
export const rowless: Shape = [];

/** Longer texts are mostly built for one occasion; keeping their plans would push out those used again. */
const longestNamed = 4096;
const keptPerConnection = 256;

const names = new LRUCache<string, string>({ max: 2000 });

/** Name under which a connection keeps a statement parsed; empty (parsed anew each time) for very long ones. */
export function nameOf(sql: string): string {
  if (sql.length > longestNamed) return '';
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 22);
    names.set(sql, name);
  }
  return name;
}

/** Which statements a connection has parsed, and which it should forget since others took their place. */
export class Prepared {
  readonly #shapes = new LRUCache<string, Shape>({
    max: keptPerConnection,
    dispose: (_shape, name, reason) => {
      if (reason === 'evict') this.#forgotten.push(name);
    },
  });
  #forgotten: string[] = [];

  shapeOf(name: string): Shape | undefined {
    return name === '' ? undefined : this.#shapes.get(name);
  }

  remember(name: string, shape: Shape): void {
    if (name !== '') this.#shapes.set(name, shape);
  }

  /** Names to close on the connection, each once. */
  takeForgotten(): string[] {
    const names = this.#forgotten;
    this.#forgotten = [];
    return names;
  }
}

const ofConnections = new WeakMap<Connection, Prepared>();

export function preparedOn(connection: Connection): Prepared {
  let prepared = ofConnections.get(connection);
  if (!prepared) ofConnections.set(connection, (prepared = new Prepared()));
  return prepared;
}
