import { useTranslation } from 'react-i18next';
import { serviceState, type ServiceState } from '../../../shared/rules/service-stage.ts';
import type { Tone } from '../../../shared/schema/types.ts';
import { usePortal } from '../../providers/portal-context.ts';
import { useCurrentUser } from '../../providers/current-user.ts';
import { StatusTag } from '../StatusTag.tsx';
import styles from './ServiceSummary.module.css';

/** Colours of `spec §9`: grey in service, yellow expiring, red expired. */
const toneOf = ({ stage, ending }: ServiceState): Tone => (stage === 'protection' || stage === 'expired' ? 'red' : ending ? 'yellow' : 'grey');

const dayOf = (instant: string): string => {
  const date = new Date(instant);
  return `${date.getFullYear()}年${date.getMonth() + 1}月${date.getDate()}日`;
};

/** Name, stage and end of the current organisation's service. */
export function ServiceSummary() {
  const { t } = useTranslation();
  const { org: { org_name } } = useCurrentUser();
  const { org } = usePortal();
  if (org === undefined) return null;
  const state = serviceState(org, Date.now());
  return (
    <p className={styles.summary}>
      <strong>{org_name}</strong>
      <StatusTag tone={toneOf(state)}>{state.ending ? t('pages.stages.ending') : t(`pages.stages.${state.stage}.name`)}</StatusTag>
      {org.account_expire_at !== undefined && <span className={styles.until}>{t((state.daysLeft ?? 0) < 0 ? 'pages.stages.endedOn' : 'pages.stages.endsOn', { day: dayOf(org.account_expire_at) })}</span>}
    </p>
  );
}
