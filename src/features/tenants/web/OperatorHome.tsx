import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { platform } from './texts.zh.ts';
import styles from './tenants.module.css';

provideTexts({ platform });

/** The home page of an operator of the platform: the ways to its pages. */
export function OperatorHome() {
  const { t } = useTranslation();
  return (
    <section className={styles.stack}>
      <p className={styles.quiet}>{t('platform.home')}</p>
      <div className={styles.links}>
        <Link to="/platform/organisations">{t('platform.toOrganisations')}</Link>
        <Link to="/platform/tasks">{t('platform.toTasks')}</Link>
        <Link to="/platform/log">{t('platform.toLog')}</Link>
      </div>
    </section>
  );
}
