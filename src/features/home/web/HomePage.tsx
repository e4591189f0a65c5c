import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { fromFeatures } from '../../../platform/feature/web/registry.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { isOwnSide, useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { useService } from '../../../platform/session/web/service.ts';
import { useWelcome } from '../../../platform/session/web/site.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { AreaCards } from './AreaCards.tsx';
import { Cards } from './Cards.tsx';
import { greetingKey } from './greeting.ts';
import { OwnParts } from './OwnParts.tsx';
import styles from './HomePage.module.css';

const lines = fromFeatures((features) =>
  features.flatMap(({ homeLines = [] }) => homeLines).map((load) => lazyPage(load)),
);

const operatorHome = fromFeatures((features) =>
  features.flatMap(({ operatorHome: load }) => (load === undefined ? [] : [lazyPage(load)])),
);

/** The lines come with the page, so that none of them moves what is already shown. */
export const loadLines = () => Promise.all(lines().map((line) => line.preload()));

/** /index: the current user and role, the state of the service, and what needs the user today. */
export function HomePage() {
  const { t } = useTranslation();
  const current = useCurrentUser();
  const { user, identity, org, role } = current;
  const welcome = useWelcome();
  const expired = useService()?.stage === 'expired';
  return (
    <div className={isOwnSide(current) ? styles.own : styles.page}>
      <div className={styles.hello}>
        <h1 className={styles.title}>{t(`home.${greetingKey(Date.now())}`, { name: user.real_name })}</h1>
        {role === null ? (
          <p className={styles.about}>{org.org_name}</p>
        ) : (
          <p className={styles.about}>{t('home.as', { role: role.role_name })}</p>
        )}
        {welcome && <p className={styles.welcome}>{welcome}</p>}
        {lines().map((Line, i) => (
          <Suspense key={i}>
            <Line />
          </Suspense>
        ))}
      </div>
      {identity === IDENTITY.staff && (expired ? <AreaCards /> : <Cards />)}
      {isOwnSide(current) && <OwnParts />}
      {identity === IDENTITY.operator &&
        operatorHome().map((Home, i) => (
          <Suspense key={i}>
            <Home />
          </Suspense>
        ))}
    </div>
  );
}
