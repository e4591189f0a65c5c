import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import type { Tone } from '../../../../platform/schema/types.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { useMobile } from '../../../../platform/ui/web/use-mobile.ts';
import { planProgress, type PlanProgress as Progress } from '../../contract/bureau.ts';
import { NumberList } from '../planning/NumberList.tsx';
import styles from '../planning/planning.module.css';

type School = Progress['schools'][number];

const REFRESH_MS = 60_000;
const TONES: Readonly<Record<string, Tone>> = { waiting: 'yellow', accepted: 'done' };

const Answer = ({ school }: { school: School }) => (
  <StatusTag tone={TONES[school.answer] ?? 'grey'}>{labelOf('bureau_answer', school.answer)}</StatusTag>
);

/** Texts of a school's screening; a dash where it has none, or none that students can see. */
function useTexts(smallest: number) {
  const { t } = useTranslation();
  const isOut = ({ exam_status: status }: School) => status !== undefined && status !== 'draft';
  const people = (n: number | undefined) =>
    n === undefined ? t('bureau.few', { smallest }) : t('bureau.people', { count: n });
  return {
    people,
    number: (school: School, n: number | undefined) => (isOut(school) ? people(n) : t('bureau.none')),
    exam: ({ exam_status: status }: School) =>
      status === undefined ? t('bureau.none') : labelOf('exam_status', status),
    window: ({ starts_at: from, ends_at: to }: School) =>
      from === undefined || to === undefined
        ? t('bureau.none')
        : t('bureau.range', { from: dateText(from), to: dateText(to) }),
  };
}

/** A school on a phone. */
function SchoolCard({ school, smallest }: { school: School; smallest: number }) {
  const { t } = useTranslation();
  const texts = useTexts(smallest);
  return (
    <li className={styles.fields}>
      <b>{school.school_name}</b>
      <div>
        <Answer school={school} />
      </div>
      {school.reason !== undefined && <span>{t('bureau.reason', { reason: school.reason })}</span>}
      {school.exam_status !== undefined && (
        <>
          <span>{`${texts.exam(school)}；${texts.window(school)}`}</span>
          <span>
            {`${t('bureau.planned')} ${texts.number(school, school.planned)}；${t('bureau.submitted')} ${texts.number(school, school.submitted)}`}
          </span>
        </>
      )}
    </li>
  );
}

function SchoolTable({ schools, smallest }: { schools: readonly School[]; smallest: number }) {
  const { t } = useTranslation();
  const texts = useTexts(smallest);
  return (
    <Table<School>
      size="middle"
      rowKey="school_id"
      dataSource={[...schools]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('bureau.noSchools') }}
      columns={[
        { title: t('bureau.school'), dataIndex: 'school_name' },
        {
          title: t('bureau.answer'),
          key: 'answer',
          render: (_, school) => (
            <>
              <Answer school={school} />
              {school.reason !== undefined && (
                <p className={styles.reason}>{t('bureau.reason', { reason: school.reason })}</p>
              )}
            </>
          ),
        },
        { title: t('bureau.exam'), key: 'exam', render: (_, school) => texts.exam(school) },
        { title: t('bureau.schoolWindow'), key: 'window', render: (_, school) => texts.window(school) },
        {
          title: t('bureau.planned'),
          key: 'planned',
          align: 'right',
          render: (_, school) => texts.number(school, school.planned),
        },
        {
          title: t('bureau.submitted'),
          key: 'submitted',
          align: 'right',
          render: (_, school) => texts.number(school, school.submitted),
        },
      ]}
    />
  );
}

/** What the schools answered, and how far they are: rounded numbers of students only. */
export function PlanProgress({ planId }: { planId: string }) {
  const { t } = useTranslation();
  const isPhone = useMobile();
  const { data, error, refetch } = useQuery({
    queryKey: ['bureau-plan-progress', planId],
    queryFn: ({ signal }) => call(planProgress, { params: { id: planId } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
  const { people } = useTexts(data?.smallest ?? 0);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  const { smallest, schools } = data;
  return (
    <section className={styles.card} aria-labelledby="plan-progress">
      <h2 id="plan-progress" className={styles.heading}>
        {t('bureau.progress')}
      </h2>
      <NumberList
        numbers={[
          ...(['waiting', 'accepted', 'declined'] as const).map((answer) => ({
            label: t(`bureau.${answer}`),
            value: t('bureau.schoolCount', { count: data[answer] }),
          })),
          { label: t('bureau.planned'), value: people(data.planned) },
          { label: t('bureau.submitted'), value: people(data.submitted) },
        ]}
      />
      <p className={styles.quiet}>{t('bureau.about', { smallest })}</p>
      {isPhone ? (
        <ul className={styles.plain}>
          {schools.map((school) => (
            <SchoolCard key={school.school_id} school={school} smallest={smallest} />
          ))}
        </ul>
      ) : (
        <SchoolTable schools={schools} smallest={smallest} />
      )}
    </section>
  );
}
