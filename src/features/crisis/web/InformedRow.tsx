import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { CaseDetail } from '../contract/cases.ts';
import { INFORMED } from '../rules/crisis.ts';
import styles from './case.module.css';

/** Whether the guardian and the class teacher were informed; missing until it is recorded. */
export function InformedRow({ value: { informed, can_write }, onInform }: { value: CaseDetail; onInform: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.row}>
      <ul className={styles.informed} aria-label={t('cases.informed')}>
        {INFORMED.map((who) => {
          const notice = informed.find((each) => each.who === who);
          return (
            <li key={who}>
              {notice ? <CheckCircleOutlined aria-hidden /> : <ExclamationCircleOutlined aria-hidden />}
              <span>{t(notice ? 'cases.informedOf' : 'cases.notInformed', { who: labelOf('informed_who', who) })}</span>
              {notice && (
                <span className={styles.quiet}>
                  {[dateText(notice.at), labelOf('informed_how', notice.how), notice.by_name].join('，')}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {can_write && <Button onClick={onInform}>{t('cases.inform')}</Button>}
    </div>
  );
}
