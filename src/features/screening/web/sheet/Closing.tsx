import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Sprout } from '../../../../platform/ui/web/pictures.tsx';
import { HelpLines } from '../own/HelpLines.tsx';
import styles from './sheet.module.css';

/** After the submission. The same for everybody, whatever was answered. */
export function Closing() {
  const { t } = useTranslation();
  return (
    <section className={styles.panel}>
      <Sprout />
      <h1 className={styles.title}>{t('sheet.thanks')}</h1>
      <p className={styles.words}>{t('sheet.closing')}</p>
      <HelpLines />
      <Link to="/index" className={styles.home}>
        {t('sheet.toHome')}
      </Link>
    </section>
  );
}
