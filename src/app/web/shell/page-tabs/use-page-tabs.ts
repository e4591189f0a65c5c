import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PageEntry } from '../../../../platform/feature/web/page.ts';
import { useMayOpen } from '../../../../platform/pages/web/may-open.ts';
import { keptSlot } from '../../../../platform/pages/web/page-tabs.ts';
import { allPages, tabsOf } from '../../../../platform/pages/web/pages.ts';
import { HOME } from '../../../../platform/pages/web/route-guard.ts';
import { restoreScroll } from './restore-scroll.ts';
import * as list from './tab-list.ts';

const nowhere = { search: '', hash: '', state: null };

/** Pages whose path names nothing, so that the device may keep them. */
const isPlain = ({ path }: Pick<PageEntry, 'path'>): boolean => !path.includes(':');

/** Neither the home page, which is always there, nor a page that only leads to its first tab. */
const hasTab = (page: PageEntry): boolean => page.path !== HOME && tabsOf(page.key, () => true).length === 0;

/** The tabs that the device keeps, as far as the role may still open their pages. */
function keptTabs(of: string, mayOpen: (page: PageEntry) => boolean): list.PageTab[] {
  const kept = keptSlot.get();
  if (kept?.of !== of) return [];
  return kept.tabs.flatMap(({ key, pinned }) => {
    const page = allPages().find((one) => one.key === key);
    if (!page || !isPlain(page) || !hasTab(page) || !mayOpen(page)) return [];
    return [{ id: page.path, key: page.key, pinned, at: { pathname: page.path, ...nowhere } }];
  });
}

/** The tabs of a person in an organisation, of which the current page is one. */
export function usePageTabs(page: PageEntry, of: string) {
  const mayOpen = useMayOpen();
  const location = useLocation();
  const { pathname, search, hash } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const [tabs, setTabs] = useState(() => keptTabs(of, mayOpen));
  /** A tab that is closed once its page is left: the page may ask first. */
  const leaving = useRef<string>(undefined);
  const isOpen = mayOpen(page) && hasTab(page);

  /** How far each page was scrolled. */
  const scrolls = useRef(new Map<string, number>());

  /** The tab that is being opened, whose page is scrolled to where it was as soon as it is shown. */
  const opening = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (opening.current === pathname) restoreScroll(scrolls.current.get(pathname) ?? 0);
    opening.current = undefined;
    const note = () => void scrolls.current.set(pathname, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [pathname]);

  useEffect(() => {
    const gone = leaving.current;
    leaving.current = undefined;
    setTabs((before) => {
      const rest = gone === undefined || gone === pathname ? before : list.closed(before, gone);
      return isOpen ? list.visited(rest, page.key, { pathname, search, hash, state }) : rest;
    });
  }, [isOpen, page.key, pathname, search, hash, state]);

  useEffect(() => {
    const plain = new Set(
      allPages()
        .filter(isPlain)
        .map(({ key }) => key),
    );
    keptSlot.set({ of, tabs: tabs.filter(({ key }) => plain.has(key)).map(({ key, pinned }) => ({ key, pinned })) });
  }, [of, tabs]);

  const go = (to: list.PageTab | undefined) => {
    if (to === undefined) return void navigate(HOME);
    opening.current = to.id;
    void navigate(to.at, { state: to.at.state as unknown });
  };
  const close = (id: string) => {
    if (id !== pathname) return setTabs((before) => list.closed(before, id));
    leaving.current = id;
    return go(list.neighbourOf(tabs, id));
  };
  return {
    tabs,
    current: pathname,
    go,
    close,
    closeOthers: () => setTabs((before) => list.closedOthers(before, pathname)),
    closeAll: () => {
      const current = tabs.find(({ id }) => id === pathname);
      setTabs((before) => list.closedOthers(before, pathname));
      if (current?.pinned === false) {
        leaving.current = pathname;
        go(undefined);
      }
    },
    togglePin: () => setTabs((before) => list.pinnedToggled(before, pathname)),
  };
}
