import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { failureOf } from '../../../../platform/crud/web/failure.ts';
import { useLeaveGuard } from '../../../../platform/crud/web/form/use-leave-guard.tsx';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/later.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { escalation, putEscalation, type EscalationRules } from '../../contract/escalation.ts';
import { escalation as texts } from '../texts/zh/escalation.ts';
import { HoursCard } from './HoursCard.tsx';
import { Runs } from './Runs.tsx';
import { StepsCard } from './StepsCard.tsx';
import page from '../../../../platform/crud/web/page.module.css';
import styles from './escalation.module.css';

provideTexts({ escalation: texts });

const KEY = ['escalation'];
type Known = DataOf<typeof escalation>;

/** What was wrong, with its places in words: the server names the first field that it refused. */
const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.details[0] ? error.details[0].message : failureOf(error).message;

function Rules({ known }: { known: Known }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const { setDirty } = useLeaveGuard();
  const [rules, setRules] = useState(known.rules);
  const change = (part: Partial<EscalationRules>) => {
    setDirty(true);
    setRules((now) => ({ ...now, ...part }));
  };
  const save = useMutation({
    mutationFn: () => call(putEscalation, { body: { rules, version: known.version } }, { quiet: true }),
    onSuccess: (now) => {
      setDirty(false);
      client.setQueryData(KEY, now);
      void message.success(t('escalation.saved'));
    },
  });
  const send = useOnce(() => save.mutateAsync());
  return (
    <>
      <StepsCard
        steps={rules.steps}
        people={known.people}
        roles={known.roles}
        onChange={(steps) => change({ steps })}
      />
      <HoursCard hours={rules.hours} onChange={(hours) => change({ hours })} />
      {save.isError && <Alert type="error" showIcon role="alert" message={wordsOf(save.error)} />}
      <div className={styles.save}>
        <Button type="primary" loading={save.isPending} disabled={rules === known.rules} onClick={send}>
          {t('escalation.save')}
        </Button>
      </div>
    </>
  );
}

/** /warning/escalation: who is told of a warning, in which order and how soon; drills, and who was told of what. */
export function EscalationPage() {
  const { t } = useTranslation();
  const known = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(escalation, {}, { signal, quiet: true }),
    refetchOnMount: 'always',
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('pages.titles.escalation')} about={t('escalation.about')} />
      {known.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : known.data === undefined ? (
        <FailedState error={known.error} onRetry={() => void known.refetch()} />
      ) : (
        <div className={styles.column}>
          <Rules key={known.data.version} known={known.data} />
          <Runs />
        </div>
      )}
    </div>
  );
}
