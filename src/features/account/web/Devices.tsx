import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton, Tag } from 'antd';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { endSession, ownSessions, type OwnSession } from '../contract.ts';
import styles from './AccountPage.module.css';

export const SESSIONS = ['own-sessions'];

/** The sessions of the account; the user can end each except the current one. */
export function Devices() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [selected, setSelected] = useState<OwnSession>();
  const displayed = useLast(selected);
  const { data, error, refetch } = useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => call(ownSessions, {}, { signal, quiet: true }),
  });
  const deviceName = ({ device }: OwnSession) => device || t('account.unknownDevice');
  const ending = useMutation({
    mutationFn: ({ id }: OwnSession) => call(endSession, { params: { id } }, { quiet: true }),
    onSuccess: (_, session) => {
      void message.success(t('account.ended', { device: deviceName(session) }));
      setSelected(undefined);
    },
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
  const end = useOnce((session: OwnSession) => ending.mutateAsync(session));
  const confirmEnd = (session: OwnSession) => {
    ending.reset();
    setSelected(session);
  };

  return (
    <section className={styles.card} aria-labelledby="devices">
      <h2 id="devices" className={styles.heading}>
        {t('account.sessions')}
      </h2>
      <p className={styles.about}>{t('account.sessionsAbout')}</p>
      {error !== null && data === undefined && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={t('account.sessionsFailed')}
          action={
            <Button size="small" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
      {data === undefined && error === null && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      <ul>
        {data?.items.map((session) => (
          <li key={session.id} className={styles.row}>
            <span aria-hidden className={styles.device}>
              {session.app_kind === 'mobile' ? <MobileOutlined /> : <DesktopOutlined />}
            </span>
            <div className={styles.what}>
              <p className={styles.strong}>
                {deviceName(session)} {session.is_current && <Tag className={styles.tag}>{t('account.here')}</Tag>}
              </p>
              <p className={styles.about}>
                {[
                  t(`account.kinds.${session.app_kind}`),
                  session.address,
                  t('account.since', { at: dateText(session.signed_in_at) }),
                  !session.is_current && t('account.seen', { at: dateText(session.seen_at) }),
                ]
                  .filter((part) => part !== false)
                  .map((part, i) => (
                    <Fragment key={part}>
                      {i > 0 && ' · '}
                      <span className={styles.unbroken}>{part}</span>
                    </Fragment>
                  ))}
              </p>
            </div>
            {!session.is_current && (
              <Button
                danger
                aria-label={t('account.endOf', { device: deviceName(session) })}
                onClick={() => confirmEnd(session)}
              >
                {t('account.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Sheet
        open={selected !== undefined}
        small
        width={420}
        title={t('account.endTitle')}
        onClose={() => setSelected(undefined)}
        act={
          ending.isError
            ? undefined
            : {
                label: t('account.endTitle'),
                danger: true,
                busy: ending.isPending,
                onClick: () => selected && end(selected),
              }
        }
      >
        {ending.isError ? (
          <Alert type="error" showIcon role="alert" message={failureOf(ending.error).message} />
        ) : (
          <p>{displayed && t('account.endText', { device: deviceName(displayed), address: displayed.address })}</p>
        )}
      </Sheet>
    </section>
  );
}
