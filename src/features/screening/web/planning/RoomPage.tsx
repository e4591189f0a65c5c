import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { examProgress } from '../../contract/exams.ts';
import { examRoom } from '../../contract/rooms.ts';
import { RoomCodes } from './RoomCodes.tsx';
import { RoomRescue } from './RoomRescue.tsx';
import { Seats } from './Seats.tsx';
import { exams } from './texts.zh.ts';
import page from '../../../../platform/crud/web/page.module.css';
import styles from './planning.module.css';

provideTexts({ exams });

const REFRESH_MS = 7000;

/** /screening/room/{exam_id}: the codes of a computer room, and who has started, stands still or has finished. */
export function RoomPage() {
  const { t } = useTranslation();
  const { exam_id: id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const classId = search.get('class_id') ?? undefined;
  const choices = useClasses(id);
  const { data, error, refetch } = useQuery({
    queryKey: ['exam-room', id, classId],
    queryFn: ({ signal }) =>
      call(
        examRoom,
        { params: { id }, query: classId === undefined ? {} : { class_id: classId } },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    // Not in the background: the interval runs while the page is visible.
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.room.title')} about={t('page.room.about')} />
      {choices !== undefined && (
        <Select
          aria-label={t('exams.class')}
          className={styles.choice ?? ''}
          showSearch
          optionFilterProp="label"
          value={classId ?? ''}
          onChange={(next: string) => setSearch(next === '' ? {} : { class_id: next })}
          options={[{ value: '', label: t('exams.room.allClasses') }, ...choices]}
        />
      )}
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <>
          <RoomCodes key={classId ?? ''} examId={id} classId={classId} examName={data.exam_name} />
          <Seats seats={data.items} at={data.at} />
          <RoomRescue examId={id} onRestored={() => void refetch()} />
        </>
      )}
    </div>
  );
}

/** The classes of a screening as choices; undefined for roles that do not see the progress of classes. */
function useClasses(examId: string) {
  const may = useMay('screening/progress', 'open');
  const { data } = useQuery({
    queryKey: ['exam-progress', examId, undefined],
    queryFn: ({ signal }) => call(examProgress, { params: { id: examId }, query: {} }, { signal, quiet: true }),
    enabled: may,
    gcTime: 0,
  });
  return data?.classes.flatMap(({ class_id: value, class_name: label }) =>
    value === undefined ? [] : [{ value, label: label ?? value }],
  );
}
