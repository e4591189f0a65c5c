const listeners = new Set<() => void>();

/** Notifies listeners in this window that the tenant's schemas have changed. */
export const schemasChanged = {
  notify: (): void => listeners.forEach((listener) => listener()),
  /** @returns A function that unsubscribes */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
