import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { myConsents } from '../../contract/own.ts';
import { readSheet, type Sheet } from '../../contract/sheets.ts';
import { deviceId } from '../offline/device.ts';
import { allSent } from '../offline/under-way.ts';
import { HelpLines } from '../own/HelpLines.tsx';
import { mine, sheet as texts } from '../texts.zh.ts';
import { Answering } from './Answering.tsx';
import { Assent } from './Assent.tsx';
import { Closing } from './Closing.tsx';
import styles from './sheet.module.css';

provideTexts({ mine, sheet: texts });

/** A quiet panel in place of the questions. */
function Panel({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className={styles.panel}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.words}>{text}</p>
      {children}
      <HelpLines />
    </section>
  );
}

/** Why a sheet is not shown. */
function Failed({ error, onRetry, onTake }: { error: unknown; onRetry: () => void; onTake: () => void }) {
  const { t } = useTranslation();
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'PSY_SHEET_ELSEWHERE')
    return (
      <Panel title={t('sheet.elsewhereTitle')} text={t('sheet.elsewhere')}>
        <Button type="primary" size="large" onClick={onTake}>
          {t('sheet.goOnHere')}
        </Button>
      </Panel>
    );
  const away = error instanceof ApiError && error.isUnreachable;
  return (
    <Panel
      title={t(away ? 'sheet.awayTitle' : 'sheet.failedTitle')}
      text={away ? t('sheet.away') : displayOf(error).text}
    >
      <Button type="primary" size="large" onClick={onRetry}>
        {t('sheet.retry')}
      </Button>
    </Panel>
  );
}

function Home() {
  const { t } = useTranslation();
  return (
    <Link to="/index" className={styles.home}>
      {t('sheet.toHome')}
    </Link>
  );
}

/** Whether the student was asked, and agreed. */
function useAssent(examId: string | undefined) {
  const { data, error, refetch } = useQuery({
    queryKey: ['my-consents'],
    queryFn: ({ signal }) => call(myConsents, {}, { signal, quiet: true }),
    enabled: examId !== undefined,
    gcTime: 0,
  });
  return { consent: data?.items.find((one) => one.exam_id === examId), loaded: data !== undefined, error, refetch };
}

/** What follows from the state of a sheet. */
function SheetView({ sheet, onRenew, onTake }: { sheet: Sheet; onRenew: () => void; onTake: () => void }) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const [submitted, setSubmitted] = useState(false);
  const { consent, loaded, error, refetch } = useAssent(sheet.status === 'open' ? sheet.exam_id : undefined);
  if (submitted || sheet.status === 'submitted' || sheet.status === 'scored') return <Closing />;
  if (sheet.status === 'waiting_consent')
    return (
      <Panel title={t('sheet.consentTitle')} text={t('sheet.consent')}>
        <Home />
      </Panel>
    );
  if (sheet.status === 'planned')
    return (
      <Panel title={sheet.exam_name} text={t('sheet.planned', { at: dateText(sheet.starts_at) })}>
        <Home />
      </Panel>
    );
  if (sheet.status === 'closed')
    return (
      <Panel title={t('sheet.closedTitle')} text={t('sheet.closed')}>
        <Home />
      </Panel>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} onTake={onTake} />;
  if (!loaded) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (consent !== undefined && consent.state !== 'given')
    return <Assent consent={consent} total={sheet.total} onAgreed={() => void refetch().then(onRenew)} />;
  return (
    <Answering
      sheet={sheet}
      userId={user.user_id}
      onSubmitted={() => setSubmitted(true)}
      onTake={onTake}
      onRenew={onRenew}
    />
  );
}

/** /my/exam/:child_exam_id: assent, the questions, the overview, the closing words. */
export function SheetPage() {
  const { child_exam_id: id = '' } = useParams();
  const queries = useQueryClient();
  const [take, setTake] = useState(false);
  const key = ['sheet', id, take];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      await allSent();
      const query = { device_id: deviceId(), ...(take && { take }) };
      return call(readSheet, { params: { id }, query }, { signal, quiet: true });
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const renew = () => void refetch();
  const onTake = () => {
    if (take) void queries.resetQueries({ queryKey: key });
    else setTake(true);
  };
  if (error) return <Failed error={error} onRetry={renew} onTake={onTake} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <SheetView key={data.child_exam_id} sheet={data} onRenew={renew} onTake={onTake} />;
}
