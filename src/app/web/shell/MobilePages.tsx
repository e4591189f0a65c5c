import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FeatureIcon } from '../../../platform/feature/web/feature-icon.tsx';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { useOwnPages } from '../../../platform/pages/web/own-pages.ts';
import { mobileSections } from './mobile-pages.ts';
import styles from './MobilePages.module.css';

/** Every page that the role may open, in the drawer of phones, which have no menu beside the page. */
export function MobilePages({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const mayOpen = useMayOpen();
  const own = useOwnPages();
  const sections = mobileSections(mayOpen).map(({ group, pages }) => ({
    key: group as string,
    title: t(`menuGroup.${group}`),
    pages: pages.map(({ key, path, icon }) => ({
      key: key as string,
      path,
      title: t(`page.${key}.title`),
      icon: icon && <FeatureIcon load={icon} />,
    })),
  }));
  const ownSection = {
    key: 'own',
    title: t('layout.own'),
    pages: own.map(({ name, path, title, icon }) => ({ key: name, path, title, icon })),
  };
  return (
    <nav aria-label={t('layout.menu')} className={styles.pages}>
      {[...sections, ownSection]
        .filter(({ pages }) => pages.length > 0)
        .map(({ key, title, pages }) => (
          <section key={key} aria-labelledby={`pages-${key}`}>
            <h2 id={`pages-${key}`} className={styles.group}>
              {title}
            </h2>
            <ul className={styles.list}>
              {pages.map((page) => (
                <li key={page.key}>
                  <Link to={page.path} className={styles.page} onClick={onOpen}>
                    <span aria-hidden="true">{page.icon}</span>
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </nav>
  );
}
