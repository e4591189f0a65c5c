import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { tabsOf } from '../../../platform/pages/web/pages.ts';
import { ScrollRow } from '../../../platform/ui/web/scroll/ScrollRow.tsx';
import styles from './Tabs.module.css';

/** The secondary tab bar: the pages beside the current one under the same parent (`spec §2`). */
export function Tabs({ page }: { page: PageEntry }) {
  const { t } = useTranslation();
  const mayOpen = useMayOpen();
  const bar = useRef<HTMLUListElement>(null);
  const tabs = page.tab && page.parent !== undefined ? tabsOf(page.parent, mayOpen) : [];
  const shown = tabs.length > 1 || (tabs.length === 1 && page.parent !== undefined);

  useEffect(() => {
    // On phones the current tab may be outside the visible bar.
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [page.key]);

  if (!shown) return null;
  return (
    <nav aria-label={t('layout.tabs')}>
      <ScrollRow row={bar}>
        <ul className={styles.bar} ref={bar}>
          {tabs.map((tab) => {
            const current = tab.key === page.key;
            return (
              <li key={tab.key}>
                <Link
                  to={tab.path}
                  className={current ? `${styles.tab} ${styles.current}` : styles.tab}
                  {...(current && { 'aria-current': 'page' as const })}
                >
                  {t(`page.${tab.key}.title`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </ScrollRow>
    </nav>
  );
}
