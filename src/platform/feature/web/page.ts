import type { ComponentType } from 'react';
import type { Area } from '../../access/generated/areas.ts';
import type { MenuTexts, PageTexts } from '../../i18n/web/texts.ts';
import type { Product } from '../../schema/generated/enums.ts';
import type { IconLoad } from './icon-load.ts';

/** A page is named by the key of its title and purpose (`pages.zh.ts` of its feature). */
export type PageKey = keyof PageTexts;
/** A group of the main menu, by the key of its title (`pages.zh.ts` of the feature that adds it). */
export type MenuGroup = keyof MenuTexts;

/** A page behind the login. */
export interface PageEntry {
  key: PageKey;
  /** Route path (`spec §2`). */
  path: string;
  /** Area whose `open` is required; absent if every signed-in user may see the page. */
  area?: Area;
  /** Open to students and guardians as well, who have no rights in the browser: the server decides on each call. */
  own?: true;
  /** Group in the main menu; absent for pages outside the menu. */
  group?: MenuGroup;
  /** Page of which this is a tab, or the parent in the breadcrumb. */
  parent?: PageKey;
  /** Whether it is a tab of its parent. */
  tab?: boolean;
  /** Position in its menu group or tab bar, ascending; equal values keep the order of the features. */
  order?: number;
  /** The applications that it belongs to; the application centre opens the first page of each. */
  products?: readonly Product[];
  /** Shown by menu, tabs and cards. */
  icon?: IconLoad;
  /** Targets of the GET requests that the page sends first; they are sent while its code is loaded. */
  requests?: readonly string[];
  /** The same of an address with a query, which names the row that the page is about. */
  requestsOf?: (query: URLSearchParams) => readonly string[];
  /** Resources whose lists the page has, each with the query that shows it; empty for the one that it opens with. */
  lists?: Readonly<Record<string, string>>;
  /** Absent for a planned page, which shows a placeholder. */
  load?: () => Promise<ComponentType>;
}
