import { AlertFilled, ClockCircleOutlined, EyeOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { memo, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartLook } from '../../../platform/charts/look.ts';
import { WallChart } from '../../../platform/charts/web/WallChart.tsx';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { ScreenNumbers } from '../contract.ts';
import { sourceData, trendData } from './figures.ts';
import { Count, Panel } from './parts.tsx';
import styles from './board.module.css';

type Warnings = NonNullable<ScreenNumbers['warnings']>;

const STATE_ICON = {
  waiting: <ClockCircleOutlined aria-hidden />,
  taken: <EyeOutlined aria-hidden />,
  overdue: <WarningOutlined aria-hidden />,
  pending: <ClockCircleOutlined aria-hidden />,
} as const;
type State = keyof typeof STATE_ICON;
const isState = (key: string): key is State => Object.hasOwn(STATE_ICON, key);

/** Level 1 is the most urgent. */
const LEVEL_ICON: Readonly<Record<number, ReactNode>> = {
  1: <AlertFilled aria-hidden />,
  2: <WarningOutlined aria-hidden />,
  3: <InfoCircleOutlined aria-hidden />,
};

/** Unverified warnings by how far they are. */
export const WaitingPanel = memo(({ states, smallest }: { states: Warnings['states']; smallest: number }) => {
  const { t } = useTranslation();
  return (
    <Panel
      title={t('largeScreen.waiting')}
      hint={t('largeScreen.waitingUnit')}
      className={states.length === 1 ? styles.fixed : undefined}
    >
      <dl className={styles.rows}>
        {states.map(
          ({ key, n }) =>
            isState(key) && (
              <div key={key} data-tone={key === 'overdue' ? 'red' : undefined}>
                <dt>
                  {STATE_ICON[key]} {t(`largeScreen.states.${key}`)}
                </dt>
                <dd>
                  <Count n={n} smallest={smallest} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
});

/** Open cases by level, in the fixed colors of the levels. */
export const CasesPanel = memo(
  ({ cases, smallest }: { cases: NonNullable<ScreenNumbers['cases']>; smallest: number }) => {
    const { t } = useTranslation();
    return (
      <Panel title={t('largeScreen.cases')} hint={t('largeScreen.waitingUnit')}>
        <dl className={styles.rows}>
          {cases.map(({ level, n }) => (
            <div key={level} data-tone={`level${level}`}>
              <dt>
                {LEVEL_ICON[level]} {labelOf('crisis_level', level)}
              </dt>
              <dd>
                <Count n={n} smallest={smallest} />
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
    );
  },
);

interface ChartProps {
  warnings: Warnings;
  smallest: number;
  look: ChartLook;
}

export const TrendPanel = memo(({ warnings: { months }, smallest, look }: ChartProps) => {
  const { t } = useTranslation();
  const data = useMemo(() => trendData(t, months, smallest), [t, months, smallest]);
  return (
    <Panel title={data.given.title} className={`${styles.grows} ${styles.drawn}`}>
      <WallChart data={data} look={look} />
    </Panel>
  );
});

export const SourcesPanel = memo(({ warnings: { sources }, smallest, look }: ChartProps) => {
  const { t } = useTranslation();
  const data = useMemo(() => sourceData(t, sources, smallest), [t, sources, smallest]);
  return (
    <Panel title={data.given.title} hint={t('largeScreen.warnedHint')} className={`${styles.grows} ${styles.drawn}`}>
      {sources.length === 0 ? (
        <p className={styles.none}>{t('largeScreen.empty')}</p>
      ) : (
        <WallChart data={data} look={look} />
      )}
    </Panel>
  );
});
