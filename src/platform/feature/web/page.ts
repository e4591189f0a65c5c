import type { ComponentType } from 'react';
import type { Area } from '../../access/areas.ts';
import type { layout } from '../../i18n/web/texts/zh/layout.ts';
import type { pages } from '../../i18n/web/texts/zh/pages.ts';
import type { IconName } from './icons.tsx';

export type PageKey = keyof typeof pages.titles;
export type MenuGroup = keyof typeof layout.groups;

/** A page behind the login. */
export interface PageEntry {
  key: PageKey;
  /** Route path (`spec §2`). */
  path: string;
  /** Area whose `open` shows it; absent where everybody who is signed in may see it. */
  area?: Area;
  /** Where the main menu lists it; absent for pages that are reached otherwise. */
  group?: MenuGroup;
  /** The page it is a tab of, or that the breadcrumb leads back to. */
  parent?: PageKey;
  /** Whether it is one of the tabs of its parent. */
  tab?: boolean;
  /** Place in its menu group or tab bar, ascending; equal ones keep the order of the features. */
  order?: number;
  /** Shown by menu, tabs and cards. */
  icon?: IconName;
  /** Without it, the page comes later and says so. */
  load?: () => Promise<ComponentType>;
}
