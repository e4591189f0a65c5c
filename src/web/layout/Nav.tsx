import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pageOf, type PageEntry } from '../pages/table.ts';
import { useRights } from '../providers/rights.ts';
import { mayOpenWith } from './may-open.ts';
import { leadsTo, menuOf } from './menu.ts';
import { PAGE_ICONS } from './page-icons.tsx';
import styles from './Nav.module.css';

interface Props { page: PageEntry; collapsed: boolean; onToggle: () => void }

/** The main menu of `spec §2`: only what the role may open. */
export function Nav({ page, collapsed, onToggle }: Props) {
  const { t } = useTranslation();
  const sections = menuOf(mayOpenWith(useRights()));
  const home = pageOf('index');

  const entry = (item: PageEntry) => {
    const title = t(`pages.titles.${item.key}`);
    const current = leadsTo(item, page);
    return (
      <li key={item.key}>
        <Tooltip title={collapsed ? title : ''} placement="right">
          <Link to={item.path} className={current ? `${styles.entry} ${styles.current}` : styles.entry} {...(current && { 'aria-current': 'page' as const })} {...(collapsed && { 'aria-label': title })}>
            <span className={styles.icon} aria-hidden="true">{PAGE_ICONS[item.key]}</span>
            {!collapsed && <span className={styles.title}>{title}</span>}
          </Link>
        </Tooltip>
      </li>
    );
  };

  const foldLabel = t(collapsed ? 'layout.expand' : 'layout.collapse');
  return (
    <nav className={collapsed ? `${styles.nav} ${styles.collapsed}` : styles.nav} aria-label={t('layout.menu')}>
      <div className={styles.scroll}>
        {home !== undefined && <ul>{entry(home)}</ul>}
        {sections.map(({ group, pages }) => (
          <section key={group}>
            {collapsed ? <hr className={styles.rule} /> : <h2 className={styles.group}>{t(`layout.groups.${group}`)}</h2>}
            <ul>{pages.map(entry)}</ul>
          </section>
        ))}
      </div>
      <button type="button" className={styles.fold} onClick={onToggle} aria-label={foldLabel} aria-expanded={!collapsed} title={foldLabel}>
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
    </nav>
  );
}
