import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HomeSchool } from '../../../platform/home/contract.ts';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { NothingHere } from '../../../platform/home/web/Figures.tsx';
import { useProofSheet } from '../../../platform/home/web/use-proof-sheet.tsx';
import type { BureauAnswer } from '../../../platform/schema/generated/enums.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { STATUS_TONES } from '../../../platform/session/web/service.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { useDuration } from '../../../platform/ui/web/use-duration.ts';
import styles from './schools-card.module.css';

const SCHOOLS_PAGE = '/school-manage/index';
const DATE_LENGTH = 10;
const PATH_HEIGHT = 24;
const PATH_STEP = 12;
const ACCEPTED: BureauAnswer = 'accepted';

/** The numbers of the months as a small line; suppressed ones leave a gap, and its text says all of them. */
function Trend({ months = [] }: Pick<HomeSchool, 'months'>) {
  const { t } = useTranslation();
  const most = Math.max(1, ...months.map(({ n = 0 }) => n));
  const text = months.map(({ month, n }) => `${month} ${n ?? t('homeCards.schools.few')}`).join('，');
  if (months.every(({ n }) => n === undefined)) return <span className={styles.quiet}>—</span>;
  return (
    <svg role="img" aria-label={text} width={months.length * PATH_STEP} height={PATH_HEIGHT} className={styles.trend}>
      <title>{text}</title>
      {months.map(({ month, n = 0 }, i) => (
        <rect
          key={month}
          x={i * PATH_STEP}
          y={PATH_HEIGHT - (n / most) * PATH_HEIGHT}
          width={PATH_STEP - 4}
          height={(n / most) * PATH_HEIGHT}
        />
      ))}
    </svg>
  );
}

/** Why the numbers of a school in the last plan are missing. */
function usePlanText(): (plan: string | undefined) => string {
  const { t } = useTranslation();
  return (plan) => {
    if (plan === undefined) return t('homeCards.schools.noPlan');
    return plan === ACCEPTED ? t('homeCards.schools.few') : labelOf('bureau_answer', plan);
  };
}

function Screening({ plan, planned, submitted }: Pick<HomeSchool, 'plan' | 'planned' | 'submitted'>) {
  const planText = usePlanText();
  if (planned === undefined) return <span className={styles.quiet}>{planText(plan)}</span>;
  return <>{`${submitted ?? '—'} / ${planned}`}</>;
}

function School({ school, locked }: { school: HomeSchool; locked: boolean }) {
  const { t } = useTranslation();
  const duration = useDuration();
  const { school_id, school_name, product_status, account_expire_at, students, verify_minutes } = school;
  return (
    <tr>
      <th scope="row">
        <Link to={`${SCHOOLS_PAGE}?school_name=${encodeURIComponent(school_name)}`}>{school_name}</Link>
      </th>
      {!locked && (
        <>
          <td data-label={t('homeCards.schools.students')}>
            {students === undefined ? (
              <span className={styles.quiet}>{t('homeCards.schools.few')}</span>
            ) : (
              <Link to={`/warning/statistics?school_id=${school_id}`}>{students}</Link>
            )}
          </td>
          <td data-label={t('homeCards.schools.trend')}>
            <Trend months={school.months} />
          </td>
          <td data-label={t('homeCards.schools.verify')}>
            {verify_minutes === undefined ? <span className={styles.quiet}>—</span> : duration(verify_minutes)}
          </td>
        </>
      )}
      <td data-label={t('homeCards.schools.screening')}>
        <Screening {...school} />
      </td>
      <td data-label={t('homeCards.schools.expires')}>
        <span className={styles.service}>
          <StatusTag tone={STATUS_TONES[product_status] ?? 'grey'}>
            {labelOf('product_status', product_status)}
          </StatusTag>
          {account_expire_at !== undefined && dateText(account_expire_at.slice(0, DATE_LENGTH))}
        </span>
      </td>
    </tr>
  );
}

const COLUMNS = ['school', 'students', 'trend', 'verify', 'screening', 'expires'] as const;
/** Columns about warnings, which are there after a second proof. */
const PROVEN: ReadonlySet<string> = new Set(['students', 'trend', 'verify']);

/** The schools of an institution: warnings, time to verify, screening and service. */
export function SchoolsCard({
  content: { schools = [], schools_total = 0, locked = false },
  onRefresh,
}: HomeCardProps) {
  const { t } = useTranslation();
  const { ask, sheet } = useProofSheet(onRefresh);
  if (schools.length === 0) return <NothingHere>{t('homeCards.schools.empty')}</NothingHere>;
  return (
    <>
      {locked && (
        <p className={styles.locked}>
          <LockOutlined aria-hidden /> {t('homeCards.schools.locked')}
          <Button size="small" onClick={ask}>
            {t('homeCards.verify')}
          </Button>
        </p>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            {COLUMNS.filter((column) => !locked || !PROVEN.has(column)).map((column) => (
              <th key={column} scope="col">
                {t(`homeCards.schools.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {schools.map((school) => (
            <School key={school.school_id} school={school} locked={locked} />
          ))}
        </tbody>
      </table>
      {schools_total > schools.length && (
        <Link className={styles.all} to={SCHOOLS_PAGE}>
          {t('homeCards.schools.all', { count: schools_total })}
        </Link>
      )}
      {sheet}
    </>
  );
}
