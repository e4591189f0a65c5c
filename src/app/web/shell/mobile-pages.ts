import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { menuOf, type MenuSection } from '../../../platform/pages/web/menu.ts';
import { tabsOf } from '../../../platform/pages/web/pages.ts';

/** Replaces a page with tabs by its tabs, which saves one tap. */
const tabsOrPage = (page: PageEntry, mayOpen: (page: PageEntry) => boolean): PageEntry[] => {
  const tabs = tabsOf(page.key, mayOpen);
  return tabs.length > 0 ? tabs : [page];
};

/** The pages that a role may open on a phone, by group of the menu; planned pages are left out. */
export const mobileSections = (mayOpen: (page: PageEntry) => boolean): MenuSection[] =>
  menuOf(mayOpen).map(({ group, pages }) => ({
    group,
    pages: pages.flatMap((page) => tabsOrPage(page, mayOpen)).filter(({ load }) => load !== undefined),
  }));

/** The same without groups and without the home page. */
export const mobilePages = (mayOpen: (page: PageEntry) => boolean): PageEntry[] =>
  mobileSections(mayOpen)
    .flatMap(({ pages }) => pages)
    .filter(({ key }) => key !== 'index');
