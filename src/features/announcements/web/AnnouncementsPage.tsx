import { CheckOutlined, EditOutlined } from '@ant-design/icons';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Checkbox, Segmented, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { announcements as list, readAllAnnouncements } from '../contract/reading.ts';
import { ANNOUNCEMENT_KINDS, type AnnouncementKind } from '../rules/kinds.ts';
import { AnnouncementLine } from './AnnouncementLine.tsx';
import { READING_KEY } from './keys.ts';
import { announcements } from './texts.zh.ts';
import pageStyles from '../../../platform/crud/web/page.module.css';
import styles from './announcements.module.css';

provideTexts({ announcements });

const SIZE = 20;

/** The part of the list that the address names. */
function useAddress() {
  const [search, setSearch] = useSearchParams();
  const kind: AnnouncementKind = search.get('kind') === 'article' ? 'article' : 'announcement';
  const unread = search.get('unread') === '1';
  const page = Number(/^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? 1);
  const go = (next: { kind?: AnnouncementKind; unread?: boolean; page?: number }) => {
    const to = { kind, unread, page: 1, ...next };
    setSearch({
      ...(to.kind === 'article' && { kind: to.kind }),
      ...(to.unread && { unread: '1' }),
      ...(to.page > 1 && { page: String(to.page) }),
    });
  };
  return { kind, unread, page, go };
}

/** /platform-announcement: announcements and articles that are addressed to the reader. */
export function AnnouncementsPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayManage = useMay('platform-announcement/manage', 'open');
  const { kind, unread, page, go } = useAddress();
  const { data, error, refetch } = useQuery({
    queryKey: [...READING_KEY, kind, unread, page],
    queryFn: ({ signal }) =>
      call(list, { query: { kind, page, size: SIZE, ...(unread && { unread }) } }, { signal, quiet: true }),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const reading = useMutation({
    mutationFn: () => call(readAllAnnouncements, { body: { kind } }, { quiet: true }),
    onSuccess: () => void message.success(t('announcements.allRead')),
    onError: notifyFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: READING_KEY }),
  });
  const readAll = useOnce(() => reading.mutateAsync());
  const waiting = data?.unread[kind] ?? 0;
  const name = t(`announcements.kinds.${kind}`);
  return (
    <div className={pageStyles.page}>
      <PageTitle
        title={t('page.announcements.title')}
        about={t('page.announcements.about')}
        acts={
          <div className={styles.acts}>
            <Button
              icon={<CheckOutlined aria-hidden />}
              disabled={waiting === 0}
              loading={reading.isPending}
              onClick={readAll}
            >
              {t('announcements.readAll')}
            </Button>
            {mayManage && (
              <Button
                icon={<EditOutlined aria-hidden />}
                onClick={() => void navigate('/platform-announcement/manage')}
              >
                {t('announcements.manage')}
              </Button>
            )}
          </div>
        }
      />
      <div className={styles.bar}>
        <Segmented<AnnouncementKind>
          value={kind}
          onChange={(next) => go({ kind: next })}
          options={ANNOUNCEMENT_KINDS.map((value) => {
            const label = t(`announcements.kinds.${value}`);
            const count = data?.unread[value] ?? 0;
            return { value, label: count > 0 ? t('announcements.unreadOf', { name: label, count }) : label };
          })}
        />
        <Checkbox checked={unread} onChange={({ target }) => go({ unread: target.checked })}>
          {t('announcements.onlyUnread')}
        </Checkbox>
      </div>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <section className={styles.card} aria-label={name}>
          {data.items.length === 0 && (
            <p className={styles.empty}>{t(unread ? 'announcements.noneUnread' : 'announcements.none', { name })}</p>
          )}
          <ul>
            {data.items.map((line) => (
              <AnnouncementLine key={line.announcement_id} line={line} />
            ))}
          </ul>
          {data.total > SIZE && (
            <div className={styles.pages}>
              <Pages current={page} pageSize={SIZE} total={data.total} onChange={(next) => go({ page: next })} />
            </div>
          )}
        </section>
      )}
    </div>
  );
}
