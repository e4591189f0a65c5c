/** Runs work while no other tab of this origin runs any under the same name. */
export type TabLock = <T>(work: () => Promise<T>) => Promise<T>;

interface Machine {
  storage: Storage;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Unlike that of any other tab. */
  owner: string;
}

/** A tab that was closed while it held the lock gives it up after this. */
export const LEASE_MS = 20_000;
/** Time for a tab that read at the same moment to have written, so that reading back shows who wrote last. */
const SETTLE_MS = 40;
const POLL_MS = 100;

/**
 * A lock in `localStorage`, for pages served without TLS, where the browser has no Web Locks: write, wait, and read
 * back who wrote last. Not watertight (storage of two processes may be out of step for a moment), so who holds it still
 * looks whether the work was done meanwhile.
 */
export function storageLock(name: string, { storage, now, sleep, owner }: Machine): TabLock {
  const key = `xinyu.lock.${name}`;
  const holder = () => {
    const [who = '', until = '0'] = (storage.getItem(key) ?? '').split('|');
    return Number(until) > now() ? who : '';
  };
  const acquire = async (): Promise<void> => {
    for (;;) {
      if (holder() === '') {
        storage.setItem(key, `${owner}|${now() + LEASE_MS}`);
        await sleep(SETTLE_MS);
        if (holder() === owner) return;
      }
      await sleep(POLL_MS);
    }
  };
  return async (work) => {
    await acquire();
    try {
      return await work();
    } finally {
      if (holder() === owner) storage.removeItem(key);
    }
  };
}

/** The browser's own locks where there are any; they end with the tab. */
export const tabLock = (name: string, locks: LockManager | null | undefined, machine: Machine): TabLock => {
  if (locks === undefined || locks === null) return storageLock(name, machine);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    let result: { value: T } | undefined;
    await locks.request(`xinyu.${name}`, async () => {
      result = { value: await work() };
    });
    if (result === undefined) throw new Error('the lock was never held');
    return result.value;
  };
};
