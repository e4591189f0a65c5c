import { useEffect, useState } from 'react';
import type { PageEntry, PageKey } from '../../../platform/feature/web/page.ts';
import { leadsTo } from '../../../platform/pages/web/menu.ts';
import { hasTypes, isRecord, persistentStorage, slot } from '../../../platform/state/web/storage.ts';

/** How often a person in a role has opened each page on this device. */
interface PageUse {
  /** The person and role. */
  of: string;
  opened: Record<string, number>;
}

const isPageUse = (value: unknown): value is PageUse =>
  isRecord(value) &&
  hasTypes(value, { of: 'string' }) &&
  isRecord(value.opened) &&
  Object.values(value.opened).every((count) => typeof count === 'number');

const countSlot = slot(persistentStorage, 'xinyu.page-use', isPageUse);

/** The numbers of another person on this device are neither shown nor kept. */
const opened = (of: string): PageUse['opened'] => {
  const kept = countSlot.get();
  return kept?.of === of ? kept.opened : {};
};

/** The most used pages first; pages that were never opened keep their order. */
export function mostUsed(pages: readonly PageEntry[], of: string, count: number): PageEntry[] {
  const counts = opened(of);
  return pages.toSorted((a, b) => (counts[b.key] ?? 0) - (counts[a.key] ?? 0)).slice(0, count);
}

/** Counts a page that was opened. */
export function countPage(key: PageKey, of: string): void {
  const counts = opened(of);
  countSlot.set({ of, opened: { ...counts, [key]: (counts[key] ?? 0) + 1 } });
}

/**
 * The most used of some pages, and counts the current one. Their order stays while the portal is open, so that nobody
 * taps on what has just moved.
 */
export function useMostUsed(pages: readonly PageEntry[], page: PageEntry, of: string, count: number): PageEntry[] {
  const [shown, setShown] = useState({ of, pages: mostUsed(pages, of, count) });
  if (shown.of !== of) setShown({ of, pages: mostUsed(pages, of, count) });
  const current = pages.find((one) => leadsTo(one, page))?.key;
  useEffect(() => {
    if (current !== undefined) countPage(current, of);
  }, [current, of]);
  return shown.pages;
}
