import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Progress as Bar, Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { examProgress, type ExamProgress } from '../../contract/exams.ts';
import { roomAddress } from './address.ts';
import { Missing } from './Missing.tsx';
import { NumberList } from './NumberList.tsx';
import styles from './planning.module.css';

type ClassCounts = ExamProgress['classes'][number];

const REFRESH_MS = 30_000;
const percentOf = ({ submitted, total }: Pick<ClassCounts, 'submitted' | 'total'>): number =>
  total === 0 ? 0 : Math.floor((submitted * 100) / total);

/** How far a screening is, by class; one class with the students who have not finished. */
export function Progress({ examId, title }: { examId: string; title?: string }) {
  const { t } = useTranslation();
  const mayRoom = useMay('screening/room', 'open');
  const [search, setSearch] = useSearchParams();
  const classId = search.get('class_id') ?? undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['exam-progress', examId, classId],
    queryFn: ({ signal }) =>
      call(
        examProgress,
        { params: { id: examId }, query: classId === undefined ? {} : { class_id: classId } },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  const open = (id: string | undefined) => setSearch(id === undefined ? {} : { class_id: id });
  const chosen = data.classes.find((one) => one.class_id === classId);
  return (
    <section className={styles.card} aria-labelledby="exam-progress">
      <h2 id="exam-progress" className={styles.heading}>
        {title ?? data.exam_name}
      </h2>
      <NumberList
        numbers={[
          { label: t('exams.total'), value: t('exams.people', { count: data.total }) },
          { label: t('exams.started'), value: t('exams.people', { count: data.started }) },
          { label: t('exams.submitted'), value: t('exams.people', { count: data.submitted }) },
          { label: t('exams.waitingConsent'), value: t('exams.people', { count: data.waiting_consent }) },
        ]}
      />
      <Bar percent={percentOf(data)} aria-label={t('exams.submitted')} />
      <Table<ClassCounts>
        size="middle"
        rowKey={(row) => row.class_id ?? ''}
        dataSource={data.classes}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('exams.noClasses') }}
        columns={[
          {
            title: t('exams.class'),
            key: 'class',
            render: (_, row) =>
              row.class_id === undefined ? (
                t('exams.noClass')
              ) : (
                <Button type="link" className={styles.plain} onClick={() => open(row.class_id)}>
                  {row.class_name}
                </Button>
              ),
          },
          { title: t('exams.total'), dataIndex: 'total', align: 'right' },
          { title: t('exams.started'), dataIndex: 'started', align: 'right' },
          { title: t('exams.submitted'), dataIndex: 'submitted', align: 'right' },
          { title: t('exams.waitingConsent'), dataIndex: 'waiting_consent', align: 'right' },
          {
            title: t('exams.rate'),
            key: 'rate',
            width: 180,
            render: (_, row) => <Bar size="small" percent={percentOf(row)} aria-label={t('exams.rate')} />,
          },
          {
            title: t('exams.room.open'),
            key: 'room',
            render: (_, { class_id: of }) =>
              mayRoom &&
              of !== undefined && <Link to={`${roomAddress(examId)}?class_id=${of}`}>{t('exams.room.open')}</Link>,
          },
        ]}
      />
      {classId !== undefined && (
        <Missing
          examId={examId}
          classId={classId}
          className={chosen?.class_name ?? ''}
          students={data.missing}
          onClose={() => open(undefined)}
        />
      )}
    </section>
  );
}
