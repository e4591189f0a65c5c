import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { Products } from './Products.tsx';
import { ServiceStages } from './ServiceStages.tsx';
import { ServiceSummary } from './ServiceSummary.tsx';
import styles from './ServicePage.module.css';

/** /service-expiration-description: the stages of the service, and the current stage of this organisation. */
export function ServicePage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <PageTitle title={t('page.service.title')} about={t('stages.about')} />
      <ServiceSummary />
      <ServiceStages />
      <section>
        <h2 className={styles.heading}>{t('stages.reminderTitle')}</h2>
        <p className={styles.text}>{t('stages.reminder')}</p>
      </section>
      {/* Last, because their number is known only when they are loaded: nothing below moves. */}
      <section>
        <h2 className={styles.heading}>{t('stages.products')}</h2>
        <Products />
      </section>
    </div>
  );
}
