import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Report } from '../contract.ts';
import styles from './report.module.css';

/** Answers that a person must follow up at once. */
export function CriticalAnswers({ items }: { items: Report['critical'] }) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      message={t('personalReport.critical')}
      description={
        <>
          <dl className={styles.list}>
            {items.map(({ scale_id, item_id, text, answer, words }) => (
              <div key={`${scale_id} ${item_id}`}>
                <dt>
                  {t('personalReport.itemNo', { no: item_id })} {text}
                </dt>
                <dd>
                  <strong>{answer}</strong>
                  <br />
                  {words}
                </dd>
              </div>
            ))}
          </dl>
          {t('personalReport.criticalHelp')}
        </>
      }
    />
  );
}
