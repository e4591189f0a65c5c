import { createCache } from '@ant-design/cssinjs';

/*
 * Antd forgets a component's styles when the last of its kind leaves the page, at the end of each test, and computes them
 * again in the next one. Here every file of a worker uses what was computed once.
 */
interface Entries {
  cache: Map<string, unknown>;
  opUpdate(key: string, next: (before: unknown) => unknown): void;
}
const entries = Object.getPrototypeOf(createCache()) as Entries;
entries.opUpdate = function keep(this: Entries, key, next) {
  const value = next(this.cache.get(key));
  if (value !== null) this.cache.set(key, value);
};
