import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { useLeaveGuard } from '../../../../platform/crud/web/form/use-leave-guard.tsx';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { escalation, putEscalation, type EscalationRules } from '../../contract/escalation.ts';
import { escalation as texts } from '../texts.zh.ts';
import { HoursCard } from './HoursCard.tsx';
import { InterviewCard } from './InterviewCard.tsx';
import { Runs } from './Runs.tsx';
import { StepsCard } from './StepsCard.tsx';
import page from '../../../../platform/crud/web/page.module.css';
import styles from './escalation.module.css';

provideTexts({ escalation: texts });

const KEY = ['escalation'];
type Settings = DataOf<typeof escalation>;

/** The message of the first field that the server rejected, or the general failure. */
const errorText = (error: unknown): string =>
  error instanceof ApiError && error.details[0] ? error.details[0].message : failureOf(error).message;

function Rules({ saved }: { saved: Settings }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const { setDirty } = useLeaveGuard();
  const [rules, setRules] = useState(saved.rules);
  const change = (part: Partial<EscalationRules>) => {
    setDirty(true);
    setRules((before) => ({ ...before, ...part }));
  };
  const save = useMutation({
    mutationFn: () => call(putEscalation, { body: { rules, version: saved.version } }, { quiet: true }),
    onSuccess: (updated) => {
      setDirty(false);
      client.setQueryData(KEY, updated);
      void message.success(t('escalation.saved'));
    },
  });
  const send = useOnce(() => save.mutateAsync());
  return (
    <>
      <StepsCard
        steps={rules.steps}
        people={saved.people}
        roles={saved.roles}
        onChange={(steps) => change({ steps })}
      />
      <HoursCard hours={rules.hours} onChange={(hours) => change({ hours })} />
      <InterviewCard days={rules.interview_days} onChange={(interview_days) => change({ interview_days })} />
      {save.isError && <Alert type="error" showIcon role="alert" message={errorText(save.error)} />}
      <div className={styles.save}>
        <Button type="primary" loading={save.isPending} disabled={rules === saved.rules} onClick={send}>
          {t('escalation.save')}
        </Button>
      </div>
    </>
  );
}

/** /warning/escalation: who is notified of a warning, in which order and how soon; drills, and the notification log. */
export function EscalationPage() {
  const { t } = useTranslation();
  const settings = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(escalation, {}, { signal, quiet: true }),
    refetchOnMount: 'always',
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.escalation.title')} about={t('escalation.about')} />
      {settings.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : settings.data === undefined ? (
        <FailedState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <div className={styles.column}>
          <Rules key={settings.data.version} saved={settings.data} />
          <Runs />
        </div>
      )}
    </div>
  );
}
