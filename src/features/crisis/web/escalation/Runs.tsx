import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import type { CrisisLevel } from '../../../../platform/schema/generated/enums.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../../platform/ui/web/CrisisLevelTag.tsx';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { Pages } from '../../../../platform/ui/web/Pages.tsx';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { endDrill, escalationRuns, type EscalationRun } from '../../contract/escalation.ts';
import { DrillDialog } from './DrillDialog.tsx';
import styles from './escalation.module.css';

const KEY = ['escalation-runs'];
const PAGE_SIZE = 5;
/** Milliseconds between reloads while an escalation is running. */
const POLL_MS = 5000;
const TONES = { running: 'yellow', acknowledged: 'done', verified: 'done', exhausted: 'red', ended: 'grey' } as const;
const toneOf = (state: string) => TONES[state as keyof typeof TONES] ?? 'grey';

function Run({ run, onEnd, ending }: { run: EscalationRun; onEnd: () => void; ending: boolean }) {
  const { t } = useTranslation();
  const steps = [...new Set(run.tellings.map(({ step }) => step))];
  const tellingText = ({ at, teacher_name, stand_in, channel, state }: EscalationRun['tellings'][number]) => {
    const standIn = stand_in ? `（${t('escalation.standIn')}）` : '';
    return `${dateText(at)} ${teacher_name}${standIn}，${labelOf('telling_channel', channel)}${labelOf('telling_state', state)}`;
  };
  return (
    <li className={styles.run}>
      <div className={styles.runHead}>
        <Tag>{t(run.drill ? 'escalation.isDrill' : 'escalation.isWarning')}</Tag>
        {run.level !== undefined && <CrisisLevelTag level={run.level as CrisisLevel} />}
        <span className={styles.runName}>{[run.student_name, run.class_name].filter(Boolean).join(' · ')}</span>
        <StatusTag tone={toneOf(run.state)}>{labelOf('escalation_state', run.state)}</StatusTag>
        {run.drill && (run.state === 'running' || run.state === 'exhausted') && (
          <Button size="small" loading={ending} onClick={onEnd}>
            {t('escalation.end')}
          </Button>
        )}
      </div>
      <p className={styles.text}>
        {[
          t('escalation.startedAt', { at: dateText(run.started_at) }),
          run.next_at === undefined ? undefined : t('escalation.nextAt', { at: dateText(run.next_at) }),
          run.ended_at === undefined || run.ended_by_name === undefined || run.state === 'ended'
            ? undefined
            : t('escalation.endedBy', { at: dateText(run.ended_at), name: run.ended_by_name }),
        ]
          .filter(Boolean)
          .join('，')}
      </p>
      {steps.length === 0 ? (
        <p className={styles.text}>{t('escalation.noRecipients')}</p>
      ) : (
        <ol className={styles.notifications}>
          {steps.map((step) => {
            const tellings = run.tellings.filter((telling) => telling.step === step);
            return (
              <li key={step}>
                <span className={styles.stepName}>{`${step}. ${tellings[0]?.step_name ?? ''}`}</span>
                <ul className={styles.people}>
                  {tellings.map((telling, i) => (
                    <li key={i}>{tellingText(telling)}</li>
                  ))}
                </ul>
              </li>
            );
          })}
        </ol>
      )}
    </li>
  );
}

/** Drills and warnings with the notifications sent for each, and who took them on. */
export function Runs() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [drilling, setDrilling] = useState(false);
  const runs = useQuery({
    queryKey: [...KEY, page],
    queryFn: ({ signal }) => call(escalationRuns, { query: { page, size: PAGE_SIZE } }, { signal, quiet: true }),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (state.data?.items.some((run) => run.state === 'running') ? POLL_MS : false),
  });
  const reload = () => client.invalidateQueries({ queryKey: KEY });
  const end = useMutation({
    mutationFn: (id: string) => call(endDrill, { params: { id } }, { quiet: true }),
    onError: (error) => void message.error(failureOf(error).message),
    onSettled: reload,
  });
  const stop = useOnce((id: string) => end.mutateAsync(id));
  const { data } = runs;
  return (
    <section className={styles.card} aria-labelledby="escalation-runs">
      <div className={styles.cardHead}>
        <h2 id="escalation-runs" className={styles.heading}>
          {t('escalation.runs')}
        </h2>
        <Button onClick={() => setDrilling(true)}>{t('escalation.drill')}</Button>
      </div>
      <p className={styles.text}>{t('escalation.runsAbout')}</p>
      {runs.isPending ? (
        <Skeleton active />
      ) : data === undefined ? (
        <FailedState error={runs.error} onRetry={() => void runs.refetch()} />
      ) : data.items.length === 0 ? (
        <p className={styles.none}>{t('escalation.noRuns')}</p>
      ) : (
        <ul className={styles.runs}>
          {data.items.map((run) => (
            <Run
              key={run.run_id}
              run={run}
              ending={end.isPending && end.variables === run.run_id}
              onEnd={() => stop(run.run_id)}
            />
          ))}
        </ul>
      )}
      {data !== undefined && data.total > PAGE_SIZE && (
        <Pages size="small" align="end" current={page} pageSize={PAGE_SIZE} total={data.total} onChange={setPage} />
      )}
      <DrillDialog
        open={drilling}
        onClose={() => setDrilling(false)}
        onStarted={() => {
          setDrilling(false);
          setPage(1);
          void reload();
        }}
      />
    </section>
  );
}
