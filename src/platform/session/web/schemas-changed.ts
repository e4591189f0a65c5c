const listeners = new Set<() => void>();

/** Says within this window that the tenant's schemas are others now; whoever holds them reads them again. */
export const schemasChanged = {
  tell: (): void => listeners.forEach((listener) => listener()),
  /** @returns The way to take it back */
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
