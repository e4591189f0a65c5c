import type { PageEntry, PageKey } from '../../../platform/feature/web/page.ts';
import { allPages, ancestorsOf } from '../../../platform/pages/web/pages.ts';
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

/** The place of a page: the pages it belongs to, then itself; empty for the home page. Visits play no part. */
export const trailTo = (page: PageEntry): Crumb[] =>
  page.key === 'index' ? [] : [...ancestorsOf(page).map(crumbOf), crumbOf(page)];
