import { createContext, use, useSyncExternalStore } from 'react';

/** The other values of the same form or query bar, by `x-kind`. */
export interface Siblings {
  get: (kind: string) => unknown;
  subscribe: (listener: () => void) => () => void;
}

/** Store of siblings; a control renders again only if the value that it reads changed. */
export class SiblingStore implements Siblings {
  #values: Readonly<Record<string, unknown>> = {};
  readonly #listeners = new Set<() => void>();
  readonly #nameOf: (kind: string) => string | undefined;

  constructor(nameOf: (kind: string) => string | undefined) {
    this.#nameOf = nameOf;
  }

  set(values: Readonly<Record<string, unknown>>): void {
    this.#values = values;
    for (const listener of this.#listeners) listener();
  }

  get = (kind: string): unknown => {
    const name = this.#nameOf(kind);
    return name === undefined ? undefined : this.#values[name];
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const alone: Siblings = { get: () => undefined, subscribe: () => () => undefined };

export const SiblingsContext = createContext<Siblings>(alone);

/** Value of the sibling field of that kind; `undefined` if there is none. */
export function useSibling(kind: string): unknown {
  const siblings = use(SiblingsContext);
  return useSyncExternalStore(siblings.subscribe, () => siblings.get(kind));
}
