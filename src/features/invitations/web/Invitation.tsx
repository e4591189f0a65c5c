import { Alert, App, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { QrCode } from '../../../platform/ui/web/QrCode.tsx';
import type { createInvitation } from '../contract/invitations.ts';
import { CODE_TYPE, registerAddress } from '../rules/codes.ts';
import { Paper } from './Paper.tsx';
import styles from './invitations.module.css';

interface Props {
  made: DataOf<typeof createInvitation>;
  orgName: string;
  onAnother: () => void;
  /** Leaves for another page. */
  onLeave: () => void;
}

/** A new invitation: its code, its address to copy, and a sheet to print. */
export function Invitation({ made, orgName, onAnother, onLeave }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const type = made.code_type === CODE_TYPE.group ? CODE_TYPE.group : CODE_TYPE.single;
  const address = registerAddress(location.origin, type, made.invitation_code);
  const copy = async () => {
    try {
      // Absent over plain HTTP, as in a school's own network.
      await navigator.clipboard.writeText(address);
      void message.success(t('invitations.copied'));
    } catch {
      const field = document.getElementById('invitation-address');
      if (field instanceof HTMLTextAreaElement) {
        field.focus();
        field.select();
      }
      void message.warning(t('invitations.copyFailed'));
    }
  };
  return (
    <div className={styles.made}>
      <Alert type="info" showIcon role="status" message={t('invitations.made')} description={t('invitations.once')} />
      <QrCode text={address} label={t('invitations.qr')} />
      <p className={styles.facts}>
        {t('invitations.facts', {
          type: t(`invitations.types.${type === CODE_TYPE.group ? 'group' : 'single'}`),
          count: made.max_registrations,
        })}
        {made.class_name !== undefined && ` · ${made.class_name}`}
        {' · '}
        {t('invitations.until', { until: dateText(made.expires_at) })}
      </p>
      <Input.TextArea id="invitation-address" aria-label={t('invitations.address')} value={address} readOnly autoSize />
      <div className={styles.acts}>
        <Button type="primary" onClick={() => void copy()}>
          {t('invitations.copy')}
        </Button>
        <Button onClick={() => window.print()}>{t('invitations.print')}</Button>
        <Button type="text" onClick={onAnother}>
          {t('invitations.another')}
        </Button>
        <Button
          type="text"
          onClick={() => {
            onLeave();
            void navigate('/student-register/invitation');
          }}
        >
          {t('invitations.list')}
        </Button>
      </div>
      <Paper made={made} orgName={orgName} address={address} />
    </div>
  );
}
