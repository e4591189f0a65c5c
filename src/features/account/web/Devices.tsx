import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton, Tag } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { endSession, ownSessions, type OwnSession } from '../contract.ts';
import styles from './AccountPage.module.css';

export const SESSIONS = ['own-sessions'];

/** A moment as people here say it, with the year where it is not this one. */
const moment = (at: string): string =>
  dayjs(at).format(dayjs(at).isSame(dayjs(), 'year') ? 'M月D日 HH:mm' : 'YYYY年M月D日 HH:mm');

/** Where the account is signed in, and the way to end what one does not know. */
export function Devices() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [asked, setAsked] = useState<OwnSession>();
  const shown = useLast(asked);
  const { data, error, refetch } = useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => call(ownSessions, {}, { signal, quiet: true }),
  });
  const nameOf = ({ device }: OwnSession) => device || t('account.unknownDevice');
  const work = useMutation({
    mutationFn: ({ id }: OwnSession) => call(endSession, { params: { id } }, { quiet: true }),
    onSuccess: (_, one) => {
      void message.success(t('account.ended', { device: nameOf(one) }));
      setAsked(undefined);
    },
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
  const end = useOnce((one: OwnSession) => work.mutateAsync(one));
  const ask = (one: OwnSession) => {
    work.reset();
    setAsked(one);
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
        {data?.items.map((one) => (
          <li key={one.id} className={styles.row}>
            <span aria-hidden className={styles.device}>
              {one.app_kind === 'mobile' ? <MobileOutlined /> : <DesktopOutlined />}
            </span>
            <div className={styles.what}>
              <p className={styles.strong}>
                {nameOf(one)}{' '}
                {one.is_current && (
                  <Tag color="processing" className={styles.tag}>
                    {t('account.here')}
                  </Tag>
                )}
              </p>
              <p className={styles.about}>
                {[
                  t(`account.kinds.${one.app_kind}`),
                  one.address,
                  t('account.since', { at: moment(one.signed_in_at) }),
                  !one.is_current && t('account.seen', { at: moment(one.seen_at) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {!one.is_current && (
              <Button danger aria-label={t('account.endOf', { device: nameOf(one) })} onClick={() => ask(one)}>
                {t('account.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Sheet
        open={asked !== undefined}
        small
        width={420}
        title={t('account.endTitle')}
        onClose={() => setAsked(undefined)}
        act={
          work.isError
            ? undefined
            : { label: t('account.endTitle'), danger: true, busy: work.isPending, onClick: () => asked && end(asked) }
        }
      >
        {work.isError ? (
          <Alert type="error" showIcon role="alert" message={failureOf(work.error).message} />
        ) : (
          <p>{shown && t('account.endText', { device: nameOf(shown), address: shown.address })}</p>
        )}
      </Sheet>
    </section>
  );
}
