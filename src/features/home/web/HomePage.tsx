import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { fromFeatures } from '../../../platform/feature/web/registry.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { useWelcome } from '../../../platform/session/web/site.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { AreaCards } from './AreaCards.tsx';
import { greetingKey } from './greeting.ts';
import styles from './HomePage.module.css';

const cards = fromFeatures((features) =>
  features.flatMap(({ homeCards = [] }) => homeCards).map((load) => lazyPage(load)),
);

const ownHome = fromFeatures((features) =>
  features.flatMap(({ ownHome: load }) => (load === undefined ? [] : [lazyPage(load)])),
);

/** The cards come with the page, so that none of them moves what is already shown. */
export const loadCards = () => Promise.all(cards().map((card) => card.preload()));

/** /index: the current user and role, the state of the service, and the pages that the role may open. */
export function HomePage() {
  const { t } = useTranslation();
  const { user, identity, org, role } = useCurrentUser();
  const welcome = useWelcome();
  return (
    <div className={styles.page}>
      <div className={styles.hello}>
        <h1 className={styles.title}>{t(`home.${greetingKey(new Date())}`, { name: user.real_name })}</h1>
        {role === null ? (
          <p className={styles.about}>{org.org_name}</p>
        ) : (
          <p className={styles.about}>{t('home.as', { role: role.role_name })}</p>
        )}
        {welcome && <p className={styles.welcome}>{welcome}</p>}
        {cards().map((Card, i) => (
          <Suspense key={i}>
            <Card />
          </Suspense>
        ))}
      </div>
      {identity === IDENTITY.staff ? (
        <AreaCards />
      ) : (
        ownHome().map((Own, i) => (
          <Suspense key={i}>
            <Own />
          </Suspense>
        ))
      )}
    </div>
  );
}
