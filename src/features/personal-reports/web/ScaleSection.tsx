import { Alert } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../platform/charts/web/Chart.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { reasonKey } from '../../screening/public.ts';
import type { DimensionReport, ScaleReport } from '../contract.ts';
import { profileOf } from '../rules/profile.ts';
import { signed } from '../rules/words.ts';
import styles from './report.module.css';

/** One scale: the chart with its bands, what they mean, the change, and what the scores rest on. */
export function ScaleSection({ scale }: { scale: ScaleReport }) {
  const { t } = useTranslation();
  const { title, valid, marks, unofficial, dimensions, answers } = scale;
  const figure = useMemo(
    () => profileOf(scale, { ...t('personalReport', { returnObjects: true }), title }),
    [scale, t, title],
  );
  return (
    <article className={styles.card} aria-label={title}>
      {figure ? <Chart figure={figure} /> : <h2 className={styles.heading}>{title}</h2>}
      {!valid && <Alert type="warning" showIcon message={t('personalReport.void')} />}
      {marks.length > 0 && (
        <Alert type="warning" showIcon message={`${t('personalReport.marks')}：${marks.join('；')}`} />
      )}
      <dl className={styles.list}>
        {dimensions.map((dimension) => (
          <Meaning key={dimension.dimension_id} dimension={dimension} />
        ))}
      </dl>
      {answers && <Answers answers={answers} />}
      <Change scale={scale} />
      {unofficial && <Alert type="info" showIcon message={t('personalReport.unofficial')} />}
      <Basis scale={scale} />
    </article>
  );
}

/** The band of a dimension, and the words of the pack for the reader. */
function Meaning({ dimension }: { dimension: DimensionReport }) {
  const { t } = useTranslation();
  const { title, band_title, tone, words, missing = 0, norm_raw: raw } = dimension;
  if (band_title === undefined && words === undefined && missing === 0 && raw === undefined) return null;
  return (
    <div>
      <dt>
        {title} {band_title !== undefined && <StatusTag tone={tone ?? 'grey'}>{band_title}</StatusTag>}{' '}
        {missing > 0 && <span className={styles.quiet}>{t('personalReport.missing', { count: missing })}</span>}
      </dt>
      {raw !== undefined && <dd className={styles.quiet}>{t('personalReport.rawNorm', raw)}</dd>}
      {words !== undefined && <dd>{words}</dd>}
    </div>
  );
}

/** The answers to a questionnaire of the school, which has no scores. */
function Answers({ answers }: { answers: NonNullable<ScaleReport['answers']> }) {
  const { t } = useTranslation();
  if (answers.length === 0) return <p className={styles.quiet}>{t('personalReport.noAnswers')}</p>;
  return (
    <dl className={styles.list}>
      {answers.map(({ item_id: id, text, answer }) => (
        <div key={id}>
          <dt className={styles.quiet}>{text}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The difference to the last result of the scale, or why there is none. */
function Change({ scale: { former, dimensions } }: { scale: ScaleReport }) {
  const { t } = useTranslation();
  if (!former) return null;
  const { exam_name: exam, submitted_at, not_comparable: reasons } = former;
  return (
    <div className={styles.part}>
      <h3 className={styles.subheading}>{t('personalReport.change')}</h3>
      <p className={styles.quiet}>{t('personalReport.former', { exam, at: dateText(submitted_at) })}</p>
      {reasons ? (
        <p className={styles.words}>
          {t('personalReport.notCompared', {
            reasons: reasons.map((reason) => t(`personalReport.notComparable.${reasonKey(reason)}`)).join('；'),
          })}
        </p>
      ) : (
        <dl className={styles.list}>
          {dimensions.map(
            ({ dimension_id: id, title, change }) =>
              change && (
                <div key={id}>
                  <dt>
                    {title} {t('personalReport.changed', { ...change, difference: signed(change.difference) })}
                  </dt>
                  <dd>{t(`personalReport.${change.meaning ?? 'unjudged'}`)}</dd>
                </div>
              ),
          )}
        </dl>
      )}
    </div>
  );
}

/** Norm set, population and version. */
function Basis({ scale: { version, norm, imported } }: { scale: ScaleReport }) {
  const { t } = useTranslation();
  return (
    <p className={styles.quiet}>
      {[
        t('personalReport.version', { version }),
        ...(imported ? [t('personalReport.imported')] : []),
        ...(norm
          ? [
              t('personalReport.normSet', { title: norm.title }),
              ...(norm.population === undefined ? [] : [t('personalReport.population', { text: norm.population })]),
              t('personalReport.source', { text: norm.source }),
            ]
          : []),
      ].join('；')}
    </p>
  );
}
