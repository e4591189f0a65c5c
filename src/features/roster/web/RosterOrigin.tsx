import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Received } from '../contract.ts';
import styles from './roster.module.css';

/** Of which school the roster is, and a warning where most people of this school are not in it. */
export function RosterOrigin({ received: { school, absent } }: { received: Received }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.text}>
        {t('roster.in.school')}
        <span className={styles.name}>{school}</span>
      </p>
      {absent.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          message={t('roster.in.mostlyAbsent')}
          description={
            <>
              <ul className={styles.problems}>
                {absent.map(({ part, absent: count, of }) => (
                  <li key={part}>{t(`roster.in.absent.${part}`, { count, of })}</li>
                ))}
              </ul>
              {t('roster.in.absentHelp')}
            </>
          }
        />
      )}
    </>
  );
}
