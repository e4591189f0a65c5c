import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { scale } from '../../contract/scales.ts';
import { LicenceConfirm } from '../packs/LicenceConfirm.tsx';
import { Versions } from '../packs/Versions.tsx';
import { Bands } from './Bands.tsx';
import { Releases } from './Releases.tsx';
import { ScaleItems } from './ScaleItems.tsx';
import { exams } from './texts.zh.ts';
import { WordingNote } from './WordingNote.tsx';
import page from '../../../../platform/crud/web/page.module.css';
import styles from './planning.module.css';

provideTexts({ exams });

/** /exam/scales/{scale_id}: one pack with its licence, its questions as students see them, its bands, its release. */
export function ScalePage() {
  const { t } = useTranslation();
  const { scale_id: id = '' } = useParams();
  const mayInstall = useMay('screening/pack', 'open');
  const mayRelease = useMay('screening/release', 'open');
  const { data, error, refetch } = useQuery({
    queryKey: ['screening-scale', id],
    queryFn: ({ signal }) => call(scale, { params: { scale_id: id } }, { signal, quiet: true }),
  });
  return (
    <div className={page.page}>
      <PageTitle title={data?.title ?? t('page.scale.title')} about={data?.about} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <section className={styles.card} aria-labelledby="scale-licence">
            <h2 id="scale-licence" className={styles.heading}>
              {t('exams.licence')}
            </h2>
            <WordingNote wording={data.wording} authorisedText={data.authorised_text} />
            <ul>
              {[...(data.licence_source ?? []), ...(data.licence_note === undefined ? [] : [data.licence_note])].map(
                (text) => (
                  <li key={text}>{text}</li>
                ),
              )}
            </ul>
            <ul>
              {data.norm_sets.map(({ norm_set_id: set, title, source }) => (
                <li key={set}>{`${title}：${source}`}</li>
              ))}
            </ul>
          </section>
          {data.licence === 'unclear' && <LicenceConfirm pack={data} onConfirmed={() => void refetch()} />}
          {data.sensitive && mayRelease && <Releases scaleId={id} version={data.version} />}
          <section className={styles.card} aria-labelledby="scale-items">
            <h2 id="scale-items" className={styles.heading}>
              {t('exams.childView')}
            </h2>
            {data.instruction !== undefined && <p>{data.instruction}</p>}
            {data.items.length > 0 ? <ScaleItems items={data.items} /> : <p>{t('exams.slot')}</p>}
          </section>
          <section className={styles.card} aria-labelledby="scale-bands">
            <h2 id="scale-bands" className={styles.heading}>
              {t('exams.bands')}
            </h2>
            <Bands dimensions={data.dimensions} />
          </section>
          {mayInstall && data.kind !== 'questionnaire' && <Versions scaleId={id} onChanged={() => void refetch()} />}
        </>
      )}
    </div>
  );
}
