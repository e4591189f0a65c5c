import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FeatureIcon } from '../../../platform/feature/web/feature-icon.tsx';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { useMayOpen } from '../../../platform/pages/web/may-open.ts';
import { menuOf } from '../../../platform/pages/web/menu.ts';
import { useOwnPages } from '../../../platform/pages/web/own-pages.ts';
import { tabsOf } from '../../../platform/pages/web/pages.ts';
import { useService } from '../../../platform/session/web/service.ts';
import styles from './AreaCards.module.css';

/** Replaces a page with tabs by its tabs, which saves one click. */
const tabsOrPage = (page: PageEntry, mayOpen: (page: PageEntry) => boolean): PageEntry[] => {
  const tabs = tabsOf(page.key, mayOpen);
  return tabs.length > 0 ? tabs : [page];
};

interface Card {
  key: string;
  path: string;
  title: string;
  about: string;
  icon: ReactNode;
  later: boolean;
}

/** The pages of the role, on the home page of an organisation whose service has expired: each says so. */
export function AreaCards() {
  const { t } = useTranslation();
  const mayOpen = useMayOpen();
  const cardOf = ({ key, path, load, icon }: PageEntry): Card => ({
    key,
    path,
    title: t(`page.${key}.title`),
    icon: icon && <FeatureIcon load={icon} />,
    later: load === undefined,
    about: t(`page.${key}.about`),
  });
  const expired = useService()?.stage === 'expired';
  const own = useOwnPages().map(({ name, path, title, help, icon }): Card => ({
    key: name,
    path,
    title,
    about: help,
    icon,
    later: false,
  }));
  const sections = [
    ...menuOf(mayOpen).map(({ group, pages }) => ({
      group: group as string,
      title: t(`menuGroup.${group}`),
      cards: pages.flatMap((page) => tabsOrPage(page, mayOpen)).map(cardOf),
    })),
    ...(own.length > 0 ? [{ group: 'own', title: t('layout.own'), cards: own }] : []),
  ];
  if (sections.length === 0) return <p className={styles.none}>{t('home.nothing')}</p>;
  return sections.map(({ group, title, cards }) => (
    <section key={group} aria-labelledby={`cards-${group}`}>
      <h2 id={`cards-${group}`} className={styles.group}>
        {title}
      </h2>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card.key}>
            <Link to={card.path} className={expired ? `${styles.card} ${styles.closed}` : styles.card}>
              <span className={styles.icon} aria-hidden="true">
                {card.icon}
              </span>
              <span className={styles.words}>
                <span className={styles.title}>
                  {card.title}
                  {card.later && !expired && <span className={styles.later}>{t('layout.later')}</span>}
                </span>
                <span className={styles.about}>{card.about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
