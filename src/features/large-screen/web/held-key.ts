import { slot, tabStorage } from '../../../platform/state/web/storage.ts';

/** Ends with the tab, so that a reload goes on and a closed browser does not. It opens numbers for passers-by only. */
const held = slot(tabStorage, 'xinyu.screen', (value): value is string => typeof value === 'string');

/** Takes the key out of the part of an address that no server gets. @returns false without one */
export function takeScreenKey(hash: string): boolean {
  const key = decodeURIComponentOr(hash.slice(1));
  if (key === '') return false;
  held.set(key);
  return true;
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const screenKey = (): string | undefined => held.get();
export const dropScreenKey = (): void => held.clear();
