import type { PageEntry, PageKey } from '../../feature/web/page.ts';
import { fromFeatures } from '../../feature/web/registry.ts';

/** Every page of `spec §2` that requires a login; source of routes, menu, tabs and breadcrumb. */
export const allPages = fromFeatures((features): readonly PageEntry[] => features.flatMap(({ pages = [] }) => pages));

/** Path of the page that shows the records of an area; undefined if there is none. */
export const recordPage = (area: string | undefined): string | undefined =>
  allPages().find((page) => page.load && page.area === area && !page.path.includes(':'))?.path;

/** The page with the list of a resource, and the query that shows it there; undefined where no page has it. */
export function listOn(resource: string): { page: PageEntry; query: string } | undefined {
  const page = allPages().find(({ lists = {}, load }) => load !== undefined && Object.hasOwn(lists, resource));
  return page && { page, query: page.lists?.[resource] ?? '' };
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
