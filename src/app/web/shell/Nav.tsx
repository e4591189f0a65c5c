import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { leadsTo, menuOf } from '../../../platform/pages/web/menu.ts';
import { useOwnPages } from '../../../platform/pages/web/own-pages.ts';
import type { PageEntry } from '../../../platform/pages/web/page.ts';
import { pageOf } from '../../../platform/pages/web/pages.ts';
import { ICONS } from '../../../platform/ui/web/icons.tsx';
import styles from './Nav.module.css';

interface Props {
  page: PageEntry;
  collapsed: boolean;
  onToggle: () => void;
}

/** The main menu of `spec §2`: only what the role may open. */
export function Nav({ page, collapsed, onToggle }: Props) {
  const { t } = useTranslation();
  const sections = menuOf(useMayOpen());
  const own = useOwnPages();
  const { pathname } = useLocation();
  const home = pageOf('index');

  const link = (key: string, path: string, title: string, icon: ReactNode, current: boolean) => (
    <li key={key}>
      <Tooltip title={collapsed ? title : ''} placement="right">
        <Link
          to={path}
          className={current ? `${styles.entry} ${styles.current}` : styles.entry}
          {...(current && { 'aria-current': 'page' as const })}
          {...(collapsed && { 'aria-label': title })}
        >
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
          {!collapsed && <span className={styles.title}>{title}</span>}
        </Link>
      </Tooltip>
    </li>
  );
  const entry = (item: PageEntry) =>
    link(item.key, item.path, t(`pages.titles.${item.key}`), item.icon && ICONS[item.icon], leadsTo(item, page));
  const section = (key: string, title: string, entries: ReactNode) => (
    <section key={key}>
      {collapsed ? <hr className={styles.rule} /> : <h2 className={styles.group}>{title}</h2>}
      <ul>{entries}</ul>
    </section>
  );

  const foldLabel = t(collapsed ? 'layout.expand' : 'layout.collapse');
  return (
    <nav className={collapsed ? `${styles.nav} ${styles.collapsed}` : styles.nav} aria-label={t('layout.menu')}>
      <div className={styles.scroll}>
        {home !== undefined && <ul>{entry(home)}</ul>}
        {sections.map(({ group, pages }) => section(group, t(`layout.groups.${group}`), pages.map(entry)))}
        {own.length > 0 &&
          section(
            'own',
            t('layout.own'),
            own.map(({ name, title, icon, path }) => link(name, path, title, icon, path === pathname)),
          )}
      </div>
      <button
        type="button"
        className={styles.fold}
        onClick={onToggle}
        aria-label={foldLabel}
        aria-expanded={!collapsed}
        title={foldLabel}
      >
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
    </nav>
  );
}
