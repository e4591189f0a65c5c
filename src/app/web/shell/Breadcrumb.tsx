import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHelp } from '../../../features/help/web/PageHelp.tsx';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { usePageTitle } from '../../../platform/pages/web/own-pages.ts';
import { DialogBoundary } from './DialogBoundary.tsx';
import { trailSlot, trailTo } from './trail.ts';
import styles from './Breadcrumb.module.css';

/** Pages without a breadcrumb (`spec §2`). */
const WITHOUT: readonly string[] = ['ai', 'portrait'];

/** Where the current page belongs, from the home page on; kept in session storage (`spec §9`). Beside it, help. */
export function Breadcrumb({ page }: { page: PageEntry }) {
  const { t } = useTranslation();
  const trail = useMemo(() => trailTo(page), [page]);
  const current = usePageTitle(page);
  useEffect(() => trailSlot.set(trail), [trail]);

  if (trail.length === 0 || WITHOUT.includes(page.key)) return null;
  return (
    <div className={styles.place}>
      <nav aria-label={t('layout.breadcrumb')}>
        <ol className={styles.trail}>
          <li>
            <Link to="/index">{t('common.home')}</Link>
          </li>
          {trail.map(({ key, path }, i) => {
            const last = i === trail.length - 1;
            const title = last ? current : t(`page.${key}.title`);
            return (
              <li key={key} {...(last && { 'aria-current': 'page' as const })}>
                {last || path === undefined ? title : <Link to={path}>{title}</Link>}
              </li>
            );
          })}
        </ol>
      </nav>
      <DialogBoundary>
        <PageHelp page={page} />
      </DialogBoundary>
    </div>
  );
}
