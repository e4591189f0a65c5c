import type { PageEntry, PageKey } from '../../../platform/feature/web/page.ts';
import { allPages, pageOf } from '../../../platform/pages/web/pages.ts';
import { hasTypes, isRecord, tabStorage, slot } from '../../../platform/state/web/storage.ts';

/** A step of the breadcrumb after the home page. */
export interface Crumb {
  key: PageKey;
  /** Absent if the path contains an id: such a path is not stored (`look.md`, privacy on screen). */
  path?: string;
}

const isPageKey = (key: unknown): key is PageKey => allPages().some((page) => page.key === key);

const isTrail = (value: unknown): value is Crumb[] =>
  Array.isArray(value) &&
  value.every(
    (crumb) =>
      isRecord(crumb) && isPageKey(crumb.key) && (crumb.path === undefined || hasTypes(crumb, { path: 'string' })),
  );

/** Stored until the tab is closed (`spec §9`). */
export const trailSlot = slot(tabStorage, 'xinyu.trail', isTrail);

const crumbOf = ({ key, path }: PageEntry): Crumb => (path.includes(':') ? { key } : { key, path });

/**
 * The trail to a page. A page of the menu has a fixed trail; a page reached by links extends the visited trail.
 *
 * @param before The previous trail
 */
export function trailTo(page: PageEntry, before: readonly Crumb[]): Crumb[] {
  if (page.key === 'index') return [];
  const parent = page.parent === undefined ? undefined : pageOf(page.parent);
  if (parent !== undefined) return [crumbOf(parent), crumbOf(page)];
  if (page.group !== undefined) return [crumbOf(page)];
  const at = before.findIndex((crumb) => crumb.key === page.key);
  return [...(at === -1 ? before : before.slice(0, at)), crumbOf(page)];
}
