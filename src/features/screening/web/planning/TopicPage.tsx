import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { examTopic } from '../../contract/exams.ts';
import { examAddress } from './address.ts';
import { ScaleItems } from './ScaleItems.tsx';
import { exams } from './texts.zh.ts';
import { WordingNote } from './WordingNote.tsx';
import page from '../../../../platform/crud/web/page.module.css';
import styles from './planning.module.css';

provideTexts({ exams });

/** /exam/{exam_id}/topic: the questions of a screening, as its students get them. */
export function TopicPage() {
  const { t } = useTranslation();
  const { exam_id: id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['exam-topic', id],
    queryFn: ({ signal }) => call(examTopic, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.topic.title')} about={data && t('exams.minutes', { minutes: data.minutes })} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <p>
            <Link to={examAddress(id)}>{data.exam_name}</Link>
          </p>
          {data.scales.map((scale) => (
            <section key={scale.scale_id} className={styles.card} aria-labelledby={`scale-${scale.scale_id}`}>
              <h2 id={`scale-${scale.scale_id}`} className={styles.heading}>
                {scale.title}
              </h2>
              <WordingNote wording={scale.wording} authorisedText={scale.authorised_text} />
              {scale.instruction !== undefined && <p>{scale.instruction}</p>}
              <ScaleItems items={scale.items} />
            </section>
          ))}
        </>
      )}
    </div>
  );
}
