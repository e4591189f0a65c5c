import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDuration } from '../../../platform/ui/web/use-duration.ts';
import { shareOf } from '../rules.ts';
import styles from './board.module.css';

/** A part of the screen with its title. */
export function Panel({ title, hint, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={id}>
      <h2 id={id} className={styles.panelTitle}>
        {title}
        {hint !== undefined && <small>{hint}</small>}
      </h2>
      {children}
    </section>
  );
}
interface PanelProps {
  title: string;
  hint?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A number of students; too small a one is not shown. */
export function Count({ n, smallest }: { n: number | undefined; smallest: number }) {
  const { t } = useTranslation();
  if (n === undefined) return <span className={styles.few}>{t('largeScreen.few', { n: smallest })}</span>;
  return (
    <span className={styles.count}>
      {n}
      <small>{t('largeScreen.people')}</small>
    </span>
  );
}

/** A time in minutes, in the unit that reads best. */
export function Duration({ minutes }: { minutes: number | undefined }) {
  const { t } = useTranslation();
  const durationText = useDuration();
  if (minutes === undefined) return <span className={styles.few}>{t('largeScreen.notEnough')}</span>;
  return <span className={styles.count}>{durationText(minutes)}</span>;
}

/** How many of the planned students have submitted; only the number of the planned is needed to show it. */
export function Meter({ label, planned, submitted, smallest }: MeterProps) {
  const { t } = useTranslation();
  const share = shareOf(submitted, planned);
  const few = t('largeScreen.few', { n: smallest });
  const isKnown = share !== undefined && submitted !== undefined;
  return (
    <div className={styles.meter}>
      {label !== undefined && <span className={styles.meterLabel}>{label}</span>}
      <span className={styles.bar} aria-hidden>
        <span style={{ inlineSize: `${isKnown ? share : 0}%` }} />
      </span>
      <span className={styles.meterText}>
        {isKnown ? `${share}%` : few}
        <small>{t('largeScreen.screeningOf', { submitted: submitted ?? few, planned: planned ?? few })}</small>
      </span>
    </div>
  );
}
interface MeterProps {
  label?: string;
  planned: number | undefined;
  submitted: number | undefined;
  smallest: number;
}
