import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { qb } from '../../../../db/server/query-builder.ts';

/** Placeholder in a statement for a value that differs between calls. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export const slot = (name: string): RawBuilder<unknown> => sql`${new Slot(name)}`;

/** Values of a plan's slots. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * A statement that is compiled once and executed many times: text and parameters stay, slots are filled in. It keeps
 * the query builder out of each request, and the text constant, so that a connection reuses its prepared statement.
 */
export type Plan<R> = (values: Values) => CompiledQuery<R>;

export function plan<R>(statement: RawBuilder<R>): Plan<R> {
  const compiled = statement.compile(qb);
  return (values) => ({
    ...compiled,
    parameters: compiled.parameters.map((parameter) => {
      if (!(parameter instanceof Slot)) return parameter;
      if (!(parameter.name in values)) throw new TypeError(`the statement needs ${parameter.name}`);
      return values[parameter.name];
    }),
  });
}
