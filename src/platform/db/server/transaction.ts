import type { PoolClient } from 'pg';
import type { Announcements } from './announcements.ts';
import type { Answer, Answers, CommitHook, Extension, Statement, Tenant, Tx } from './database.ts';
import { asDatabaseFailure, DatabaseUnavailable, isConnectionLost, isOvertaken, TransactionTimeout } from './errors.ts';
import { send, type Outcome, type Step } from './pipeline.ts';
import { commitStep, relaxStep, rollbackStep, rollbackToStep, savepointStep } from './steps.ts';
import type { Turns } from './turns.ts';

export interface TransactionParts {
  readonly tenant: Tenant;
  readonly client: PoolClient;
  /** Begin and context. Sent with the first statement, so that a transaction without statements sends nothing. */
  readonly opening: readonly Step[];
  readonly limitMs: number;
  /** Turns statements into steps and notifies statement listeners. */
  readonly prepare: (statements: readonly Statement[]) => Step[];
  readonly announcements: Announcements;
  readonly turns: Turns;
}

/** Steps that wait for the next message, and what checks their outcomes. */
interface Waiting {
  readonly steps: readonly Step[];
  readonly check: (outcomes: readonly Outcome[]) => void;
}

/** A transaction on its own connection. */
export class Transaction implements Tx {
  readonly tenant: Tenant;
  readonly #parts: TransactionParts;
  readonly #commitHooks: CommitHook[] = [];
  readonly #afterCommit: (() => Promise<void> | void)[] = [];
  #extension: Extension | undefined;
  /** Resolves when the commit is on disk. */
  #durable: Promise<void> = Promise.resolve();
  readonly #announced: [channel: string, texts: readonly string[]][] = [];
  #waiting: Waiting[] = [];
  #tail: Promise<unknown> = Promise.resolve();
  #begun = false;
  #open = true;
  #committing = false;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: TransactionParts) {
    this.#parts = parts;
    this.tenant = parts.tenant;
  }

  /** Whether statements may still be sent; work that was not awaited no longer belongs to the transaction. */
  get isOpen(): boolean {
    return this.#open;
  }

  async run<R>(statement: Statement<R>): Promise<Answer<R>> {
    const [answer] = await this.batch([statement]);
    return answer;
  }

  async batch<const Q extends readonly Statement[]>(statements: Q): Promise<Answers<Q>> {
    this.#assertOpen();
    return this.#answers(statements);
  }

  withNext<const Q extends readonly Statement[]>(statements: Q, check: (answers: Answers<Q>) => void = () => {}): void {
    this.#assertOpen();
    const steps = this.#parts.prepare(statements);
    this.#waiting.push({ steps, check: (outcomes) => check(outcomes as Answers<Q>) });
  }

  async sendWaiting(): Promise<void> {
    this.#assertOpen();
    if (this.#waiting.length > 0) await this.#queue([]);
  }

  beforeCommit(hook: CommitHook): void {
    this.#assertOpen();
    this.#commitHooks.push(hook);
  }

  extendLast(extension: Extension): void {
    this.#assertOpen();
    if (this.#extension) throw new Error('a transaction has one last change');
    this.#extension = extension;
  }

  afterCommit(hook: () => Promise<void> | void): void {
    this.#assertOpen();
    this.#afterCommit.push(hook);
  }

  #assertOpen(): void {
    if (!this.#open) throw new Error('the transaction is over: its work must await what it starts');
  }

  async announce(channel: string, texts: readonly string[]): Promise<void> {
    if (texts.length === 0) return;
    const statements = this.#parts.announcements.statements(channel, texts);
    if (statements.length > 0) await this.batch(statements);
    this.#announced.push([channel, texts]);
  }

  async #answers<const Q extends readonly Statement[]>(statements: Q): Promise<Answers<Q>> {
    return (await this.#queue(this.#parts.prepare(statements))) as Answers<Q>;
  }

  /** Makes the transaction roll back, even if the caller catches the error. @returns the error */
  fail<E>(error: E): E {
    this.#failure ??= { error };
    return error;
  }

  /** Waits for the disk and runs the hooks one after another. Call it outside of the transaction, after its commit. */
  async finish(): Promise<void> {
    await this.#durable;
    for (const [channel, texts] of this.#announced) this.#parts.announcements.committed(channel, texts);
    for (const hook of this.#afterCommit) await hook();
  }

  /**
   * Runs the work and commits, or rolls back and throws. The connection returns to the pool, or is destroyed when its
   * state is unknown.
   */
  async perform<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TransactionTimeout(this.#parts.limitMs)), this.#parts.limitMs);
    });
    const inTime = <P>(promise: Promise<P>) => Promise.race([promise, timeout]);
    let clean = false;
    try {
      const result = await inTime(
        work(this).catch((error: unknown) => {
          throw this.fail(error);
        }),
      );
      await inTime(this.sendWaiting());
      await inTime(this.#tail);
      if (this.#failure) throw this.#failure.error;
      const last = await inTime(this.#runCommitHooks());
      this.#open = false;
      await inTime(this.#commit(last)).catch((error: unknown) => {
        throw error instanceof TransactionTimeout && this.#committing
          ? new DatabaseUnavailable('the commit was not answered in time')
          : error;
      });
      clean = true;
      return result;
    } catch (error) {
      this.#open = false;
      this.#ended = true;
      clean = !(error instanceof TransactionTimeout) && (await inTime(this.#rollBack()).catch(() => false));
      throw error;
    } finally {
      clearTimeout(timer);
      this.#parts.client.release(!clean);
    }
  }

  /**
   * Runs steps one after another, because a connection handles one message at a time; after a failure the rest is
   * rejected.
   */
  #queue(steps: readonly Step[]): Promise<Outcome[]> {
    const before = this.#waiting;
    this.#waiting = [];
    const answer = this.#tail.then(async () => {
      if (this.#failure) throw this.#failure.error;
      const opening = this.#begun ? [] : this.#parts.opening;
      this.#begun = true;
      const sent = [...opening, ...before.flatMap((one) => one.steps), ...steps];
      const outcomes = await send(this.#parts.client, sent).catch((error: unknown) => {
        throw this.fail(asDatabaseFailure(error));
      });
      try {
        return checked(before, outcomes.slice(opening.length));
      } catch (error) {
        throw this.fail(error);
      }
    });
    this.#tail = answer.catch(() => undefined);
    return answer;
  }

  /** Runs the hooks one after another, since each may query; returns the steps to send with the commit. */
  async #runCommitHooks(): Promise<Step[]> {
    const last: Step[] = [];
    for (const hook of this.#commitHooks) {
      try {
        last.push(...this.#parts.prepare(await hook.statements(this)));
      } catch (error) {
        throw hook.mapError?.(error) ?? error;
      }
    }
    return last;
  }

  async #commit(last: readonly Step[]): Promise<void> {
    if (this.#extension) return this.#commitInTurn(this.#extension, last);
    if (this.#begun || last.length > 0) await this.#sendLast([...last, commitStep]);
  }

  /**
   * Extends and commits when it is this transaction's turn. While others wait for theirs, the commit does not wait for
   * the disk: it and theirs are flushed together before any of them is confirmed.
   */
  async #commitInTurn(extension: Extension, last: readonly Step[]): Promise<void> {
    const turn = await this.#parts.turns.take(extension.key);
    let committed = false;
    try {
      // The time limit may have ended while it waited.
      if (this.#ended) return;
      const commit = turn.relaxed ? [relaxStep, commitStep] : [commitStep];
      if (!(await this.#follow(extension, last, commit))) await this.#extend(extension, last, commit);
      committed = true;
      if (turn.relaxed) this.#durable = turn.flushed;
      extension.committed();
    } finally {
      turn.release(committed);
    }
  }

  /** Commits after the previous transaction of this process. @returns false where another process came between */
  async #follow(extension: Extension, last: readonly Step[], commit: readonly Step[]): Promise<boolean> {
    const statements = extension.follow();
    if (!statements) return false;
    try {
      await this.#sendLast([...last, savepointStep, ...this.#parts.prepare(statements), ...commit]);
      return true;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
    this.#failure = undefined;
    this.#committing = false;
    await send(this.#parts.client, [rollbackToStep]).catch((lost: unknown) => {
      throw asDatabaseFailure(lost);
    });
    extension.overtaken();
    // What comes before the savepoint is done.
    await this.#extend(extension, [], commit);
    return true;
  }

  async #extend(extension: Extension, last: readonly Step[], commit: readonly Step[]): Promise<void> {
    const run = async <R>(statement: Statement<R>) => (await this.#answers([statement]))[0];
    const statements = await extension.statements({ run }).catch((error: unknown) => {
      throw extension.mapError(error);
    });
    await this.#sendLast([...last, ...this.#parts.prepare(statements), ...commit]);
  }

  async #sendLast(steps: readonly Step[]): Promise<void> {
    const opening = this.#begun ? [] : this.#parts.opening;
    this.#begun = true;
    this.#committing = true;
    await send(this.#parts.client, [...opening, ...steps]).catch((error: unknown) => {
      const failure = asDatabaseFailure(error);
      this.#failure = { error: failure };
      if (isOvertaken(failure)) throw failure;
      const mapped = this.#commitHooks.reduce<unknown>((as, hook) => hook.mapError?.(as) ?? as, failure);
      throw this.#extension?.mapError(mapped) ?? mapped;
    });
  }

  /** @returns whether the connection is known to be clean */
  async #rollBack(): Promise<boolean> {
    await this.#tail;
    if (!this.#begun) return true;
    if (isConnectionLost(this.#failure?.error)) return false;
    await send(this.#parts.client, [rollbackStep]);
    return true;
  }
}

/** Passes the first outcomes to the checks of what waited, and returns the others. */
function checked(waiting: readonly Waiting[], outcomes: Outcome[]): Outcome[] {
  let from = 0;
  for (const { steps, check } of waiting) {
    check(outcomes.slice(from, from + steps.length));
    from += steps.length;
  }
  return outcomes.slice(from);
}
