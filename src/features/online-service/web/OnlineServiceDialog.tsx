import { useQuery } from '@tanstack/react-query';
import { Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { QrCode } from '../../../platform/ui/web/QrCode.tsx';
import { onlineService as endpoint, type OnlineService } from '../contract.ts';
import { onlineService } from './texts.zh.ts';
import styles from './online-service.module.css';

provideTexts({ onlineService });

interface Props {
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
}

/** The QR code and numbers of the service provider (`spec §2`, layout). */
export function OnlineServiceDialog({ open, onClose, afterClose }: Props) {
  const { t } = useTranslation();
  const { org_id } = useCurrentUser().org;
  useCloseOnBack(open, onClose);
  const { data, error, refetch } = useQuery({
    queryKey: ['online-service', org_id],
    queryFn: ({ signal }) => call(endpoint, { query: { org_id } }, { signal, quiet: true }),
    enabled: open,
  });
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={afterClose}
      width={400}
      title={t('onlineService.title')}
      footer={null}
    >
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton active />}
      {data && <Contact contact={data} onLeave={onClose} />}
    </Modal>
  );
}

function Contact({
  contact: { link, phone, hours, text_shown },
  onLeave,
}: {
  contact: OnlineService;
  onLeave: () => void;
}) {
  const { t } = useTranslation();
  if (link === undefined && phone === undefined)
    return (
      <div className={styles.contact}>
        <p>{t('onlineService.none')}</p>
        <Link to="/help-center/index" onClick={onLeave}>
          {t('onlineService.help')}
        </Link>
      </div>
    );
  return (
    <div className={styles.contact}>
      {link !== undefined && <QrCode text={link} label={t('onlineService.code')} />}
      {link !== undefined && text_shown && (
        <p>
          {t('onlineService.scan')}{' '}
          <a href={link} target="_blank" rel="noreferrer">
            {t('onlineService.open')}
          </a>
        </p>
      )}
      {text_shown && (
        <dl className={styles.facts}>
          {phone !== undefined && (
            <div>
              <dt>{t('onlineService.phone')}</dt>
              <dd>
                <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
              </dd>
            </div>
          )}
          {hours !== undefined && (
            <div>
              <dt>{t('onlineService.hours')}</dt>
              <dd>{hours}</dd>
            </div>
          )}
        </dl>
      )}
      <p className={styles.crisis}>{t('onlineService.crisis')}</p>
    </div>
  );
}
