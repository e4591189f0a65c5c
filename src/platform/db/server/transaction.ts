import type { PoolClient } from 'pg';
import type { Announcements } from './announcements.ts';
import type { Answer, Answers, Closing, Statement, Tenant, Tx } from './database.ts';
import { asDatabaseFailure, DatabaseUnavailable, isConnectionLost, TransactionTimeout } from './errors.ts';
import { send, type Outcome, type Step } from './pipeline.ts';
import { commitStep, rollbackStep } from './steps.ts';

export interface TransactionParts {
  readonly tenant: Tenant;
  readonly client: PoolClient;
  /** Begin and context: they travel with the first statement, so a transaction that never sends one costs no message. */
  readonly opening: readonly Step[];
  readonly limitMs: number;
  /** Makes steps of statements and tells listeners. */
  readonly prepare: (statements: readonly Statement[]) => Step[];
  readonly announcements: Announcements;
}

/** A transaction on a connection of its own, from its first statement to commit or rollback. */
export class Transaction implements Tx {
  readonly tenant: Tenant;
  readonly #parts: TransactionParts;
  readonly #closings: Closing[] = [];
  readonly #announced: [channel: string, texts: readonly string[]][] = [];
  #tail: Promise<unknown> = Promise.resolve();
  #begun = false;
  #open = true;
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: TransactionParts) {
    this.#parts = parts;
    this.tenant = parts.tenant;
  }

  /** Whether statements may still be sent; afterwards work left running is on its own. */
  get isOpen(): boolean {
    return this.#open;
  }

  async run<R>(statement: Statement<R>): Promise<Answer<R>> {
    const [answer] = await this.batch([statement]);
    return answer;
  }

  async batch<const Q extends readonly Statement[]>(statements: Q): Promise<Answers<Q>> {
    if (!this.#open) throw new Error('the transaction is over: its work must await what it starts');
    return (await this.#queue(this.#parts.prepare(statements))) as Answers<Q>;
  }

  atEnd(closing: Closing): void {
    if (!this.#open) throw new Error('the transaction is over: its work must await what it starts');
    this.#closings.push(closing);
  }

  async announce(channel: string, texts: readonly string[]): Promise<void> {
    if (texts.length === 0) return;
    const statements = this.#parts.announcements.statements(channel, texts);
    if (statements.length > 0) await this.batch(statements);
    this.#announced.push([channel, texts]);
  }

  /** Work that joins: when it fails the whole transaction does, even where the error is caught outside. */
  async join<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await work(this);
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  /**
   * Does the work and commits, or rolls back and throws. The connection goes back to its pool, or is destroyed where
   * nobody knows in which state it is.
   */
  async perform<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TransactionTimeout(this.#parts.limitMs)), this.#parts.limitMs);
    });
    const inTime = <P>(promise: Promise<P>) => Promise.race([promise, tooLong]);
    let clean = false;
    try {
      const result = await inTime(this.join(work));
      await inTime(this.#tail);
      if (this.#failure) throw this.#failure.error;
      const last = await inTime(this.#close());
      this.#open = false;
      await inTime(this.#commit(last)).catch((error: unknown) => {
        throw error instanceof TransactionTimeout
          ? new DatabaseUnavailable('the commit was not answered in time')
          : error;
      });
      clean = true;
      for (const [channel, texts] of this.#announced) this.#parts.announcements.committed(channel, texts);
      return result;
    } catch (error) {
      this.#open = false;
      clean = !(error instanceof TransactionTimeout) && (await inTime(this.#rollBack()).catch(() => false));
      throw error;
    } finally {
      clearTimeout(timer);
      this.#parts.client.release(!clean);
    }
  }

  /**
   * One after the other: a connection that is asked twice at once would have to queue, and what follows a failure is
   * pointless.
   */
  #queue(steps: readonly Step[]): Promise<Outcome[]> {
    const answer = this.#tail.then(async () => {
      if (this.#failure) throw this.#failure.error;
      const opening = this.#begun ? [] : this.#parts.opening;
      this.#begun = true;
      try {
        return (await send(this.#parts.client, [...opening, ...steps])).slice(opening.length);
      } catch (error) {
        this.#failure = { error: asDatabaseFailure(error) };
        throw this.#failure.error;
      }
    });
    this.#tail = answer.catch(() => undefined);
    return answer;
  }

  /** What goes with the commit. One closing after the other: each may ask before it answers. */
  async #close(): Promise<Step[]> {
    const last: Step[] = [];
    for (const closing of this.#closings) {
      try {
        last.push(...this.#parts.prepare(await closing.statements(this)));
      } catch (error) {
        throw closing.failure?.(error) ?? error;
      }
    }
    return last;
  }

  async #commit(last: readonly Step[]): Promise<void> {
    if (!this.#begun && last.length === 0) return;
    const opening = this.#begun ? [] : this.#parts.opening;
    this.#begun = true;
    await send(this.#parts.client, [...opening, ...last, commitStep]).catch((error: unknown) => {
      const failure = asDatabaseFailure(error);
      this.#failure = { error: failure };
      throw this.#closings.reduce<unknown>((told, closing) => closing.failure?.(told) ?? told, failure);
    });
  }

  /** @returns Whether the connection is known to be clean again */
  async #rollBack(): Promise<boolean> {
    await this.#tail;
    if (!this.#begun) return true;
    if (isConnectionLost(this.#failure?.error)) return false;
    await send(this.#parts.client, [rollbackStep]);
    return true;
  }
}
