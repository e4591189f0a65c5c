import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HomeStep } from '../../../platform/home/contract.ts';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import styles from './new-year.module.css';

/** The page where a step is done; the lists of what is left are filtered by the query of their number. */
const PAGES = {
  year: '/academic-year-setting/index',
  'roll-over': '/academic-year-setting/index',
  structure: '/org-manage/class',
  staff: '/teacher-manage/index',
  import: '/org-manage/student',
  passwords: '/batch-modify-password/index',
  registrations: '/student-register/application',
  consents: '/org-manage/student',
  screening: '/exam',
} as const;
const LISTS = {
  classless: '/org-manage/student',
  accounts: '/org-manage/student',
  pending: '/student-register/application',
  consents: '/org-manage/student',
  running: '/exam',
} as const;

const isOf = <T extends object>(map: T, key: string): key is string & keyof T => Object.hasOwn(map, key);

function Steps({ steps }: { steps: readonly HomeStep[] }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.steps}>
      {steps.map(({ key, state, figures }) => (
        <li key={key} className={styles.step} data-state={state}>
          <span className={styles.state}>
            {state === 'done' ? <CheckCircleFilled aria-hidden /> : <ClockCircleOutlined aria-hidden />}
            {t(`homeCards.newYear.${state}`)}
          </span>
          {isOf(PAGES, key) && <Link to={PAGES[key]}>{t(`homeCards.newYear.${key}`)}</Link>}
          {figures.map(({ key: figure, n, query = '' }) =>
            isOf(LISTS, figure) && n !== undefined && n > 0 ? (
              <Link key={figure} className={styles.left} to={`${LISTS[figure]}?${query}`}>
                {t(`homeCards.newYear.figures.${figure}`, { count: n })}
              </Link>
            ) : null,
          )}
        </li>
      ))}
    </ol>
  );
}

/**
 * What a new school year needs, in its order: done or not, how much is left, and where to do it. On phones the steps
 * that are done are folded behind those that are left.
 */
export function NewYearCard({ content: { steps = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  const mobile = useMobile();
  const done = steps.filter(({ state }) => state === 'done');
  const progress = t('homeCards.newYear.progress', { done: done.length, total: steps.length });
  if (!mobile)
    return (
      <>
        <p className={styles.progress}>{progress}</p>
        <Steps steps={steps} />
      </>
    );
  return (
    <>
      <Steps steps={steps.filter(({ state }) => state !== 'done')} />
      <details>
        <summary className={styles.progress}>{progress}</summary>
        <Steps steps={done} />
      </details>
    </>
  );
}
