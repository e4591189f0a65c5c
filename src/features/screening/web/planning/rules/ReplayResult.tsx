import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../../../platform/http/web/call.ts';
import { failureOf } from '../../../../../platform/ui/web/failure.ts';
import { replayRule } from '../../../contract/quality.ts';
import type { Condition } from './names-of.ts';
import { shareText } from './share-text.ts';
import styles from '../planning.module.css';

const perHundred = (met: number, sheets: number) => (sheets === 0 ? 0 : Math.round((met / sheets) * 1000) / 10);

/** What a rule would have done at the screenings that exist. */
export function ReplayResult({ conditions }: { conditions: readonly Condition[] }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['replay-rule', conditions],
    queryFn: ({ signal }) => call(replayRule, { body: { conditions: [...conditions] } }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (error) {
    const failure = failureOf(error);
    return <Alert type="error" showIcon role="alert" message={failure.details[0]?.message ?? failure.message} />;
  }
  if (data === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (data.exams.length === 0) return <p className={styles.quiet}>{t('alertRules.replayNone')}</p>;
  return (
    <div className={`${styles.form} ${styles.narrow}`}>
      <Table
        size="small"
        rowKey="exam_id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={data.exams}
        columns={[
          { title: t('alertRules.exam'), dataIndex: 'exam_name' },
          { title: t('alertRules.sheets'), dataIndex: 'sheets', align: 'right' },
          {
            title: t('alertRules.wouldRaise'),
            key: 'met',
            align: 'right',
            render: (_, { met, sheets }) => t('alertRules.burden', { count: met, rate: perHundred(met, sheets) }),
          },
          {
            title: t('alertRules.wouldMiss'),
            key: 'missed',
            align: 'right',
            render: (_, { missed, cases }) => t('alertRules.ofCases', { count: missed, cases }),
          },
        ]}
      />
      <p className={styles.quiet}>
        {data.sensitivity
          ? t('alertRules.sensitivity', { share: shareText(data.sensitivity) })
          : t('alertRules.noCases')}
      </p>
      {data.missed.length > 0 && (
        <section aria-labelledby="replay-missed">
          <h3 id="replay-missed" className={styles.heading}>
            {t('alertRules.missed')}
          </h3>
          <ul className={styles.plain}>
            {data.missed.map(({ child_id, child_name, class_name, exam_name }) => (
              <li key={`${child_id} ${exam_name}`}>
                <Link to={`/student/archive?child_id=${child_id}`} target="_blank">
                  {child_name}
                </Link>{' '}
                <span className={styles.quiet}>
                  {[...(class_name === undefined ? [] : [class_name]), exam_name].join('，')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
