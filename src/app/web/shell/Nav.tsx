import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { useMenu } from '@refinedev/core';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { leadsTo, menuGroups } from '../../../platform/pages/web/menu.ts';
import { isPageMeta, isSchemaMeta, type PageMeta } from '../../../platform/refine/web/resources.tsx';
import styles from './Nav.module.css';

interface Props {
  page: PageEntry;
  collapsed: boolean;
  onToggle: () => void;
}

/** The main menu of `spec §2`, from Refine's resources: only what the role may open. */
export function Nav({ page, collapsed, onToggle }: Props) {
  const { t } = useTranslation();
  const { menuItems } = useMenu();
  const mayOpen = useMayOpen();
  const { pathname } = useLocation();

  const link = (key: string, path: string, title: string, icon: ReactNode, current: boolean) => {
    const entry = (
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
    );
    return (
      <li key={key}>
        {/* Forty tooltips that show nothing would take a tenth of the time of the first render. */}
        {collapsed ? (
          <Tooltip title={title} placement="right">
            {entry}
          </Tooltip>
        ) : (
          entry
        )}
      </li>
    );
  };
  const pages = menuItems.flatMap(({ meta }) => (isPageMeta(meta) && mayOpen(meta.page) ? [meta] : []));
  const own = menuItems.filter(({ meta }) => isSchemaMeta(meta));
  const entry = ({ page: item, label, icon }: PageMeta) => link(item.key, item.path, label, icon, leadsTo(item, page));
  const section = (key: string, title: string, entries: ReactNode) => (
    <section key={key}>
      {collapsed ? <hr className={styles.rule} /> : <h2 className={styles.group}>{title}</h2>}
      <ul>{entries}</ul>
    </section>
  );

  const foldLabel = t(collapsed ? 'layout.expand' : 'layout.collapse');
  return (
    <nav
      className={collapsed ? `${styles.nav} ${styles.collapsed}` : styles.nav}
      aria-label={t('layout.menu')}
      data-tour="menu"
    >
      <div className={styles.scroll}>
        <ul>{pages.filter(({ page: { group } }) => group === undefined).map(entry)}</ul>
        {menuGroups()
          .map((group) => ({ group, inside: pages.filter((item) => item.page.group === group) }))
          .filter(({ inside }) => inside.length > 0)
          .map(({ group, inside }) => section(group, t(`menuGroup.${group}`), inside.map(entry)))}
        {own.length > 0 &&
          section(
            'own',
            t('layout.own'),
            own.map(({ name, label = '', icon, route = '' }) => link(name, route, label, icon, route === pathname)),
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
