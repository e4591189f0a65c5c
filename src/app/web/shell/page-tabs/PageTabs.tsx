import { CloseOutlined, DownOutlined, PushpinFilled } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEntry } from '../../../../platform/feature/web/page.ts';
import { useOwnPages } from '../../../../platform/pages/web/own-pages.ts';
import { ScrollRow } from '../../../../platform/ui/web/scroll/ScrollRow.tsx';
import type { PageTab } from './tab-list.ts';
import { usePageTabs } from './use-page-tabs.ts';
import styles from './page-tabs.module.css';

/** Where the arrow keys and their like lead to, from the tab at `at` of `count`. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The pages that a person has visited, kept open above the content. A tab says what kind of page it is and never whose
 * record it shows.
 */
export function PageTabs({ page, of }: { page: PageEntry; of: string }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const own = useOwnPages();
  const { tabs, current, go, close, closeOthers, closeAll, togglePin } = usePageTabs(page, of);
  const shown = tabs.find(({ id }) => id === current);
  const titleOf = ({ id, key }: PageTab) => own.find(({ path }) => path === id)?.title ?? t(`page.${key}.title`);

  useEffect(() => {
    bar.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current, tabs.length]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, tab: PageTab) => {
    if (event.key === 'Delete' && !tab.pinned) return close(tab.id);
    const step = STEPS[event.key];
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    if (step === undefined) return;
    event.preventDefault();
    all[step(all.indexOf(event.currentTarget), all.length)]?.focus();
  };

  const items = [
    { key: 'pin', label: t(shown?.pinned ? 'layout.tabUnpin' : 'layout.tabPin'), onClick: togglePin },
    { key: 'close', label: t('layout.tabClose'), onClick: () => close(current), disabled: shown?.pinned === true },
    { key: 'others', label: t('layout.tabCloseOthers'), onClick: closeOthers },
    { key: 'all', label: t('layout.tabCloseAll'), onClick: closeAll },
  ];
  // The bar comes with the first visited page, whose content is new anyway.
  if (tabs.length === 0) return null;
  const focusable = shown?.id ?? tabs[0]?.id;
  return (
    <nav className={styles.bar} aria-label={t('layout.pageTabs')}>
      <ScrollRow row={bar}>
        <div ref={bar} role="tablist" aria-label={t('layout.pageTabs')} className={styles.tabs}>
          {tabs.map((tab) => (
            <div
              key={tab.id}
              role="tab"
              tabIndex={tab.id === focusable ? 0 : -1}
              aria-selected={tab.id === current}
              {...(!tab.pinned && { 'aria-keyshortcuts': 'Delete' })}
              className={styles.tab}
              onClick={() => tab.id !== current && go(tab)}
              onAuxClick={({ button }) => button === 1 && !tab.pinned && close(tab.id)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return onKeyDown(event, tab);
                event.preventDefault();
                return tab.id === current ? undefined : go(tab);
              }}
            >
              {tab.pinned && <PushpinFilled aria-hidden className={styles.pin} />}
              <span className={styles.title}>{titleOf(tab)}</span>
              {/* With the keyboard: Delete, or the menu beside the tabs. */}
              {!tab.pinned && (
                <span
                  aria-hidden
                  className={styles.close}
                  onClick={(event) => {
                    event.stopPropagation();
                    close(tab.id);
                  }}
                >
                  <CloseOutlined />
                </span>
              )}
            </div>
          ))}
        </div>
      </ScrollRow>
      {shown && (
        <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
          <button type="button" className={styles.more} aria-label={t('layout.pageTabsMenu')}>
            <DownOutlined aria-hidden />
          </button>
        </Dropdown>
      )}
    </nav>
  );
}
