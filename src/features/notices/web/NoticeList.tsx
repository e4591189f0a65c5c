import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { NOTICES_PAGE, notices, readAllNotices, readNotice, type Notice } from '../contract.ts';
import { openerOf, acknowledgeCall, wordsOf } from './subjects.ts';
import { notices as texts } from './texts.zh.ts';
import { NOTICES_KEY, unreadNotices } from './unread.ts';
import styles from './notices.module.css';

provideTexts({ notices: texts });

const MINUTE_MS = 60_000;

/** Age in minutes, hours or days (`spec §9`); the tooltip shows the exact time. */
function Ago({ at }: { at: string }) {
  const { t } = useTranslation();
  const minutes = Math.floor((Date.now() - Date.parse(at)) / MINUTE_MS);
  const ageText = () => {
    if (minutes < 1) return t('notices.now');
    if (minutes < 60) return t('notices.minutes', { count: minutes });
    const hours = Math.floor(minutes / 60);
    if (hours < 24) return t('notices.hours', { count: hours });
    return t('notices.days', { count: Math.floor(minutes / 1440) });
  };
  return (
    <time className={styles.ago} dateTime={at} title={dateText(at)}>
      {ageText()}
    </time>
  );
}

function Row({
  notice,
  busy,
  onOpen,
  onTake,
}: {
  notice: Notice;
  busy: boolean;
  onOpen: (notice: Notice) => void;
  onTake: (notice: Notice) => void;
}) {
  const { t } = useTranslation();
  const isUnread = notice.read_at === undefined;
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} onClick={() => onOpen(notice)}>
        <span className={isUnread ? styles.dot : styles.noDot} aria-hidden="true" />
        <span className={isUnread ? styles.fresh : styles.text}>
          {wordsOf(notice)}
          {notice.body !== undefined && <span className={styles.body}>{notice.body}</span>}
          {isUnread && <span className={styles.screenReaderOnly}>{t('notices.fresh')}</span>}
        </span>
        <Ago at={notice.created_at} />
      </button>
      {isUnread && acknowledgeCall(notice) && (
        <Button size="small" loading={busy} onClick={() => onTake(notice)}>
          {t('notices.acknowledge')}
        </Button>
      )}
    </li>
  );
}

/** The notices of the user, latest first. Opening one marks it as read and opens its subject. */
export function NoticeList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { message, notification } = App.useApp();
  // Removes the floating notifications, because the list shows the same notices.
  useEffect(() => notification.destroy(), [notification]);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: NOTICES_KEY,
    gcTime: 0,
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(notices, { query: { page: pageParam, size: NOTICES_PAGE } }, { signal, quiet: true });
      unreadNotices.set(answer.unread);
      return answer;
    },
    getNextPageParam: ({ total }, pages) => (pages.length * NOTICES_PAGE < total ? pages.length + 1 : undefined),
  });
  const reload = () => client.invalidateQueries({ queryKey: NOTICES_KEY });
  const showFailure = (failure: unknown) => void message.error(failureOf(failure).message);
  const read = useMutation({
    mutationFn: (id: string) => call(readNotice, { params: { id } }, { quiet: true }),
    onError: showFailure,
    onSettled: reload,
  });
  const readingAll = useMutation({
    mutationFn: () => call(readAllNotices, {}, { quiet: true }),
    onError: showFailure,
    onSettled: reload,
  });
  const readAll = useOnce(() => readingAll.mutateAsync());
  const take = useMutation({
    mutationFn: async (notice: Notice) => acknowledgeCall(notice)?.(),
    onSuccess: () => void message.success(t('notices.acknowledged')),
    onError: showFailure,
    onSettled: reload,
  });
  const open = (notice: Notice) => {
    const openSubject = openerOf(notice, (path) => void navigate(path));
    if (notice.read_at === undefined) read.mutate(notice.notice_id);
    if (openSubject === undefined) return;
    onLeave();
    openSubject();
  };
  const takeOn = useOnce((notice: Notice) => take.mutateAsync(notice));
  const items = data?.pages.flatMap((page) => page.items);
  const unread = data?.pages[0]?.unread ?? 0;
  return (
    <section className={styles.list} aria-label={t('layout.notice')}>
      {items && items.length > 0 && (
        <div className={styles.head}>
          <span className={styles.count}>
            {unread > 0 ? t('notices.unread', { count: unread }) : t('notices.allRead')}
          </span>
          <Button type="link" size="small" disabled={unread === 0} loading={readingAll.isPending} onClick={readAll}>
            {t('notices.readAll')}
          </Button>
        </div>
      )}
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !items ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : items.length === 0 ? (
        <p className={styles.none}>{t('notices.none')}</p>
      ) : (
        <ul>
          {items.map((notice) => (
            <Row
              key={notice.notice_id}
              notice={notice}
              busy={take.isPending && take.variables.notice_id === notice.notice_id}
              onOpen={open}
              onTake={takeOn}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button type="link" block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}
