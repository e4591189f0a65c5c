import { RollbackOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { isAbsence } from '../../../platform/errors/catalogue.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { DocumentView } from '../../../platform/rich-text/web/DocumentView.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { Notice } from '../../../platform/ui/web/Notice.tsx';
import { Signpost } from '../../../platform/ui/web/pictures.tsx';
import { announcement, readAnnouncement, type Announcement } from '../contract/reading.ts';
import type { AnnouncementKind } from '../rules/kinds.ts';
import { READING_KEY } from './keys.ts';
import { announcements } from './texts.zh.ts';
import styles from './announcements.module.css';

provideTexts({ announcements });

/** Marks the text as read once it is shown. A failure is not reported: the next visit tries again. */
function useMarkRead(data: Announcement | undefined): void {
  const queries = useQueryClient();
  const marked = useRef('');
  const id = data !== undefined && data.read_at === undefined ? data.announcement_id : undefined;
  useEffect(() => {
    if (id === undefined || marked.current === id) return;
    marked.current = id;
    call(readAnnouncement, { params: { id } }, { quiet: true }).then(
      () => queries.invalidateQueries({ queryKey: READING_KEY }),
      () => undefined,
    );
  }, [id, queries]);
}

function Text({ data, onPictureFailed }: { data: Announcement; onPictureFailed: () => void }) {
  const { t } = useTranslation();
  const addresses = useMemo(
    () => new Map((data.images ?? []).map(({ file_id, play_url }) => [file_id, play_url])),
    [data.images],
  );
  return (
    <article className={styles.article}>
      <header className={styles.articleHead}>
        <h1 className={styles.articleTitle}>{data.title}</h1>
        <p className={styles.quiet}>
          {[
            t('announcements.by', { name: data.publisher_name, at: dateText(data.published_at) }),
            ...(data.ends_at === undefined ? [] : [t('announcements.until', { at: dateText(data.ends_at) })]),
          ].join(' · ')}
        </p>
      </header>
      {data.content === undefined ? (
        <Alert
          type="warning"
          showIcon
          icon={<RollbackOutlined />}
          message={t('announcements.withdrawnTitle')}
          description={t('announcements.withdrawnText', {
            at: dateText(data.withdrawn_at ?? ''),
            reason: data.withdraw_reason ?? '',
          })}
        />
      ) : (
        <DocumentView document={data.content} addresses={addresses} onFailed={onPictureFailed} />
      )}
    </article>
  );
}

function Details({ id, kind }: { id: string; kind: AnnouncementKind }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: [...READING_KEY, 'one', id],
    queryFn: ({ signal }) => call(announcement, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
    retry: false,
  });
  useMarkRead(data);
  // The addresses of pictures are good for some minutes; one that has ended is asked for once.
  const refreshed = useRef(false);
  const refresh = () => {
    if (refreshed.current) return;
    refreshed.current = true;
    void refetch();
  };
  const back = (
    <Button onClick={() => void navigate(`/platform-announcement${kind === 'article' ? '?kind=article' : ''}`)}>
      {t('announcements.back')}
    </Button>
  );
  if (error instanceof ApiError && isAbsence(error.code))
    return (
      <Notice
        picture={<Signpost />}
        title={t('announcements.notThere')}
        text={t('announcements.notThereText')}
        acts={back}
      />
    );
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className={styles.details}>
      <Text data={data} onPictureFailed={refresh} />
      <div className={styles.after}>{back}</div>
    </div>
  );
}

/** /platform-announcement/details/:announcementId */
export function AnnouncementPage() {
  const { announcementId = '' } = useParams();
  return <Details key={announcementId} id={announcementId} kind="announcement" />;
}

/** /article-details/:articleId */
export function ArticlePage() {
  const { articleId = '' } = useParams();
  return <Details key={articleId} id={articleId} kind="article" />;
}
