import { FileTextOutlined, PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented, Select, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { Pages } from '../../../../platform/ui/web/Pages.tsx';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { writtenAnnouncements } from '../../contract/writing.ts';
import {
  ANNOUNCEMENT_KINDS,
  ANNOUNCEMENT_STATES,
  type AnnouncementKind,
  type AnnouncementState,
} from '../../rules/kinds.ts';
import { WRITING_KEY } from '../keys.ts';
import { announcementManage, announcements } from '../texts.zh.ts';
import { WrittenLine } from './WrittenLine.tsx';
import pageStyles from '../../../../platform/crud/web/page.module.css';
import styles from '../announcements.module.css';

provideTexts({ announcements, announcementManage });

const SIZE = 20;
const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text);

/** /platform-announcement/manage: what the organisation has written, and its readers. */
export function ManagePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const status = oneOf(ANNOUNCEMENT_STATES, search.get('status'));
  const kind = oneOf(ANNOUNCEMENT_KINDS, search.get('kind'));
  const page = Number(/^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? 1);
  const go = (next: { status?: string; kind?: string; page?: number }) => {
    const to = { status: status ?? '', kind: kind ?? '', page: 1, ...next };
    setSearch({
      ...(to.status !== '' && { status: to.status }),
      ...(to.kind !== '' && { kind: to.kind }),
      ...(to.page > 1 && { page: String(to.page) }),
    });
  };
  const { data, error, refetch } = useQuery({
    queryKey: [...WRITING_KEY, status, kind, page],
    queryFn: ({ signal }) =>
      call(
        writtenAnnouncements,
        { query: { page, size: SIZE, ...(status && { status }), ...(kind && { kind }) } },
        { signal, quiet: true },
      ),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const write = (what: AnnouncementKind) => void navigate(`/platform-announcement/edit/new?kind=${what}`);
  return (
    <div className={pageStyles.page}>
      <PageTitle
        title={t('page.announcementManage.title')}
        about={t('page.announcementManage.about')}
        acts={
          <div className={styles.acts}>
            <Button icon={<FileTextOutlined aria-hidden />} onClick={() => write('article')}>
              {t('announcementManage.write.article')}
            </Button>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => write('announcement')}>
              {t('announcementManage.write.announcement')}
            </Button>
          </div>
        }
      />
      <div className={styles.bar}>
        <Segmented<AnnouncementState | ''>
          value={status ?? ''}
          onChange={(next) => go({ status: next })}
          options={[
            { value: '', label: t('announcementManage.all') },
            ...ANNOUNCEMENT_STATES.map((value) => ({ value, label: labelOf('announcement_status', value) })),
          ]}
        />
        <Select<AnnouncementKind | ''>
          aria-label={t('announcementManage.allKinds')}
          className={styles.kinds}
          value={kind ?? ''}
          onChange={(next) => go({ kind: next })}
          options={[
            { value: '', label: t('announcementManage.allKinds') },
            ...ANNOUNCEMENT_KINDS.map((value) => ({ value, label: t(`announcements.kinds.${value}`) })),
          ]}
        />
      </div>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <section className={styles.card} aria-label={t('page.announcementManage.title')}>
          {data.items.length === 0 && (
            <p className={styles.empty}>
              {t(
                status === undefined && kind === undefined ? 'announcementManage.none' : 'announcementManage.noneSuch',
              )}
            </p>
          )}
          <ul>
            {data.items.map((line) => (
              <WrittenLine key={line.announcement_id} line={line} />
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
