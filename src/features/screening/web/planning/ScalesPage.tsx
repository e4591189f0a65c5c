import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { scales } from '../../contract/scales.ts';
import { packs } from '../packs/texts.zh.ts';
import { exams } from './texts.zh.ts';
import page from '../../../../platform/crud/web/page.module.css';
import styles from './planning.module.css';

provideTexts({ exams, packs });

const LICENCES = ['cleared', 'unclear', 'slot', 'declared', 'own'] as const;
const licenceOf = (state: string) => LICENCES.find((each) => each === state) ?? 'unclear';

/** /exam/scales: the packs that the school may use, and the slots for which it may install a licensed one. */
export function ScalesPage() {
  const { t } = useTranslation();
  const mayInstall = useMay('screening/pack', 'install');
  const { data, error, refetch } = useQuery({
    queryKey: ['screening-scales'],
    queryFn: ({ signal }) => call(scales, {}, { signal, quiet: true }),
  });
  return (
    <div className={page.page}>
      <PageTitle
        title={t('page.scales.title')}
        about={t('exams.scalesAbout')}
        acts={mayInstall && <Link to="/exam/install-scale">{t('packs.install')}</Link>}
      />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <div className={styles.scales}>
          {data.items.map((scale) => (
            <section key={scale.scale_id} className={styles.card} aria-labelledby={`scale-${scale.scale_id}`}>
              <h2 id={`scale-${scale.scale_id}`} className={styles.heading}>
                <Link to={`/exam/scales/${scale.scale_id}`}>{scale.title}</Link>
              </h2>
              <p className={styles.quiet}>
                {[
                  scale.item_count === 0 ? t('exams.noItems') : t('exams.itemsOf', { count: scale.item_count }),
                  t('exams.version', { version: scale.version }),
                  ...(scale.ages ? [t('exams.ages', { from: scale.ages.from })] : []),
                ].join('，')}
              </p>
              <div>
                <StatusTag tone={scale.licence === 'cleared' ? 'done' : 'grey'}>
                  {t(`exams.licences.${licenceOf(scale.licence)}`)}
                </StatusTag>{' '}
                {scale.sensitive && <StatusTag tone="yellow">{t('exams.sensitive')}</StatusTag>}
              </div>
              <p>{scale.about}</p>
            </section>
          ))}
        </div>
      )}
    </div>
  );
}
