import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import styles from './roster.module.css';

/** Problems that are shown; the others follow once these are solved. */
const SHOWN = 8;

/** Why a roster is refused, with file, row and column of each problem. */
export function RosterProblems({ error }: { error: Error }) {
  const { t } = useTranslation();
  const { message, details } = failureOf(error);
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={t('roster.in.failed')}
      description={
        <ul className={styles.problems}>
          {details.length === 0 && <li>{message}</li>}
          {details.slice(0, SHOWN).map((one) => (
            <li key={one.message}>{one.message}</li>
          ))}
          {details.length > SHOWN && <li>{t('roster.in.more', { count: details.length - SHOWN })}</li>}
        </ul>
      }
    />
  );
}
