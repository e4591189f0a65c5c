import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Skeleton, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { changeInvitationSettings, invitationSettings } from '../contract/invitations.ts';
import styles from './invitations.module.css';

type Settings = BodyOf<typeof changeInvitationSettings>;

/** How registrations go, as an administrator decides it. A change is saved at once. */
export function SettingsCard() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation-settings'],
    queryFn: ({ signal }) => call(invitationSettings, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  const saving = useMutation({
    mutationFn: (body: Settings) => call(changeInvitationSettings, { body }, { quiet: true }),
    onSuccess: () => void message.success(t('invitations.settings.saved')),
    onSettled: () => refetch(),
  });
  const save = useOnce((body: Settings) => saving.mutateAsync(body));
  return (
    <section className={styles.card} aria-labelledby="registration-settings">
      <h2 id="registration-settings" className={styles.heading}>
        {t('invitations.settings.title')}
      </h2>
      {saving.isError && !isCancelled(saving.error) && (
        <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />
      )}
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <>
          <div className={styles.setting}>
            <Switch
              id="registration-review"
              checked={data.review}
              loading={saving.isPending}
              onChange={(review) => save({ review, mobile_required: data.mobile_required })}
            />
            <label htmlFor="registration-review">{t('invitations.settings.review')}</label>
            <p>{t(data.review ? 'invitations.settings.reviewOn' : 'invitations.settings.reviewOff')}</p>
          </div>
          <div className={styles.setting}>
            <Switch
              id="registration-mobile"
              checked={data.mobile_required}
              disabled={!data.sms_available && !data.mobile_required}
              loading={saving.isPending}
              onChange={(mobile_required) => save({ review: data.review, mobile_required })}
            />
            <label htmlFor="registration-mobile">{t('invitations.settings.mobile')}</label>
            <p>{t(data.sms_available ? 'invitations.settings.mobileHelp' : 'invitations.settings.noSms')}</p>
          </div>
        </>
      )}
    </section>
  );
}
