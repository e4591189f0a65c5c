import { useTranslation } from 'react-i18next';
import type { RollOverPlan } from '../contract.ts';
import styles from './year.module.css';

/** The target of every class in the new year. */
export function ClassMoves({ classes }: { classes: RollOverPlan['classes'] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.scroll}>
      <table className={styles.moves} aria-label={t('year.moves')}>
        <thead>
          <tr>
            <th scope="col">{t('year.class')}</th>
            <th scope="col" className={styles.number}>
              {t('year.students')}
            </th>
            <th scope="col">{t('year.goesTo')}</th>
          </tr>
        </thead>
        <tbody>
          {classes.map((row) => (
            <tr key={row.class_id}>
              <th scope="row">{row.class_name}</th>
              <td className={styles.number}>{row.students}</td>
              <td>
                {row.graduates ? <span className={styles.leaves}>{t('year.graduates')}</span> : row.to_class_name}
                {row.joins && <span className={styles.joins}>{t('year.joins')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
