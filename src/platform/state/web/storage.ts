/** A typed place in the browser's storage. What cannot be read, or is not of the expected form, counts as absent. */
export interface Slot<T> {
  readonly key: string;
  get(): T | undefined;
  set(value: T): void;
  clear(): void;
}

/** Storage may be full, or be cleared by the browser: the page then lives without it until it is reloaded. */
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
        // Nothing to do: see above.
      }
    },
    clear() {
      try {
        storage.removeItem(key);
      } catch {
        // Nothing to do: see above.
      }
    },
  };
}

/** The keys of a storage that begin so. */
export const keysWith = (storage: Storage, prefix: string): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at)).filter(
    (key): key is string => key?.startsWith(prefix) === true,
  );

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True where every named key holds a value of the named type. */
export const hasTypes = (
  value: Record<string, unknown>,
  types: Readonly<Record<string, 'string' | 'number'>>,
): boolean => Object.entries(types).every(([key, type]) => typeof value[key] === type);

/** Storage that ends with the page, where the browser's settings refuse the real one. */
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

export const lasting: Storage = orMemory(() => window.localStorage);
/** Ends with the tab. */
export const passing: Storage = orMemory(() => window.sessionStorage);
