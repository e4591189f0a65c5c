import type { Location } from 'react-router';
import type { PageKey } from '../../../../platform/feature/web/page.ts';

/** A visited page. In memory only, because its address and its history entry may name a student. */
export interface PageTab {
  /** Path of the page: each record has a tab of its own. */
  id: string;
  key: PageKey;
  pinned: boolean;
  /** Where it was left: filters, sort and page of a list are in the address and the history entry. */
  at: Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>;
}

/** Tabs beside the pinned ones; the one that was opened first makes room. */
export const TABS_MAX = 10;

/** Pinned tabs first, each group in the order of the visits. */
const ordered = (tabs: readonly PageTab[]): PageTab[] => [
  ...tabs.filter(({ pinned }) => pinned),
  ...tabs.filter(({ pinned }) => !pinned),
];

/** Adds the page that is shown, or keeps where it is now. */
export function visited(tabs: readonly PageTab[], key: PageKey, at: PageTab['at']): PageTab[] {
  const id = at.pathname;
  if (tabs.some((tab) => tab.id === id)) return tabs.map((tab) => (tab.id === id ? { ...tab, key, at } : tab));
  const added = [...tabs, { id, key, pinned: false, at }];
  const loose = added.filter(({ pinned }) => !pinned);
  return loose.length > TABS_MAX ? added.filter((tab) => tab !== loose[0]) : added;
}

export const closed = (tabs: readonly PageTab[], id: string): PageTab[] => tabs.filter((tab) => tab.id !== id);

/** Pinned tabs stay. */
export const closedOthers = (tabs: readonly PageTab[], id: string): PageTab[] =>
  tabs.filter((tab) => tab.id === id || tab.pinned);

export const pinnedToggled = (tabs: readonly PageTab[], id: string): PageTab[] =>
  ordered(tabs.map((tab) => (tab.id === id ? { ...tab, pinned: !tab.pinned } : tab)));

/** The tab that is shown when one is closed: the next one, or the one before it. */
export function neighbourOf(tabs: readonly PageTab[], id: string): PageTab | undefined {
  const at = tabs.findIndex((tab) => tab.id === id);
  return tabs[at + 1] ?? tabs[at - 1];
}
