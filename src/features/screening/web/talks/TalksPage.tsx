import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { Pages } from '../../../../platform/ui/web/Pages.tsx';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { Tag } from '../../../../platform/ui/web/Tag.tsx';
import { talks as endpoint, type Talk } from '../../contract/own.ts';
import { TALK_STATUS } from '../../rules/consent-text.ts';
import { talks } from '../texts.zh.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import pageStyles from '../../../../platform/crud/web/page.module.css';
import styles from './talks.module.css';

provideTexts({ talks });

const PAGE_SIZE = 20;
const STATUS = ['1', '2', '3'] as const;
type Status = (typeof STATUS)[number];
const asStatus = (text: string | null): Status | undefined => STATUS.find((one) => one === text);

function Row({ talk, onAnswer }: { talk: Talk; onAnswer: () => void }) {
  const { t } = useTranslation();
  const { child_id, child_name, class_name, asked_by, asked_by_name, requested_at, status, note, answer } = talk;
  const waiting = status === TALK_STATUS.waiting;
  const closed = status === TALK_STATUS.closed;
  return (
    <li className={styles.talk}>
      <div className={styles.head}>
        <Link to={`/student/archive?child_id=${child_id}`} title={t('talks.archive')}>
          <strong>{child_name}</strong>
        </Link>
        <span className={styles.quiet}>{class_name}</span>
        <Tag look={waiting ? 'yellow' : 'grey'} icon={waiting ? <ClockCircleOutlined /> : <CheckCircleOutlined />}>
          {labelOf('talk_status', status)}
        </Tag>
      </div>
      <p className={styles.quiet}>
        {[
          t('talks.askedBy', { name: asked_by_name, who: t(`talks.who.${asked_by}`) }),
          t('talks.askedAt', { at: dateText(requested_at) }),
          ...(talk.wanted_with_name === undefined ? [] : [t('talks.wantedWith', { name: talk.wanted_with_name })]),
        ].join('，')}
      </p>
      {note !== undefined && <p className={styles.words}>{note}</p>}
      {talk.handled_at !== undefined && (
        <p className={styles.quiet}>
          {[
            ...(answer === undefined ? [] : [t('talks.answered', { text: answer })]),
            t('talks.handled', { name: talk.handled_by_name ?? '', at: dateText(talk.handled_at) }),
          ].join('，')}
        </p>
      )}
      {!closed && (
        <Button {...(waiting && { type: 'primary' as const })} onClick={onAnswer}>
          {t('talks.handle')}
        </Button>
      )}
    </li>
  );
}

/** /talks: requests of students and guardians, the waiting ones first. */
export function TalksPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [answering, setAnswering] = useState<Talk>();
  const status = asStatus(search.get('status'));
  const page = Number(/^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? 1);
  const at = (next: { status?: string | undefined; page?: number }) =>
    setSearch({
      ...(next.status !== undefined && { status: next.status }),
      ...(next.page && { page: String(next.page) }),
    });
  const { data, error, refetch } = useQuery({
    queryKey: ['talks', status, page],
    queryFn: ({ signal }) =>
      call(endpoint, { query: { page, size: PAGE_SIZE, ...(status && { status }) } }, { signal, quiet: true }),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <div className={pageStyles.page}>
      <PageTitle title={t('page.talks.title')} about={t('talks.about')} />
      <Segmented<string>
        value={status ?? ''}
        onChange={(next) => at({ status: next === '' ? undefined : next })}
        options={[
          { value: '', label: t('talks.all') },
          ...STATUS.map((value) => ({ value, label: labelOf('talk_status', value) })),
        ]}
      />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <section className={styles.card} aria-label={t('page.talks.title')}>
          {data.items.length === 0 && <p className={styles.quiet}>{t('talks.none')}</p>}
          <ul>
            {data.items.map((talk) => (
              <Row key={talk.request_id} talk={talk} onAnswer={() => setAnswering(talk)} />
            ))}
          </ul>
          {data.total > PAGE_SIZE && (
            <Pages
              current={page}
              pageSize={PAGE_SIZE}
              total={data.total}
              onChange={(next) => at({ status, page: next })}
            />
          )}
        </section>
      )}
      {answering && (
        <AnswerDialog
          key={answering.request_id}
          talk={answering}
          onClose={(changed) => {
            setAnswering(undefined);
            if (changed) void queries.invalidateQueries({ queryKey: ['talks'] });
          }}
        />
      )}
    </div>
  );
}
