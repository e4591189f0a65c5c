import { useBreadcrumb } from '@refinedev/core';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { usePageTitle } from '../../../platform/pages/web/own-pages.ts';
import { trailSlot, trailTo } from './trail.ts';
import styles from './Breadcrumb.module.css';

/** Pages that need the whole height (`spec §2`). */
const WITHOUT: readonly string[] = ['ai'];

/**
 * Path from the home page to the current page. Refine's breadcrumb gives the page's parents; for pages reached by
 * links, the visited path from session storage comes first.
 */
export function Breadcrumb({ page }: { page: PageEntry }) {
  const { t } = useTranslation();
  const trail = useMemo(() => trailTo(page, trailSlot.get() ?? []), [page]);
  const current = usePageTitle(page);
  const { breadcrumbs: place } = useBreadcrumb();
  useEffect(() => trailSlot.set(trail), [trail]);

  if (trail.length === 0 || WITHOUT.includes(page.key)) return null;
  const crumbs = [
    ...trail
      .slice(0, trail.length - place.length)
      .map(({ key, path }) => ({ label: t(`page.${key}.title`), href: path })),
    ...place,
  ];
  return (
    <nav aria-label={t('layout.breadcrumb')}>
      <ol className={styles.trail}>
        <li>
          <Link to="/index">{t('common.home')}</Link>
        </li>
        {crumbs.map(({ label, href }, i) => {
          const last = i === crumbs.length - 1;
          const title = last ? current : label;
          return (
            <li key={href ?? label} {...(last && { 'aria-current': 'page' as const })}>
              {last || href === undefined ? title : <Link to={href}>{title}</Link>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
