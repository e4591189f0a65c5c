/** Runs work under a lock that all tabs of this origin share. */
export type TabLock = <T>(work: () => Promise<T>) => Promise<T>;

interface Dependencies {
  storage: Storage;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Unique id of this tab. */
  owner: string;
}

/** In milliseconds. A lock held by a closed tab expires after this time. */
export const LEASE_MS = 20_000;
/** In milliseconds. A tab that read at the same time has written after this, so reading back shows the last writer. */
const SETTLE_MS = 40;
const POLL_MS = 100;

/**
 * Lock in `localStorage`, for pages without TLS, where browsers have no Web Locks: write, wait, read back. Two
 * processes may briefly see different storage, so the holder must check whether the work is already done.
 */
export function storageLock(name: string, { storage, now, sleep, owner }: Dependencies): TabLock {
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

/** Uses Web Locks if the browser has them; they end with the tab. */
export const tabLock = (name: string, locks: LockManager | null | undefined, dependencies: Dependencies): TabLock => {
  if (locks === undefined || locks === null) return storageLock(name, dependencies);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    let result: { value: T } | undefined;
    await locks.request(`xinyu.${name}`, async () => {
      result = { value: await work() };
    });
    if (result === undefined) throw new Error('the lock was never held');
    return result.value;
  };
};
