import { useQuery } from '@tanstack/react-query';
import { Alert, DatePicker, Radio, Skeleton } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { instantOf, schoolNow } from '../../../../platform/ui/web/school-time.ts';
import { announcementReaders, publishAnnouncement, type OwnLine } from '../../contract/writing.ts';
import { WRITING_KEY } from '../keys.ts';
import { useWriting } from './use-writing.ts';
import styles from '../announcements.module.css';

interface Props {
  line: Pick<OwnLine, 'announcement_id' | 'title' | 'version'>;
  onClose: () => void;
  onDone: () => void;
}

/** Whom it would reach now. */
function Reach({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: [...WRITING_KEY, 'reach', id],
    queryFn: ({ signal }) => call(announcementReaders, { params: { id }, query: { size: 1 } }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (error) return <Alert type="warning" showIcon message={failureOf(error).message} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  const parts = (['staff', 'students', 'guardians'] as const)
    .filter((group) => data[group].people > 0)
    .map((group) => t(`announcementManage.${group}`, { count: data[group].people }));
  return (
    <p>
      {parts.length === 0
        ? t('announcementManage.nobody')
        : `${t('announcementManage.willReach')}${parts.join('、')}。`}
      {t('announcementManage.noAccount')}
    </p>
  );
}

/** Publishes now or at a time; says first how many people it reaches. */
export function PublishSheet({ line: { announcement_id: id, title, version }, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [at, setAt] = useState<Dayjs>();
  const { run, busy, error } = useWriting(
    () =>
      call(
        publishAnnouncement,
        { params: { id }, body: { version, ...(at && { publish_at: instantOf(at) }) } },
        { quiet: true },
      ),
    t(at ? 'announcementManage.scheduledDone' : 'announcementManage.publishedDone'),
    onDone,
  );
  return (
    <Sheet
      open
      small
      title={t('announcementManage.publishTitle', { title })}
      onClose={onClose}
      act={{
        label: t(at ? 'announcementManage.scheduleVerb' : 'announcementManage.publishVerb'),
        busy,
        onClick: run,
      }}
    >
      <div className={styles.form}>
        {error && <Alert type="error" showIcon role="alert" message={failureOf(error).message} />}
        <Reach id={id} />
        <Radio.Group
          value={at ? 'later' : 'now'}
          onChange={({ target }) =>
            setAt(target.value === 'later' ? schoolNow().add(1, 'day').hour(8).minute(0) : undefined)
          }
          options={[
            { value: 'now', label: t('announcementManage.now') },
            { value: 'later', label: t('announcementManage.later') },
          ]}
        />
        {at && (
          <label className={styles.field}>
            {t('announcementManage.when')}
            <DatePicker
              className={styles.wide}
              showTime={{ format: 'HH:mm', minuteStep: 5 }}
              format="YYYY-MM-DD HH:mm"
              allowClear={false}
              minDate={schoolNow()}
              value={at}
              onChange={(next) => setAt(next ?? at)}
            />
          </label>
        )}
      </div>
    </Sheet>
  );
}
