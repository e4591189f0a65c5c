import type { PageEntry, PageKey } from '../../feature/web/page.ts';
import { fromFeatures } from '../../feature/web/registry.ts';

/** Every page of `spec §2` that requires a login; source of routes, menu, tabs and breadcrumb. */
export const allPages = fromFeatures((features): readonly PageEntry[] => features.flatMap(({ pages = [] }) => pages));

/** Path of the page that shows the records of an area; undefined if there is none. */
export const recordPage = (area: string | undefined): string | undefined =>
  allPages().find((page) => page.load && page.area === area && !page.path.includes(':'))?.path;

/** Path and query of the page with the list of a resource; undefined where no page shows it. */
export function listAddress(resource: string, area: string): { pathname: string; query: string } | undefined {
  const page = allPages().find(({ lists = {} }) => Object.hasOwn(lists, resource));
  if (page) return { pathname: page.path, query: page.lists?.[resource] ?? '' };
  const pathname = recordPage(area);
  return pathname === undefined ? undefined : { pathname, query: '' };
}

export const pageOf = (key: PageKey): PageEntry | undefined => allPages().find((page) => page.key === key);

/** The pages that a page belongs to, outermost first. */
export function ancestorsOf({ parent }: PageEntry): PageEntry[] {
  const page = parent === undefined ? undefined : pageOf(parent);
  return page === undefined ? [] : [...ancestorsOf(page), page];
}

/** Pages in the order of a menu group or tab bar. */
export const inOrder = (pages: readonly PageEntry[]): PageEntry[] =>
  pages.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));

/** The tabs of a page that the role may open. */
export const tabsOf = (key: PageKey, mayOpen: (page: PageEntry) => boolean): PageEntry[] =>
  inOrder(allPages().filter((page) => page.tab && page.parent === key && mayOpen(page)));
