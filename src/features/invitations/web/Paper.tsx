import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { QrCode } from '../../../platform/ui/web/QrCode.tsx';
import type { createInvitation } from '../contract/invitations.ts';
import styles from './invitations.module.css';

interface Props {
  made: DataOf<typeof createInvitation>;
  orgName: string;
  address: string;
}

/** One page for parents, shown on paper only. It names no student. */
export function Paper({ made, orgName, address }: Props) {
  const { t } = useTranslation();
  const steps = t('invitations.paper.steps', { returnObjects: true });
  return createPortal(
    <div className={styles.paper} aria-hidden>
      <h1>{t('invitations.paper.title')}</h1>
      <p className={styles.school}>
        {orgName}
        {made.class_name !== undefined && `　${t('invitations.paper.class', { name: made.class_name })}`}
      </p>
      <p>{t('invitations.paper.scan')}</p>
      <QrCode text={address} label="" />
      <p className={styles.printed}>{address}</p>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{t('invitations.paper.until', { until: dateText(made.expires_at), count: made.max_registrations })}</p>
      <p>{t('invitations.paper.note')}</p>
    </div>,
    document.body,
  );
}
