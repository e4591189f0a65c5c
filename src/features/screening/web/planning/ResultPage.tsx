import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { sheetResult, type ScaleResult } from '../../contract/sheets.ts';
import { questionnaires } from '../questionnaires/texts.zh.ts';
import { exams } from './texts.zh.ts';
import { WordingNote } from './WordingNote.tsx';
import page from '../../../../platform/crud/web/page.module.css';
import styles from './planning.module.css';

provideTexts({ exams, questionnaires });

const NONE = '—';

/** The answers to a questionnaire of the school, which has no scores. */
function OwnAnswers({ answers }: { answers: NonNullable<ScaleResult['answers']> }) {
  const { t } = useTranslation();
  if (answers.length === 0) return <p className={styles.quiet}>{t('questionnaires.noAnswers')}</p>;
  return (
    <dl className={styles.plain}>
      {answers.map(({ item_id: id, text, answer }) => (
        <div key={id}>
          <dt className={styles.quiet}>{text}</dt>
          <dd style={{ margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One scale of a result: scores, bands, and what makes the sheet doubtful. */
function Scale({ scale }: { scale: ScaleResult }) {
  const { t } = useTranslation();
  const { marks = [] } = scale;
  return (
    <section className={styles.card} aria-labelledby={`result-${scale.scale_id}`}>
      <h2 id={`result-${scale.scale_id}`} className={styles.heading}>
        {scale.title} {!scale.valid && <StatusTag tone="red">{t('exams.void')}</StatusTag>}
      </h2>
      {marks.length > 0 && <Alert type="warning" showIcon message={marks.map(({ title }) => title).join('；')} />}
      {scale.answers ? (
        <OwnAnswers answers={scale.answers} />
      ) : (
        <Table
          size="small"
          rowKey="dimension_id"
          dataSource={scale.dimensions}
          pagination={false}
          columns={[
            { title: t('exams.dimension'), key: 'title', render: (_, row) => row.title ?? row.dimension_id },
            { title: t('exams.score'), key: 'score', align: 'right', render: (_, { score }) => score ?? NONE },
            { title: t('exams.band'), key: 'band', render: (_, row) => row.band_title ?? NONE },
            {
              title: t('exams.missing'),
              key: 'missing',
              align: 'right',
              render: (_, { missing = 0 }) => (missing > 0 ? t('exams.itemsOf', { count: missing }) : NONE),
            },
          ]}
        />
      )}
      {scale.dimensions.map(({ dimension_id: id, words }) => words !== undefined && <p key={id}>{words}</p>)}
      <WordingNote wording={scale.wording ?? ''} />
      <p className={styles.quiet}>
        {[
          t('exams.version', { version: scale.version }),
          ...(scale.norm_set === undefined || scale.norm_set === ''
            ? []
            : [t('exams.normSet', { set: scale.norm_set })]),
          ...(scale.scored_at === undefined ? [] : [t('exams.scoredAt', { at: dateText(scale.scored_at) })]),
        ].join('，')}
      </p>
    </section>
  );
}

/** /exam/personal-report/show/{exam_id}/{child_exam_id}: the result of one student's sheet. */
export function ResultPage() {
  const { t } = useTranslation();
  const { child_exam_id: id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['sheet-result', id],
    queryFn: ({ signal }) => call(sheetResult, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.report.title')} about={t('exams.noDiagnosis')} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <section className={styles.card} aria-labelledby="result-of">
            <h2 id="result-of" className={styles.name}>
              <Link to={`/student/archive?child_id=${data.child_id}`}>{data.child_name}</Link>
            </h2>
            <p className={styles.quiet}>
              {t('exams.resultOf', { exam: data.exam_name, at: dateText(data.submitted_at) })}
            </p>
          </section>
          {data.critical.length > 0 && (
            <Alert
              type="error"
              showIcon
              message={t('exams.criticalAnswers', {
                items: data.critical.map(({ item_id: item }) => t('exams.itemNo', { no: item })).join('、'),
              })}
              description={t('exams.criticalHelp')}
            />
          )}
          {data.scales.length === 0 && (
            <Alert type="info" showIcon message={t(data.held === true ? 'exams.held' : 'exams.notScored')} />
          )}
          {data.scales.map((scale) => (
            <Scale key={scale.scale_id} scale={scale} />
          ))}
        </>
      )}
    </div>
  );
}
