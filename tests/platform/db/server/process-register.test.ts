import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { registerProcess, type RegisterOptions } from '../../../../src/platform/db/server/processes/register.ts';
import { thisProcess } from '../../../../src/platform/runtime/server/process-identity.ts';
import { StartError } from '../../../../src/platform/runtime/server/start-error.ts';
import { useDatabase } from '../../../support/databases.ts';

const times = { beatMs: 25, silenceMs: 400, lookMs: 10 };
const GONE = 4_000_000;

describe.skipIf(!inject('databases').postgres)('processes over one database server', () => {
  const db = useDatabase('server');
  const register = async (options: Partial<RegisterOptions> = {}) => {
    const release = await registerProcess(db(), { isStopping: () => false, times, ...options });
    onTestFinished(release);
    return release;
  };
  const storeA = () => Promise.resolve('store a');
  const waited = () => vi.fn<NonNullable<RegisterOptions['onWaiting']>>();
  const rows = () => db().admin((run) => run('select * from server_processes'));
  /** A process that has registered, and beats no more. */
  const insert = async (more: { pid?: number; host?: string; boot?: string; sharesState?: boolean } = {}) => {
    const { pid, host, boot, namespace, startedAt } = { ...thisProcess(), pid: GONE, ...more };
    const values = [randomUUID(), pid, host, boot, namespace, startedAt, more.sharesState ?? false];
    await db().admin((run) =>
      run(
        'insert into server_processes (token, pid, host, boot, namespace, started_at, shares_state) values ($1, $2, $3, $4, $5, $6, $7)',
        values,
      ),
    );
    const remove = () => db().admin((run) => run('delete from server_processes where token = $1', [values[0]]));
    onTestFinished(async () => void (await remove()));
    return remove;
  };

  it('refuse the second one that shares no state, and name the setting', async () => {
    await register();
    const onWaiting = waited();
    const refused = register({ onWaiting });
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(
      new RegExp(`进程 ${process.pid}）正在使用这个数据库，而两者都没有设置 REDIS_URL.*请先停止那个进程，或`),
    );
    expect(onWaiting).toHaveBeenCalledOnce();
    expect(await rows()).toHaveLength(1);
  });

  it('run together where all share it, and not where one does not', async () => {
    await register({ readStateId: storeA });
    await register({ readStateId: storeA });
    await expect(register()).rejects.toThrow('它设置了 REDIS_URL，而这个进程没有');
    expect(await rows()).toHaveLength(2);
  });

  it('refuse one that shares its state in another store, and name the setting', async () => {
    await register({ readStateId: storeA });
    const refused = register({ readStateId: () => Promise.resolve('store b') });
    await expect(refused).rejects.toThrow(/而它的 REDIS_URL 指向另一个.*给所有进程设置同一个 REDIS_URL/);
    expect(await rows()).toMatchObject([{ state_id: 'store a' }]);
  });

  it('run together where the shared store was emptied, and while it does not answer', async () => {
    let id: Promise<string> = Promise.resolve('before');
    await register({ readStateId: () => id });
    id = Promise.reject(new Error('the store does not answer'));
    id.catch(() => undefined);
    await db().admin((run) => run("update server_processes set state_id = 'overwritten by the next heartbeat'"));
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state_id: 'before' }]));
    id = Promise.resolve('after');
    await register({ readStateId: () => id });
    expect(await rows()).toMatchObject([{ state_id: 'after' }, { state_id: 'after' }]);
  });

  it('refuse one with shared state beside one without', async () => {
    await register();
    await expect(register({ readStateId: storeA })).rejects.toThrow('而它没有设置 REDIS_URL');
  });

  it.skipIf(process.platform !== 'linux')('start at once after one of the same host was killed', async () => {
    await insert();
    // Its process id belongs to another process by now.
    await insert({ pid: process.pid, boot: thisProcess().boot });
    await db().admin((run) => run("update server_processes set started_at = '1' where pid = $1", [process.pid]));
    const onWaiting = waited();
    await register({ onWaiting });
    expect(onWaiting).not.toHaveBeenCalled();
    expect(await rows()).toHaveLength(1);
  });

  it('start after one of another host was killed, when its heartbeat has expired', async () => {
    await insert({ host: 'elsewhere', boot: 'another' });
    const onWaiting = waited();
    await register({ onWaiting });
    expect(onWaiting).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ host: 'elsewhere', pid: GONE }),
      times.silenceMs + 2 * times.beatMs,
    );
    expect(await rows()).toMatchObject([{ pid: process.pid }]);
  });

  it('wait for one that is ending, however long that takes', async () => {
    const release = await register({ isStopping: () => true });
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ stopping: true }]));
    let looks = 0;
    onTestFinished(db().onStatement(({ sql }) => void (looks += Number(sql.includes('pg_advisory_xact_lock')))));
    // For one that is not ending it would give up at its second look.
    const next = register({ times: { beatMs: 1, silenceMs: 1, lookMs: 10 } });
    await vi.waitFor(() => expect(looks).toBeGreaterThan(3));
    await release();
    await next;
    expect(await rows()).toMatchObject([{ stopping: false }]);
  });

  it('let exactly one in of several that start at once', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => register()));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  it('register again where their row was lost, and stop where another one has taken over', async () => {
    const onLost = vi.fn<NonNullable<RegisterOptions['onLost']>>();
    await register({ onLost });
    await db().admin((run) => run('delete from server_processes'));
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(onLost).not.toHaveBeenCalled();
    await db().admin((run) =>
      run("update server_processes set token = 'another', host = 'elsewhere', alive_at = now() + interval '1 minute'"),
    );
    await vi.waitFor(() =>
      expect(onLost).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ host: 'elsewhere' })),
    );
    await db().admin((run) => run('delete from server_processes'));
  });
});
