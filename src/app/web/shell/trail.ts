import type { PageEntry, PageKey } from '../../../platform/feature/web/page.ts';
import { allPages, pageOf } from '../../../platform/pages/web/pages.ts';
import { hasTypes, isRecord, tabStorage, slot } from '../../../platform/state/web/storage.ts';

/** A step of the breadcrumb behind the portal home. */
export interface Crumb {
  key: PageKey;
  /** Absent where the address names a person: such an address is not stored (`look.md`, privacy on screen). */
  path?: string;
}

const isPageKey = (key: unknown): key is PageKey => allPages().some((page) => page.key === key);

const isTrail = (value: unknown): value is Crumb[] =>
  Array.isArray(value) &&
  value.every(
    (crumb) =>
      isRecord(crumb) && isPageKey(crumb.key) && (crumb.path === undefined || hasTypes(crumb, { path: 'string' })),
  );

/** Kept while the tab lives (`spec §9`). */
export const trailSlot = slot(tabStorage, 'xinyu.trail', isTrail);

const crumbOf = ({ key, path }: PageEntry): Crumb => (path.includes(':') ? { key } : { key, path });

/**
 * The trail to a page. One that the menu knows has its own place; one that is reached by links continues the way it was
 * reached by.
 *
 * @param before The trail that was shown last
 */
export function trailTo(page: PageEntry, before: readonly Crumb[]): Crumb[] {
  if (page.key === 'index') return [];
  const parent = page.parent === undefined ? undefined : pageOf(page.parent);
  if (parent !== undefined) return [crumbOf(parent), crumbOf(page)];
  if (page.group !== undefined) return [crumbOf(page)];
  const at = before.findIndex((crumb) => crumb.key === page.key);
  return [...(at === -1 ? before : before.slice(0, at)), crumbOf(page)];
}
