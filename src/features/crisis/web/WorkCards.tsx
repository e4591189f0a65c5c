import { AlertOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { Figures, NothingHere } from '../../../platform/home/web/Figures.tsx';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { dayText } from '../../../platform/ui/web/date-text.ts';
import { CRISIS_LEVELS, isLevel } from '../rules/crisis.ts';
import { openCrisisReport } from './crisis-dialogs.ts';
import styles from './work-cards.module.css';

const WARNINGS = '/warning/list';
const CASES = '/crisis/case';
const OWN = '/warning/own-reports';

/** Warnings that wait for a verdict. */
export function WarningsCard({ content: { figures = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  const looks = [
    { key: 'overdue', label: t('homeCards.warnings.overdue'), to: WARNINGS, urgent: true },
    { key: 'waiting', label: t('homeCards.warnings.waiting'), to: WARNINGS },
    { key: 'pending', label: t('homeCards.warnings.pending'), to: WARNINGS },
  ];
  return <Figures figures={figures} looks={looks} empty={t('homeCards.warnings.empty')} />;
}

/** Open cases by level, and those whose next step is due. */
export function OpenCasesCard({ content: { figures = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  const looks = [
    ...CRISIS_LEVELS.map((level) => ({ key: `level${level}`, label: labelOf('crisis_level', level), to: CASES })),
    { key: 'next', label: t('homeCards.cases.next'), to: CASES, urgent: true },
  ];
  return <Figures figures={figures} looks={looks} empty={t('homeCards.cases.empty')} />;
}

/** The open cases that were opened last, with names. */
export function RecentCasesCard({ content: { cases = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  if (cases.length === 0) return <NothingHere>{t('homeCards.recent.empty')}</NothingHere>;
  return (
    <ul className={styles.cases}>
      {cases.map(({ case_id, child_id, child_name, class_name, crisis_level, opened_at }) => (
        <li key={case_id}>
          <Link to={`/student/archive?child_id=${child_id}`}>{child_name}</Link>
          <span className={styles.quiet}>{class_name}</span>
          {isLevel(crisis_level) && <CrisisLevelTag level={crisis_level} />}
          <Link className={styles.opened} to={`${CASES}/${case_id}`}>
            {t('homeCards.recent.opened', { at: dayText(opened_at) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What the user reported, by state, and the report itself. */
export function OwnReportsCard({ content: { figures = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  const looks = (['waiting', 'taken', 'verified'] as const).map((key) => ({
    key,
    label: t(`homeCards.ownReports.${key}`),
    to: OWN,
  }));
  return (
    <div className={styles.reports}>
      <Figures figures={figures} looks={looks} empty={t('homeCards.ownReports.empty')} />
      <p className={styles.quiet}>{t('home.report')}</p>
      <div>
        <Button type="primary" danger icon={<AlertOutlined aria-hidden />} onClick={() => openCrisisReport()}>
          {t('layout.crisisReport')}
        </Button>
      </div>
    </div>
  );
}
