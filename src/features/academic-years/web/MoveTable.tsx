import { useTranslation } from 'react-i18next';
import type { RollOverPlan } from '../contract.ts';
import styles from './year.module.css';

/** Class by class: where it goes. */
export function MoveTable({ classes }: { classes: RollOverPlan['classes'] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.scroll}>
      <table className={styles.moves} aria-label={t('pages.year.moves')}>
        <thead>
          <tr>
            <th scope="col">{t('pages.year.class')}</th>
            <th scope="col" className={styles.number}>
              {t('pages.year.students')}
            </th>
            <th scope="col">{t('pages.year.goesTo')}</th>
          </tr>
        </thead>
        <tbody>
          {classes.map((one) => (
            <tr key={one.class_id}>
              <th scope="row">{one.class_name}</th>
              <td className={styles.number}>{one.students}</td>
              <td>
                {one.graduates ? <span className={styles.leaves}>{t('pages.year.graduates')}</span> : one.to_class_name}
                {one.joins && <span className={styles.joins}>{t('pages.year.joins')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
