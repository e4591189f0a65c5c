import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Announcements } from './announcements.ts';
import type {
  AdminRun,
  Answers,
  Database,
  ChannelListener,
  Row,
  SentStatement,
  Statement,
  Tenant,
  TransactionOptions,
  Tx,
} from './database.ts';
import { asDatabaseFailure, asUnavailable, isConnectionLost, isStalePlan } from './errors.ts';
import { hasOnePlan } from './one-plan.ts';
import { send, type Outcome, type Step } from './pipeline.ts';
import { beginStep, compiled, contextStep, flushStep, statementStep } from './steps.ts';
import { Transaction } from './transaction.ts';
import { Turns } from './turns.ts';

/** The parts that differ between the embedded engine and a server. */
export interface Engine {
  readonly kind: Database['kind'];
  readonly pool: Pool;
  /** Time limit of a transaction in milliseconds; on a server also of each statement. */
  readonly timeLimitMs: number;
  readonly announcements: Announcements;
  onFatal(listener: (error: Error) => void): () => void;
  /** Called after the pool has ended. */
  close(): Promise<void>;
}

export class PgDatabase implements Database {
  readonly kind: Database['kind'];
  readonly #engine: Engine;
  /** Detects calls inside a transaction, which are refused; it never hands the transaction on. */
  readonly #running = new AsyncLocalStorage<Transaction | 'admin'>();
  readonly #turns = new Turns(async () => void (await this.#send([flushStep], true)));
  readonly #events = new EventEmitter<{ statement: [SentStatement] }>().setMaxListeners(0);

  constructor(engine: Engine) {
    this.#engine = engine;
    this.kind = engine.kind;
    // The pool removes broken idle connections itself, and a query on a broken connection fails.
    engine.pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  }

  read<const Q extends readonly Statement[]>(tenant: Tenant, statements: Q): Promise<Answers<Q>> {
    return this.#sendBatch('read', tenant, statements);
  }

  write<const Q extends readonly Statement[]>(tenant: Tenant, statements: Q): Promise<Answers<Q>> {
    return this.#sendBatch('write', tenant, statements);
  }

  async transaction<T>(
    tenant: Tenant,
    work: (tx: Tx) => Promise<T>,
    { isolation, timeLimitMs }: TransactionOptions = {},
  ): Promise<T> {
    this.assertOutside();
    const limitMs = timeLimitMs ?? this.#engine.timeLimitMs;
    const opening = [beginStep(isolation), contextStep(tenant, { limitMs: this.#statementLimit(limitMs) })];
    const prepare = (statements: readonly Statement[]) => this.#prepare('transaction', tenant, statements);
    const transaction = new Transaction({
      tenant,
      client: await this.#connect(),
      opening,
      limitMs,
      prepare,
      announcements: this.#engine.announcements,
      turns: this.#turns,
    });
    const result = await this.#running.run(transaction, () => transaction.perform(work));
    await transaction.finish();
    return result;
  }

  async flush(): Promise<void> {
    this.assertOutside();
    await this.#send([flushStep], true);
  }

  assertOutside(): void {
    const running = this.#running.getStore();
    if (running === 'admin') throw new Error('inside admin work only its own connection may be used');
    // Work that was not awaited may still run after the end of its transaction; it no longer belongs to it.
    if (!running?.isOpen) return;
    throw running.fail(new Error("use the transaction's tx inside a transaction"));
  }

  async admin<T>(work: (run: AdminRun) => Promise<T>): Promise<T> {
    if (this.#running.getStore()) throw new Error('admin work cannot start inside a transaction');
    const client = await this.#connect();
    const run: AdminRun = async (sql, parameters) => {
      // Several statements in one text return a list of results.
      const result: QueryResult<Row> | QueryResult<Row>[] = await client
        .query<Row>(sql, parameters && [...parameters])
        .catch((error: unknown) => {
          throw asDatabaseFailure(error);
        });
      return [result].flat().at(-1)?.rows ?? [];
    };
    let clean = false;
    try {
      const result = await this.#running.run('admin', () => work(run));
      clean = client.getTransactionStatus() === 'I';
      return result;
    } finally {
      client.release(!clean);
    }
  }

  async ping(): Promise<void> {
    await this.#send([statementStep({ sql: 'select 1', parameters: [] })], true);
  }

  listen(channel: string, listener: ChannelListener): () => void {
    return this.#engine.announcements.listen(channel, listener);
  }

  onStatement(listener: (statement: SentStatement) => void): () => void {
    this.#events.on('statement', listener);
    return () => this.#events.off('statement', listener);
  }

  onFatal(listener: (error: Error) => void): () => void {
    return this.#engine.onFatal(listener);
  }

  get connections(): Database['connections'] {
    const { totalCount, idleCount, waitingCount } = this.#engine.pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.#engine.announcements.close();
    await this.#engine.pool.end();
    await this.#engine.close();
  }

  async #sendBatch<const Q extends readonly Statement[]>(
    via: 'read' | 'write',
    tenant: Tenant,
    statements: Q,
  ): Promise<Answers<Q>> {
    this.assertOutside();
    const context = contextStep(tenant, {
      readOnly: via === 'read',
      onePlan: statements.some(hasOnePlan),
      limitMs: this.#statementLimit(this.#engine.timeLimitMs),
    });
    const steps = [context, ...this.#prepare(via, tenant, statements)];
    const outcomes = await this.#send(steps, via === 'read');
    return outcomes.slice(1) as Answers<Q>;
  }

  /**
   * Sends one message and retries once on a new connection when a plan is stale or the connection was lost. After a
   * lost connection only repeatable messages are retried, because the first attempt may have taken effect.
   */
  async #send(steps: readonly Step[], repeatable: boolean): Promise<Outcome[]> {
    const client = await this.#connect();
    try {
      return await this.#sendOn(client, steps);
    } catch (error) {
      if (isStalePlan(error) || (repeatable && isConnectionLost(error)))
        return this.#sendOn(await this.#connect(), steps);
      throw error;
    }
  }

  async #sendOn(client: PoolClient, steps: readonly Step[]): Promise<Outcome[]> {
    try {
      const outcomes = await send(client, steps);
      client.release();
      return outcomes;
    } catch (error) {
      const failure = asDatabaseFailure(error);
      client.release(isConnectionLost(failure) || isStalePlan(failure));
      throw failure;
    }
  }

  #connect(): Promise<PoolClient> {
    return this.#engine.pool.connect().catch((error: unknown) => {
      throw asUnavailable(error);
    });
  }

  #prepare(via: SentStatement['via'], tenant: Tenant, statements: readonly Statement[]): Step[] {
    return statements.map((statement) => {
      const { sql, parameters } = compiled(statement);
      this.#events.emit('statement', { sql, parameters, tenant, via });
      return statementStep({ sql, parameters });
    });
  }

  #statementLimit(limitMs: number): number | undefined {
    return this.kind === 'server' ? limitMs : undefined;
  }
}
