import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Empty, Progress, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { saveFile } from '../../../../platform/crud/web/acts/save-file.ts';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { examAnswers, exportAnswers, type ExamAnswers, type OverviewItem } from '../../contract/questionnaires.ts';
import { questionnaires } from './texts.zh.ts';
import page from '../../../../platform/crud/web/page.module.css';
import planning from '../planning/planning.module.css';
import styles from './questionnaires.module.css';

provideTexts({ questionnaires });

/** Texts that the server lists at most. */
const TEXTS_MAX = 500;

/** /exam/{exam_id}/questionnaires: the answers to the school's own questionnaires in a screening. */
export function ExamAnswersPage() {
  const { t } = useTranslation();
  const { exam_id: id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['exam-answers', id],
    queryFn: ({ signal }) => call(examAnswers, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.examAnswers.title')} about={data?.exam_name ?? t('page.examAnswers.about')} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : data.questionnaires.length === 0 ? (
        <Empty description={t('questionnaires.noQuestionnaire')} />
      ) : (
        <>
          <p>{data.sheets === 0 ? t('questionnaires.noSheets') : t('questionnaires.sheets', { count: data.sheets })}</p>
          {data.questionnaires.map((one) => (
            <Answers key={one.scale_id} exam={data} one={one} />
          ))}
        </>
      )}
    </div>
  );
}

function Answers({ exam, one }: { exam: ExamAnswers; one: ExamAnswers['questionnaires'][number] }) {
  const { t } = useTranslation();
  const mayExport = useMay('exam', 'export');
  const exporting = useMutation({
    mutationFn: () => call(exportAnswers, { params: { id: exam.exam_id, scale_id: one.scale_id } }),
    onSuccess: (file) => saveFile(file, `${one.title}.xlsx`),
  });
  const run = useOnce(() => exporting.mutateAsync());
  return (
    <section className={planning.card} aria-labelledby={`answers-${one.scale_id}`}>
      <header className={planning.row}>
        <h2 id={`answers-${one.scale_id}`} className={planning.heading}>
          {one.title}
        </h2>
        {mayExport && exam.sheets > 0 && (
          <Button loading={exporting.isPending} onClick={run}>
            {t('questionnaires.export')}
          </Button>
        )}
      </header>
      {one.items.map((item, i) => (
        <div key={item.item_id} className={styles.group}>
          <h3 className={styles.title}>
            <span>{i + 1}.</span>
            <span>{item.text}</span>
          </h3>
          <p className={planning.quiet}>
            {t('questionnaires.asked', { asked: item.asked, answered: item.answered })}
            {item.numbers && `；${t('questionnaires.numbers', item.numbers)}`}
          </p>
          {item.options && <Counts item={item} options={item.options} />}
          {item.texts && <Texts exam={exam} texts={item.texts} />}
        </div>
      ))}
    </section>
  );
}

function Counts({ item, options }: { item: OverviewItem; options: NonNullable<OverviewItem['options']> }) {
  return options.map(({ value, label, count }) => (
    <div key={value} className={styles.bar}>
      <span>{label}</span>
      <Progress percent={Math.round((100 * count) / Math.max(1, item.answered))} size="small" aria-hidden />
      <span>{count}</span>
    </div>
  ));
}

function Texts({ exam, texts }: { exam: ExamAnswers; texts: NonNullable<OverviewItem['texts']> }) {
  const { t } = useTranslation();
  const mayRead = useMay('screening/result', 'open');
  if (texts.length === 0) return <p className={planning.quiet}>{t('questionnaires.noTexts')}</p>;
  return (
    <>
      <ul className={styles.texts}>
        {texts.map(({ child_exam_id: sheet, child_name: name, class_name: of, text }) => (
          <li key={sheet}>
            <span className={planning.quiet}>
              {mayRead ? <Link to={`/exam/personal-report/show/${exam.exam_id}/${sheet}`}>{name}</Link> : name}
              {of !== undefined && `，${of}`}
            </span>
            <div>{text}</div>
          </li>
        ))}
      </ul>
      {texts.length >= TEXTS_MAX && (
        <p className={planning.quiet}>{t('questionnaires.allTexts', { count: TEXTS_MAX })}</p>
      )}
    </>
  );
}
