import { useTranslation } from 'react-i18next';
import type { ChartLook } from '../../../platform/charts/look.ts';
import type { ScreenNumbers } from '../contract.ts';
import { CasesPanel, SourcesPanel, TrendPanel, WaitingPanel } from './CommonParts.tsx';
import { Count, Duration, Meter, Panel } from './parts.tsx';
import styles from './board.module.css';

/** What a school shows; what it has not opened leaves no gap. */
export function SchoolScreen({ numbers, look }: { numbers: ScreenNumbers; look: ChartLook }) {
  const { t } = useTranslation();
  const { warnings, cases, consultations, screening, smallest } = numbers;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {warnings && <WaitingPanel states={warnings.states} smallest={smallest} />}
        {cases && <CasesPanel cases={cases} smallest={smallest} />}
        {consultations && (
          <Panel title={t('largeScreen.consultations')} hint={t('largeScreen.waitingUnit')}>
            <p className={styles.big}>
              <Count n={consultations.booked} smallest={smallest} />
            </p>
            <p className={styles.under}>
              {t('largeScreen.consultationsDone')} <Count n={consultations.done} smallest={smallest} />
            </p>
          </Panel>
        )}
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
      <div className={styles.column}>
        <Panel title={t('largeScreen.screening')} className={styles.fixed}>
          {screening ? (
            <Meter planned={screening.planned} submitted={screening.submitted} smallest={smallest} />
          ) : (
            <p className={styles.none}>{t('largeScreen.noScreening')}</p>
          )}
        </Panel>
        {screening && screening.parts.length > 1 && (
          <Panel title={t('largeScreen.grades')} className={styles.grows}>
            <div className={styles.meters}>
              {screening.parts.map(({ key, ...part }) => (
                <Meter key={key} {...part} planned={part.planned} submitted={part.submitted} smallest={smallest} />
              ))}
            </div>
          </Panel>
        )}
        {warnings && <SourcesPanel warnings={warnings} smallest={smallest} look={look} />}
      </div>
    </div>
  );
}
