import { zh } from '../../../app/web/texts/zh.ts';
import { PAGES, type MenuGroup, type PageEntry } from './pages.ts';

export interface MenuSection {
  group: MenuGroup;
  pages: PageEntry[];
}

const GROUPS = Object.keys(zh.layout.groups) as MenuGroup[];

/** The main menu: the pages that the role may open, in their groups; a group without one is left out. */
export const menuOf = (mayOpen: (page: PageEntry) => boolean): MenuSection[] =>
  GROUPS.map((group) => ({ group, pages: PAGES.filter((page) => page.group === group && mayOpen(page)) })).filter(
    ({ pages }) => pages.length > 0,
  );

/** Whether a menu entry is the current page or above it. */
export const leadsTo = (entry: PageEntry, page: PageEntry): boolean =>
  entry.key === page.key || entry.key === page.parent;
