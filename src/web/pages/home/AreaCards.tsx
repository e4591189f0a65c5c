import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayOpenWith } from '../../layout/may-open.ts';
import { PAGE_ICONS } from '../../layout/page-icons.tsx';
import { tabsOf, type PageEntry } from '../table.ts';
import { menuOf } from '../../layout/menu.ts';
import { useRights } from '../../providers/rights.ts';
import styles from './AreaCards.module.css';

/** A parent with tabs gives way to them: one click less. */
const leaves = (page: PageEntry, mayOpen: (page: PageEntry) => boolean): PageEntry[] => {
  const tabs = tabsOf(page.key, mayOpen);
  return tabs.length > 0 ? tabs : [page];
};

/** The pages that the role may open; those that come later say so. */
export function AreaCards() {
  const { t } = useTranslation();
  const mayOpen = mayOpenWith(useRights());
  const sections = menuOf(mayOpen);
  if (sections.length === 0) return <p className={styles.none}>{t('pages.home.nothing')}</p>;
  return sections.map(({ group, pages }) => (
    <section key={group} aria-labelledby={`cards-${group}`}>
      <h2 id={`cards-${group}`} className={styles.group}>{t(`layout.groups.${group}`)}</h2>
      <ul className={styles.cards}>
        {pages.flatMap((page) => leaves(page, mayOpen)).map((page) => (
          <li key={page.key}>
            <Link to={page.path} className={styles.card}>
              <span className={styles.icon} aria-hidden="true">{PAGE_ICONS[page.key]}</span>
              <span className={styles.words}>
                <span className={styles.title}>
                  {t(`pages.titles.${page.key}`)}
                  {page.load === undefined && <span className={styles.later}>{t('layout.later')}</span>}
                </span>
                <span className={styles.about}>{t(`pages.about.${page.key as keyof typeof import('../../texts/zh/pages.ts').pages.about}`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
