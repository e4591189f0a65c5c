import { useTranslation } from 'react-i18next';
import type { ChartLook } from '../../../platform/charts/look.ts';
import type { ScreenNumbers } from '../contract.ts';
import { CasesPanel, TrendPanel, WaitingPanel } from './CommonParts.tsx';
import { Count, Duration, Meter, Panel } from './parts.tsx';
import { SchoolTree } from './SchoolTree.tsx';
import styles from './board.module.css';

/** What an institution shows over its schools. */
export function InstitutionScreen({ numbers, look }: { numbers: ScreenNumbers; look: ChartLook }) {
  const { t } = useTranslation();
  const { warnings, cases, screening, schools = [], smallest } = numbers;
  return (
    <div className={`${styles.columns} ${styles.institution}`}>
      <div className={styles.column}>
        {warnings && <WaitingPanel states={warnings.states} smallest={smallest} />}
        {cases && <CasesPanel cases={cases} smallest={smallest} />}
        <Panel title={t('largeScreen.screening')} className={styles.fixed}>
          {screening ? (
            <Meter planned={screening.planned} submitted={screening.submitted} smallest={smallest} />
          ) : (
            <p className={styles.none}>{t('largeScreen.noPlan')}</p>
          )}
        </Panel>
      </div>
      <div className={`${styles.column} ${styles.middle}`}>
        {warnings && (
          <div className={styles.tiles}>
            <Panel title={t('largeScreen.warned')} hint={t('largeScreen.warnedHint')}>
              <p className={styles.big}>
                <Count n={warnings.warned} smallest={smallest} />
              </p>
            </Panel>
            <Panel title={t('largeScreen.verify')} hint={t('largeScreen.verifyHint')}>
              <p className={styles.big}>
                <Duration minutes={warnings.verify_minutes} />
              </p>
            </Panel>
          </div>
        )}
        {warnings && <TrendPanel warnings={warnings} smallest={smallest} look={look} />}
      </div>
      <SchoolTree name={numbers.org_name} schools={schools} smallest={smallest} />
    </div>
  );
}
