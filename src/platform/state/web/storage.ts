/** A typed entry of the browser's storage. An unreadable or invalid value counts as absent. */
export interface Slot<T> {
  readonly key: string;
  get(): T | undefined;
  set(value: T): void;
  clear(): void;
}

/** Creates a slot. Failures of the storage (full, disabled) are ignored: the value is then lost on reload. */
export function slot<T>(storage: Storage, key: string, is: (value: unknown) => value is T): Slot<T> {
  return {
    key,
    get() {
      try {
        const value: unknown = JSON.parse(storage.getItem(key) ?? 'null');
        return is(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    set(value) {
      try {
        storage.setItem(key, JSON.stringify(value));
      } catch {
        // The storage is optional: see above.
      }
    },
    clear() {
      try {
        storage.removeItem(key);
      } catch {
        // The storage is optional: see above.
      }
    },
  };
}

/** The keys of a storage with a prefix. */
export const keysWith = (storage: Storage, prefix: string): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at)).filter(
    (key): key is string => key?.startsWith(prefix) === true,
  );

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether each key has a value of its type. */
export const hasTypes = (
  value: Record<string, unknown>,
  types: Readonly<Record<string, 'string' | 'number'>>,
): boolean => Object.entries(types).every(([key, type]) => typeof value[key] === type);

/** Storage in memory, used if the browser's settings forbid the real one. */
function memoryStorage(): Storage {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  };
}

const orMemory = (open: () => Storage): Storage => {
  try {
    return open();
  } catch {
    return memoryStorage();
  }
};

/** Shared by all tabs; stays after the browser is closed. */
export const persistentStorage: Storage = orMemory(() => window.localStorage);
/** Ends with the tab. */
export const tabStorage: Storage = orMemory(() => window.sessionStorage);
