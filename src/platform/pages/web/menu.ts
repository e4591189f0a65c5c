import type { MenuGroup, PageEntry } from '../../feature/web/page.ts';
import { fromFeatures } from '../../feature/web/registry.ts';
import { allPages, ancestorsOf, inOrder } from './pages.ts';

export interface MenuSection {
  group: MenuGroup;
  pages: PageEntry[];
}

/** The groups of the menu, in order. */
export const menuGroups = fromFeatures((features): readonly MenuGroup[] =>
  features
    .flatMap(({ menuGroups: groups = [] }) => groups)
    .toSorted((a, b) => a.order - b.order)
    .map(({ key }) => key),
);

/** The main menu: the pages that the role may open, by group; empty groups are omitted. */
export const menuOf = (mayOpen: (page: PageEntry) => boolean): MenuSection[] =>
  menuGroups()
    .map((group) => ({
      group,
      pages: inOrder(allPages().filter((page) => page.group === group && mayOpen(page))),
    }))
    .filter(({ pages }) => pages.length > 0);

/** Every page; those of the menu come first, in menu order. */
export const inMenuOrder = (): PageEntry[] => [
  ...menuOf(() => true).flatMap(({ pages }) => pages),
  ...allPages().filter(({ group }) => group === undefined),
];

/** Whether a menu entry is the current page, or the page belongs to it. */
export const leadsTo = (entry: Pick<PageEntry, 'key'>, page: PageEntry): boolean =>
  [...ancestorsOf(page), page].some(({ key }) => key === entry.key);
