import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { stateOf, thisProcess } from '../../../runtime/server/process-identity.ts';
import { StartError } from '../../../runtime/server/start-error.ts';
import { NO_TENANT, type Database, type RowOf } from '../database.ts';
import { deleteProcesses, insertProcess, keepProcess, lockRegistration, registeredProcesses } from './queries.ts';

/** In milliseconds: the heartbeat, its end (the watchdog ends a blocked process before), and the looks. */
export interface RegisterTimes {
  readonly beatMs: number;
  readonly silenceMs: number;
  readonly lookMs: number;
}

const TIMES: RegisterTimes = { beatMs: 2000, silenceMs: 20_000, lookMs: 250 };

type Registered = RowOf<ReturnType<typeof registeredProcesses>>;

export interface RegisterOptions {
  /**
   * Identifies the store that keeps nonces and limits where other processes see them. It changes where the store loses
   * its data. Absent: this process shares none.
   */
  readStateId?: () => Promise<string>;
  isStopping: () => boolean;
  /** Called once where the start waits for another process to end, with the longest wait. */
  onWaiting?: (other: { pid: number; host: string; stopping: boolean }, limitMs: number) => void;
  /** Called where another process has taken this one's place: no request may be answered any more. */
  onLost?: (other: { pid: number; host: string }) => void;
  times?: RegisterTimes;
}

/**
 * Registers this process in the database of the installation and keeps it registered. Processes that do not share their
 * state would accept each nonce once each, and count attempts apart, so such a process must be the only one.
 *
 * A process that was killed is recognised by its id on the same host, elsewhere by its heartbeat. The start waits for a
 * process that is ending, and a moment for one that may be.
 *
 * @returns A function that removes the registration
 * @throws StartError where another process lives that this one cannot share with
 */
export async function registerProcess(db: Database, options: RegisterOptions): Promise<() => Promise<void>> {
  const { readStateId, isStopping, onWaiting, onLost, times = TIMES } = options;
  const token = randomBytes(12).toString('hex');
  const limitMs = times.silenceMs + 2 * times.beatMs;
  const until = performance.now() + limitMs;
  let stateId = await readStateId?.();
  for (let waiting = false; ; waiting = true) {
    const [other] = await tryToRegister(db, token, stateId, times);
    if (other === undefined) break;
    if (!other.stopping && performance.now() >= until) throw notAlone(other, stateId);
    if (!waiting) onWaiting?.(other, limitMs);
    await wait(times.lookMs);
    stateId = await readStateId?.();
  }

  let beating: Promise<void> | undefined;
  const beat = async () => {
    // A store that does not answer keeps its identity.
    stateId = await readStateId?.().catch(() => stateId);
    const [kept] = await db.write(NO_TENANT, [keepProcess(token, isStopping(), stateId)]);
    if (kept > 0) return;
    // This process was taken for dead, as after a long loss of the connection.
    const [other] = await tryToRegister(db, token, stateId, times);
    if (other === undefined) return;
    clearInterval(timer);
    onLost?.(other);
  };
  const timer = setInterval(() => {
    // A database that does not answer lets no other process in either.
    beating ??= beat()
      .catch(() => undefined)
      .finally(() => (beating = undefined));
  }, times.beatMs).unref();

  return async () => {
    clearInterval(timer);
    await beating;
    await db.write(NO_TENANT, [deleteProcesses([token])]);
  };
}

/** @returns the living processes that stand in the way, those last that are ending; none where it is registered now */
const tryToRegister = (
  db: Database,
  token: string,
  stateId: string | undefined,
  { silenceMs }: RegisterTimes,
): Promise<Registered[]> =>
  db.transaction(NO_TENANT, async (tx) => {
    const [, all] = await tx.batch([lockRegistration(), registeredProcesses()]);
    const dead = all.filter((one) => !isAlive(one, silenceMs));
    if (dead.length > 0) await tx.run(deleteProcesses(dead.map((one) => one.token)));
    const inTheWay = all.filter((one) => !dead.includes(one) && !sharesWith(one, stateId));
    if (inTheWay.length === 0) await tx.run(insertProcess(token, thisProcess(), stateId));
    return inTheWay.sort((a, b) => Number(a.stopping) - Number(b.stopping));
  });

function isAlive({ started_at: startedAt, silent_ms: silentMs, ...identity }: Registered, silenceMs: number): boolean {
  const state = stateOf({ ...identity, startedAt });
  return state === 'unknown' ? silentMs < silenceMs : state === 'alive';
}

/** A process without an identity of its store has registered before there was one. */
const sharesWith = ({ shares_state, state_id }: Registered, stateId: string | undefined): boolean =>
  shares_state && stateId !== undefined && (state_id === null || state_id === stateId);

function difference(ours: boolean, theirs: boolean): string {
  if (ours && theirs) return '而它的 REDIS_URL 指向另一个 Valkey 或 Redis（或者另一个库）';
  if (ours) return '而它没有设置 REDIS_URL';
  return theirs ? '它设置了 REDIS_URL，而这个进程没有' : '而两者都没有设置 REDIS_URL';
}

function notAlone({ pid, host, shares_state: theirs }: Registered, stateId: string | undefined): StartError {
  const missing = difference(stateId !== undefined, theirs);
  return new StartError(
    `另一个服务进程（${host} 上的进程 ${pid}）正在使用这个数据库，${missing}：几个进程要用同一个 REDIS_URL 共享一次性随机数和次数限制，否则截获的请求可以在另一个进程上重放。请先停止那个进程，或给所有进程设置同一个 REDIS_URL`,
  );
}
