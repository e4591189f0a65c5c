import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Connection } from 'pg';

/** Columns of a statement's rows with their parsers. */
export type Shape = readonly { readonly name: string; readonly parse: (text: string) => unknown }[];

/** Shape of a statement that returns no rows. */
export const rowless: Shape = [];

/** Longer texts are rarely reused; keeping their plans would evict reused ones. */
const maxNamedLength = 4096;
const maxPerConnection = 256;

const names = new LRUCache<string, string>({ max: 2000 });

/** Name of the prepared statement on a connection; empty for very long texts, which are parsed every time. */
export function nameOf(sql: string): string {
  if (sql.length > maxNamedLength) return '';
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 22);
    names.set(sql, name);
  }
  return name;
}

/** The prepared statements of a connection, and those evicted from the cache that it should close. */
export class PreparedStatements {
  readonly #shapes = new LRUCache<string, Shape>({
    max: maxPerConnection,
    dispose: (_shape, name, reason) => {
      if (reason === 'evict') this.#evicted.push(name);
    },
  });
  #evicted: string[] = [];

  shapeOf(name: string): Shape | undefined {
    return name === '' ? undefined : this.#shapes.get(name);
  }

  remember(name: string, shape: Shape): void {
    if (name !== '') this.#shapes.set(name, shape);
  }

  /** Returns the names to close on the connection and clears the list. */
  takeEvicted(): string[] {
    const names = this.#evicted;
    this.#evicted = [];
    return names;
  }
}

const byConnection = new WeakMap<Connection, PreparedStatements>();

export function preparedOn(connection: Connection): PreparedStatements {
  const known = byConnection.get(connection);
  if (known) return known;
  const prepared = new PreparedStatements();
  byConnection.set(connection, prepared);
  return prepared;
}
