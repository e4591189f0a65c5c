import { AppstoreOutlined, HomeOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FeatureIcon } from '../../../platform/feature/web/feature-icon.tsx';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { leadsTo } from '../../../platform/pages/web/menu.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { mobilePages } from './mobile-pages.ts';
import { useMostUsed } from './page-use.ts';
import styles from './BottomNav.module.css';

/** Beside the home page and the button for all pages. */
const SHOWN = 3;

interface EntryProps {
  to: string;
  title: string;
  icon: ReactNode;
  current: boolean;
}

function Entry({ to, title, icon, current }: EntryProps) {
  return (
    <li>
      <Link to={to} className={styles.entry} {...(current && { 'aria-current': 'page' as const })}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={styles.title}>{title}</span>
      </Link>
    </li>
  );
}

/** At the thumb on phones: the home page, the three most used pages, and the drawer with all pages. */
export function BottomNav({ page, onAll }: { page: PageEntry; onAll: () => void }) {
  const { t } = useTranslation();
  const { user, org, role } = useCurrentUser();
  const of = `${user.user_id} ${org.org_id} ${role?.role_id ?? ''}`;
  const pages = useMostUsed(mobilePages(useMayOpen()), page, of, SHOWN);
  return (
    <nav aria-label={t('layout.mostUsed')} className={styles.bar} data-bottom-nav data-tour="menu">
      <ul className={styles.list}>
        <Entry to="/index" title={t('layout.home')} icon={<HomeOutlined />} current={page.key === 'index'} />
        {pages.map(({ key, path, icon }) => (
          <Entry
            key={key}
            to={path}
            title={t(`page.${key}.title`)}
            icon={icon && <FeatureIcon load={icon} />}
            current={leadsTo({ key }, page)}
          />
        ))}
        <li>
          <button type="button" className={styles.entry} onClick={onAll} aria-haspopup="dialog">
            <span className={styles.icon} aria-hidden="true">
              <AppstoreOutlined />
            </span>
            <span className={styles.title}>{t('layout.allPages')}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}
