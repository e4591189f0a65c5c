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
  /** Nonces and limits are kept where other processes see them. */
  sharesState: boolean;
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
  const { sharesState, isStopping, onWaiting, onLost, times = TIMES } = options;
  const token = randomBytes(12).toString('hex');
  const limitMs = times.silenceMs + 2 * times.beatMs;
  const until = performance.now() + limitMs;
  for (let waiting = false; ; waiting = true) {
    const [other] = await tryToRegister(db, token, sharesState, times);
    if (other === undefined) break;
    if (!other.stopping && performance.now() >= until) throw notAlone(other, sharesState);
    if (!waiting) onWaiting?.(other, limitMs);
    await wait(times.lookMs);
  }

  let beating: Promise<void> | undefined;
  const beat = async () => {
    const [kept] = await db.write(NO_TENANT, [keepProcess(token, isStopping())]);
    if (kept > 0) return;
    // This process was taken for dead, as after a long loss of the connection.
    const [other] = await tryToRegister(db, token, sharesState, times);
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
  sharesState: boolean,
  { silenceMs }: RegisterTimes,
): Promise<Registered[]> =>
  db.transaction(NO_TENANT, async (tx) => {
    const [, all] = await tx.batch([lockRegistration(), registeredProcesses()]);
    const dead = all.filter((one) => !isAlive(one, silenceMs));
    if (dead.length > 0) await tx.run(deleteProcesses(dead.map((one) => one.token)));
    const inTheWay = all.filter((one) => !dead.includes(one) && !(sharesState && one.shares_state));
    if (inTheWay.length === 0) await tx.run(insertProcess(token, thisProcess(), sharesState));
    return inTheWay.sort((a, b) => Number(a.stopping) - Number(b.stopping));
  });

function isAlive({ started_at: startedAt, silent_ms: silentMs, ...identity }: Registered, silenceMs: number): boolean {
  const state = stateOf({ ...identity, startedAt });
  return state === 'unknown' ? silentMs < silenceMs : state === 'alive';
}

function missingAddress(ours: boolean, theirs: boolean): string {
  if (ours) return '而它没有设置 REDIS_URL';
  return theirs ? '它设置了 REDIS_URL，而这个进程没有' : '而两者都没有设置 REDIS_URL';
}

function notAlone({ pid, host, shares_state: theirs }: Registered, sharesState: boolean): StartError {
  const missing = missingAddress(sharesState, theirs);
  return new StartError(
    `另一个服务进程（${host} 上的进程 ${pid}）正在使用这个数据库，${missing}：几个进程要用同一个 REDIS_URL 共享一次性随机数和次数限制，否则截获的请求可以在另一个进程上重放。请先停止那个进程，或给所有进程设置同一个 REDIS_URL`,
  );
}
