import { useTranslation } from 'react-i18next';
import { productStatus } from '../../../platform/access/service-stage.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { usePortal } from '../../../platform/session/web/portal-context.ts';
import { STATUS_TONES, useService } from '../../../platform/session/web/service.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { dayText } from './day-text.ts';
import styles from './ServiceSummary.module.css';

/** Name, stage and end of the current organisation's service. */
export function ServiceSummary() {
  const { t } = useTranslation();
  const {
    org: { org_name },
  } = useCurrentUser();
  const { org } = usePortal();
  const state = useService();
  if (org === undefined || state === undefined) return null;
  return (
    <p className={styles.summary}>
      <strong>{org_name}</strong>
      <StatusTag tone={STATUS_TONES[productStatus(state)] ?? 'grey'}>
        {state.ending ? t('stages.ending') : t(`stages.${state.stage}.name`)}
      </StatusTag>
      {org.account_expire_at !== undefined && (
        <span className={styles.until}>
          {t((state.daysLeft ?? 0) < 0 ? 'stages.endedOn' : 'stages.endsOn', {
            day: dayText(org.account_expire_at),
          })}
        </span>
      )}
      {state.stage === 'protection' && state.changesAt !== undefined && (
        <span className={styles.until}>{t('stages.protectedUntil', { day: dayText(state.changesAt) })}</span>
      )}
    </p>
  );
}
