import { CompiledQuery } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Extension, Tenant, Tx } from '../../../../src/platform/db/server/database.ts';
import {
  DatabaseUnavailable,
  isForeignKeyViolation,
  isRetryable,
  isTimeout,
  isUniqueViolation,
  TransactionTimeout,
} from '../../../../src/platform/db/server/errors.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { describeDatabases, freshDatabase, useDatabase } from '../../../support/databases.ts';

const tenant: Tenant = { orgId: '2001', userId: 'u1' };
const raw = <R>(text: string, parameters: unknown[] = []) => CompiledQuery.raw(text, parameters) as CompiledQuery<R>;
const add = (id: number) => raw<never>('insert into items values ($1)', [id]);
const ids = raw<{ id: number }>('select id from items order by id');
const never = () => new Promise<never>(() => undefined);

/** A promise that the test resolves by calling `open`. */
function gate() {
  let open = () => undefined as void;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

describeDatabases('transactions', (kind) => {
  const db = useDatabase(kind);
  const stored = async () => (await db().read(tenant, [ids]))[0].map(({ id }) => id);

  beforeAll(() =>
    db().admin((run) =>
      run(`
    create table items (id int primary key);
    create table parts (id int primary key, item int references items deferrable initially deferred);
    create table counters (id int primary key, n int not null);
    grant all on items, parts, counters to xinyu_app`),
    ),
  );
  beforeEach(() =>
    db().admin((run) => run('truncate items, parts, counters; insert into counters values (1, 0), (2, 0)')),
  );

  it('commit when the work returns', async () => {
    const answer = await db().transaction(tenant, async (tx) => {
      expect(await tx.run(add(1))).toBe(1);
      expect(await tx.batch([add(2), ids])).toEqual([1, [{ id: 1 }, { id: 2 }]]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await stored()).toEqual([1, 2]);
  });

  describe('with statements that wait for the next message', () => {
    it('send them before it, in order, and check their answers', async () => {
      const seen: unknown[] = [];
      await db().transaction(tenant, async (tx) => {
        tx.withNext([add(1), ids], (answers) => void seen.push(answers));
        tx.withNext([add(2)]);
        expect(seen).toEqual([]);
        expect(await tx.run(ids)).toEqual([{ id: 1 }, { id: 2 }]);
        expect(seen).toEqual([[1, [{ id: 1 }]]]);
      });
      expect(await stored()).toEqual([1, 2]);
    });

    it('send them before the commit and its hooks', async () => {
      await db().transaction(tenant, async (tx) => {
        tx.withNext([add(1)]);
        tx.beforeCommit({ statements: async (last) => ((await last.run(ids)).length === 1 ? [add(2)] : []) });
      });
      expect(await stored()).toEqual([1, 2]);
    });

    it.each(['with a message', 'with the commit'])('roll back when a check fails: %s', async (when) => {
      const error = new Error('not so');
      const refuse = () => {
        throw error;
      };
      await expect(
        db().transaction(tenant, async (tx) => {
          tx.withNext([add(1)], refuse);
          if (when === 'with a message') await tx.run(add(2)).catch(() => undefined);
        }),
      ).rejects.toBe(error);
      expect(await stored()).toEqual([]);
    });

    it('roll back when one of them fails', async () => {
      const failed = await db()
        .transaction(tenant, async (tx) => {
          tx.withNext([add(1), add(1)]);
          await tx.run(ids);
        })
        .catch((error: unknown) => error);
      expect(isUniqueViolation(failed)).toBe(true);
      expect(await stored()).toEqual([]);
    });
  });

  describe('with a last change that all of a key make in turn', () => {
    const overtaken = 'do_overtaken()';
    const count = async () =>
      (await db().read(tenant, [raw<{ n: number }>('select n from counters where id = 1')]))[0][0]?.n;
    beforeAll(() =>
      db().admin((run) =>
        run(`create function ${overtaken} returns int language plpgsql as
          $$ begin raise exception 'overtaken' using errcode = 'XY001'; end $$`),
      ),
    );

    /** Adds one to a counter, by what the previous one left or by reading it. */
    function counter(left: { n?: number }, followed: string[], refuse = false): Extension {
      let next = 0;
      const set = (n: number) => {
        next = n;
        return [raw<never>('update counters set n = $1 where id = 1', [n])];
      };
      return {
        key: 'counter',
        follow() {
          if (left.n === undefined) return undefined;
          followed.push(refuse ? 'refused' : 'followed');
          return [...set(left.n + 1), ...(refuse ? [raw<never>(`select ${overtaken}`)] : [])];
        },
        overtaken: () => void followed.push('overtaken'),
        async statements(tx) {
          const [row] = await tx.run(raw<{ n: number }>('select n from counters where id = 1 for update'));
          followed.push('locked');
          return set((row?.n ?? 0) + 1);
        },
        committed: () => void (left.n = next),
        mapError: (error) => error,
      };
    }
    const extend = (extension: Extension, work: (tx: Tx) => Promise<void> = async () => undefined) =>
      db().transaction(tenant, async (tx) => {
        await work(tx);
        tx.extendLast(extension);
      });

    it('follow one another without reading it, and one that fails leaves no gap', async () => {
      const [left, how]: [{ n?: number }, string[]] = [{}, []];
      const fails = async (tx: Tx) => void (await tx.run(raw('select 1 / 0')));
      const ends = await Promise.allSettled(
        Array.from({ length: 12 }, (_, i) => extend(counter(left, how), i === 5 ? fails : undefined)),
      );
      expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
      expect(await count()).toBe(11);
      expect(how.filter((one) => one === 'locked')).toHaveLength(1);
    });

    it('read it where another process came between, with all that was done before', async () => {
      const how: string[] = [];
      await extend(counter({ n: 7 }, how, true), async (tx) => void (await tx.run(add(1))));
      expect([how, await count(), await stored()]).toEqual([['refused', 'overtaken', 'locked'], 1, [1]]);
    });

    it('are given up alone where the commit fails', async () => {
      const [left, how]: [{ n?: number }, string[]] = [{}, []];
      const orphan = async (tx: Tx) => void (await tx.run(raw('insert into parts values (1, 404)')));
      const ends = await Promise.allSettled([
        ...Array.from({ length: 5 }, () => extend(counter(left, how))),
        extend(counter(left, how), orphan),
      ]);
      expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
      expect(await count()).toBe(5);
    });
  });

  it('roll back when the work throws', async () => {
    const error = new Error('changed my mind');
    await expect(
      db().transaction(tenant, async (tx) => {
        await tx.run(add(1));
        throw error;
      }),
    ).rejects.toBe(error);
    expect(await stored()).toEqual([]);
  });

  it('roll back when a statement failed, even if its error is caught', async () => {
    await expect(
      db().transaction(tenant, async (tx) => {
        await tx.run(add(1));
        await tx.run(add(1)).catch(() => undefined);
        return 'fine';
      }),
    ).rejects.toSatisfy((error: unknown) => isUniqueViolation(error));
    expect(await stored()).toEqual([]);
  });

  it('fail when the commit fails', async () => {
    await expect(db().transaction(tenant, (tx) => tx.run(raw('insert into parts values (1, 99)')))).rejects.toSatisfy(
      (error: unknown) => isForeignKeyViolation(error, 'parts_item_fkey'),
    );
    expect(await db().read(tenant, [raw('select * from parts')])).toEqual([[]]);
  });

  it('wait for statements that the work did not await', async () => {
    await db().transaction(tenant, async (tx) => {
      void tx.run(add(1));
      void tx.run(add(2));
    });
    expect(await stored()).toEqual([1, 2]);
  });

  it('run concurrent statements one after another', async () => {
    await db().transaction(tenant, async (tx) => {
      await Promise.all(Array.from({ length: 20 }, (_, id) => tx.run(add(id))));
    });
    expect(await stored()).toHaveLength(20);
  });

  it('refuse statements after their end', async () => {
    const kept = await db().transaction(tenant, async (tx) => tx);
    await expect(kept.run(ids)).rejects.toThrow('over');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['read', () => db().read(tenant, [ids])],
    ['write', () => db().write(tenant, [add(2)])],
    ['transaction', () => db().transaction({ ...tenant }, async () => undefined)],
    ['read of another tenant', () => db().read({ orgId: '2002', userId: 'u1' }, [ids])],
    ['transaction of another user', () => db().transaction({ orgId: '2001', userId: null }, async () => undefined)],
  ])('refuse a %s inside, and roll back even if the error is caught', async (_, call) => {
    const errors: unknown[] = [];
    await expect(
      db().transaction(tenant, async (tx) => {
        await tx.run(add(1));
        await call().catch((error: unknown) => errors.push(error));
        return 'fine';
      }),
    ).rejects.toThrow("use the transaction's tx inside a transaction");
    expect(String(errors[0])).toContain("use the transaction's tx inside a transaction");
    expect(await stored()).toEqual([]);
  });

  it('run what was registered after the commit outside of the transaction, and drop it with a rollback', async () => {
    const seen: unknown[] = [];
    const answer = await db().transaction(tenant, async (tx) => {
      await tx.run(add(1));
      tx.afterCommit(async () => {
        await db().write(tenant, [add(2)]);
        seen.push(await stored());
      });
      return seen.length;
    });
    expect([answer, seen]).toEqual([0, [[1, 2]]]);
    await expect(
      db().transaction(tenant, async (tx) => {
        tx.afterCommit(() => void seen.push('rolled back'));
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    expect(seen).toHaveLength(1);
  });

  it('are isolated from concurrent transactions', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        db().transaction(tenant, async (tx) => {
          const [row] = await tx.run(raw<{ n: number }>('select n from counters where id = 1 for update'));
          await tx.batch([raw('update counters set n = $1 where id = 1', [(row?.n ?? 0) + 1]), add(i)]);
        }),
      ),
    );
    expect(await db().read(tenant, [raw('select n from counters where id = 1')])).toEqual([[{ n: 50 }]]);
    expect(await stored()).toHaveLength(50);
  });

  it('do not include work that runs after their end', async () => {
    const { open, passed } = gate();
    let late: Promise<unknown> = Promise.resolve();
    await db().transaction(tenant, async (tx) => {
      await tx.run(add(1));
      late = passed.then(() => db().write(tenant, [add(2)]));
    });
    open();
    await late;
    expect(await stored()).toEqual([1, 2]);
  });

  it('roll back after the time limit, and the database stays usable', async () => {
    await expect(
      db().transaction(
        tenant,
        async (tx) => {
          await tx.run(add(1));
          await never();
        },
        { timeLimitMs: 50 },
      ),
    ).rejects.toBeInstanceOf(TransactionTimeout);
    await db().write(tenant, [add(1)]);
    expect(await stored()).toEqual([1]);
  });

  it('give up on a slow statement, and the database is usable when the engine has finished it', async () => {
    await expect(
      db().transaction(
        tenant,
        async (tx) => {
          await tx.run(add(1));
          await tx.run(raw('select pg_sleep(0.5)'));
        },
        { timeLimitMs: 50 },
      ),
    ).rejects.toSatisfy(isTimeout);
    expect(await stored()).toEqual([]);
  });

  it('send nothing for work without statements', async () => {
    expect(await db().transaction(tenant, async () => 7)).toBe(7);
  });

  it('exclude admin work', async () => {
    expect(
      await db().admin(async (run) => {
        await expect(db().read(tenant, [ids])).rejects.toThrow('own connection');
        return run('select $1::int as a', [1]);
      }),
    ).toEqual([{ a: 1 }]);
    await expect(db().transaction(tenant, () => db().admin(async () => undefined))).rejects.toThrow(
      'inside a transaction',
    );
    await expect(db().admin((run) => run('begin; select 1/0'))).rejects.toMatchObject({ code: '22012' });
    await db().admin((run) => run('begin; truncate counters'));
    expect(await db().read(tenant, [raw('select count(*) as n from counters')])).toEqual([[{ n: 2 }]]);
  });

  describe.runIf(kind === 'server')('on a server', () => {
    it('cancel a statement after the time limit', async () => {
      await expect(
        db().transaction(tenant, (tx) => tx.run(raw('select pg_sleep(20)')), { timeLimitMs: 100 }),
      ).rejects.toSatisfy(isTimeout);
    });

    it('report serialisation failures as retryable', async () => {
      const read = gate();
      const changed = gate();
      const first = db().transaction(
        tenant,
        async (tx) => {
          await tx.run(raw('select n from counters'));
          read.open();
          await changed.passed;
          await tx.run(raw('update counters set n = n + 1 where id = 1'));
        },
        { isolation: 'serializable' },
      );
      await read.passed;
      await db().transaction(
        tenant,
        async (tx) => {
          await tx.run(raw('select n from counters'));
          await tx.run(raw('update counters set n = n + 1'));
        },
        { isolation: 'serializable' },
      );
      changed.open();
      await expect(first).rejects.toSatisfy(isRetryable);
    });

    it('report deadlocks as retryable', async () => {
      const touch = (id: number) => raw('update counters set n = n + 1 where id = $1', [id]);
      const one = gate();
      const two = gate();
      const work = (first: number, second: number, done: ReturnType<typeof gate>, wait: ReturnType<typeof gate>) =>
        db().transaction(tenant, async (tx) => {
          await tx.run(touch(first));
          done.open();
          await wait.passed;
          await tx.run(touch(second));
        });
      const results = await Promise.allSettled([work(1, 2, one, two), work(2, 1, two, one)]);
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
      expect(failures).toHaveLength(1);
      expect(isRetryable(failures[0])).toBe(true);
    });
  });

  it('limit the wait for a connection', async () => {
    const fresh = await freshDatabase(kind);
    const small = await openDatabase({ ...fresh.options, poolSize: 1, waitLimitMs: 1000 });
    const { open, passed } = gate();
    const holding = small.transaction(tenant, async (tx) => {
      await tx.run(raw('select 1'));
      await passed;
    });
    await expect(small.read(tenant, [raw('select 1')])).rejects.toBeInstanceOf(DatabaseUnavailable);
    open();
    await holding;
    expect(await small.read(tenant, [raw<{ a: number }>('select 1 as a')])).toEqual([[{ a: 1 }]]);
    await small.close();
    await expect(small.read(tenant, [raw('select 1')])).rejects.toBeInstanceOf(DatabaseUnavailable);
    await fresh.remove();
  });
});
