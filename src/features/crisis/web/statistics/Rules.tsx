import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { useDuration } from '../../../../platform/ui/web/use-duration.ts';
import type { WarnStatistics } from '../../contract/warn-statistics.ts';
import { VALID_STATUS } from '../../rules/crisis.ts';
import type { Picked } from './list-link.ts';
import styles from './statistics.module.css';

/** Valid and invalid verdicts of each source and rule. */
export function Rules({
  rules,
  suppressedText,
  listOf,
}: {
  rules: WarnStatistics['rules'];
  suppressedText: string;
  listOf: ((picked: Picked) => string | undefined) | undefined;
}) {
  const { t } = useTranslation();
  const number = (n: number | undefined, name: string, picked: Picked) => {
    const list = n ? listOf?.(picked) : undefined;
    return list === undefined ? (
      (n ?? suppressedText)
    ) : (
      <Link to={list} aria-label={t('warnStatistics.openList', { label: name, n })}>
        {n}
      </Link>
    );
  };
  return (
    <section className={styles.card}>
      <table className={styles.rules}>
        <caption>{t('warnStatistics.rules')}</caption>
        <thead>
          <tr>
            {(['rule', 'valid', 'invalid', 'share'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`warnStatistics.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map(({ source, label, valid, invalid, share }) => {
            const isRule = label !== labelOf('warn_source', source);
            const picked = { source, ...(isRule && { rule: label }) };
            return (
              <tr key={`${source} ${label}`}>
                <th scope="row">{isRule ? `${labelOf('warn_source', source)} · ${label}` : label}</th>
                <td>
                  {number(valid, `${label} ${t('warnStatistics.valid')}`, { ...picked, status: VALID_STATUS.valid })}
                </td>
                <td>
                  {number(invalid, `${label} ${t('warnStatistics.invalid')}`, {
                    ...picked,
                    status: VALID_STATUS.invalid,
                  })}
                </td>
                <td>{share === undefined ? t('warnStatistics.unknown') : `${share}%`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rules.length === 0 && <p className={styles.few}>{t('warnStatistics.nothing')}</p>}
    </section>
  );
}

/** Time until verification and until first contact: median and 90th percentile. */
export function Times({ verify, contact }: Pick<WarnStatistics, 'verify' | 'contact'>) {
  const { t } = useTranslation();
  const durationText = useDuration(1);
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('warnStatistics.times')}</h2>
      <dl className={styles.times}>
        {(
          [
            ['verify', verify],
            ['contact', contact],
          ] as const
        ).map(([name, time]) => (
          <div key={name}>
            <dt>{t(`warnStatistics.${name}`)}</dt>
            {time === undefined ? (
              <dd className={styles.few}>{t('warnStatistics.noTimes')}</dd>
            ) : (
              (['median', 'p90'] as const).map((which) => (
                <dd key={which}>
                  <span>{t(`warnStatistics.${which}`)}</span>
                  <b>{durationText(time[which])}</b>
                </dd>
              ))
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
