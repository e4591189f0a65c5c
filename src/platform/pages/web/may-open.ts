import type { Rights } from '../../session/web/rights.ts';
import type { PageEntry } from './page.ts';

/** Whether the current role may open a page: those without an area are everybody's who is signed in. */
export const mayOpenWith =
  (rights: Rights) =>
  (page: PageEntry): boolean =>
    page.area === undefined || rights.can(page.area, 'open');
