import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';
import type { Row } from './database.ts';
import type { Encoded } from './parameters.ts';
import { parserOf } from './parsers.ts';
import { preparedOn, rowless, type PreparedStatements, type Shape } from './prepared.ts';

/** A statement ready to be sent; an empty `name` means that it is not kept prepared. */
export interface Step {
  readonly sql: string;
  readonly name: string;
  readonly parameters: Encoded[];
}

/** Result of a statement: its rows, or the number of affected rows. */
export type Outcome = Row[] | number;

const shapeOf = (fields: readonly FieldDef[]): Shape =>
  fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));

/** `INSERT 0 5`, `UPDATE 3`, `BEGIN`. */
const affectedRows = (tag: string) => Number(/\d+$/.exec(tag)?.[0] ?? 0);

/**
 * Several statements in one message: parse, bind, describe and execute for each, then a single sync. Outside an
 * explicit transaction they form one implicit transaction, and after an error the server skips the rest up to the
 * sync.
 *
 * Node-postgres calls `submit` when the query may be sent, and the `handle…` methods as messages arrive.
 */
class Pipeline implements Submittable {
  readonly #steps: readonly Step[];
  readonly #settle: (error: Error | null, outcomes: Outcome[]) => void;
  readonly #outcomes: Outcome[] = [];
  #prepared: PreparedStatements | undefined;
  /** Shapes of the statements that the connection already has prepared; the server describes the others. */
  #known: (Shape | undefined)[] = [];
  #shape: Shape | undefined;
  #rows: Row[] = [];
  #error: Error | null = null;

  constructor(steps: readonly Step[], settle: (error: Error | null, outcomes: Outcome[]) => void) {
    this.#steps = steps;
    this.#settle = settle;
  }

  submit(connection: Connection): void {
    const prepared = preparedOn(connection);
    this.#prepared = prepared;
    this.#known = this.#steps.map((step) => prepared.shapeOf(step.name));
    this.#shape = this.#known[0];
    connection.stream.cork();
    try {
      for (const name of prepared.takeEvicted()) connection.close({ type: 'S', name }, true);
      for (const [i, step] of this.#steps.entries()) this.#send(connection, step, this.#known[i] !== undefined);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  #send(connection: Connection, { sql, name, parameters }: Step, known: boolean): void {
    if (!known) {
      // After a failure the name may still be in use; closing an unknown statement is no error.
      if (name !== '') connection.close({ type: 'S', name }, true);
      connection.parse({ name, text: sql, types: [] }, true);
    }
    connection.bind({ statement: name, values: parameters }, true);
    if (!known) connection.describe({ type: 'P', name: '' }, true);
    connection.execute(null, true);
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#shape = shapeOf(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    try {
      let i = 0;
      for (const { name, parse } of this.#shape ?? rowless) {
        const text = fields[i++] ?? null;
        row[name] = text === null ? null : parse(text);
      }
    } catch (error) {
      // An exception here would end the process, because the caller is the socket's event handler.
      this.#error ??= error instanceof Error ? error : new Error(String(error));
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const shape = this.#shape ?? rowless;
    this.#prepared?.remember(this.#steps[this.#outcomes.length]?.name ?? '', shape);
    this.#outcomes.push(shape === rowless ? affectedRows(text) : this.#rows);
    this.#rows = [];
    this.#shape = this.#known[this.#outcomes.length];
  }

  handleError(error: Error): void {
    this.#settle(error, []);
  }

  handleReadyForQuery(): void {
    this.#settle(this.#error, this.#outcomes);
  }

  handleEmptyQuery(): void {
    this.#error ??= new Error('an empty statement was sent');
  }
  handlePortalSuspended(): void {
    this.#error ??= new Error('a statement was suspended before its end');
  }
  handleCopyInResponse(connection: Connection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('copy is not supported');
  }
  handleCopyData(): void {
    this.#error ??= new Error('copy is not supported');
  }
}

/**
 * Sends the steps in one message and waits for every answer. Rejects with the error of the first failed statement or of
 * the connection.
 */
export const send = (client: ClientBase, steps: readonly Step[]): Promise<Outcome[]> =>
  new Promise((resolve, reject) => {
    client.query(new Pipeline(steps, (error, outcomes) => (error ? reject(error) : resolve(outcomes))));
  });
