import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  LeftOutlined,
  PauseOutlined,
  CaretRightOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { ScreenSchool } from '../contract.ts';
import { shareOf } from '../rules.ts';
import { Count, Duration, Panel } from './parts.tsx';
import { useTurningPages } from './use-turning-pages.ts';
import styles from './board.module.css';

/** Schools on one page of the tree. */
const PER_PAGE = 8;

/** `product_status`: in service, expiring, expired. */
const STATUS_ICON = [CheckCircleOutlined, ExclamationCircleOutlined, CloseCircleOutlined];
const STATUS_TONE = ['done', 'yellow', 'red'];

/** Schools by their level of education, in the order of the levels. */
function branchesOf(schools: readonly ScreenSchool[]): [level: number | undefined, schools: ScreenSchool[]][] {
  const branches = new Map<number | undefined, ScreenSchool[]>();
  for (const school of schools) {
    const { edu_level: level } = school;
    branches.set(level, [...(branches.get(level) ?? []), school]);
  }
  return [...branches].toSorted(([a = Infinity], [b = Infinity]) => a - b);
}

/** The schools of an institution as a tree, with the state of each. Many schools take several pages. */
export const SchoolTree = memo(
  ({ name, schools, smallest }: { name: string; schools: readonly ScreenSchool[]; smallest: number }) => {
    const { t } = useTranslation();
    const ordered = branchesOf(schools).flatMap(([, branch]) => branch);
    const { page, pages, isTurning, turn, toggle } = useTurningPages(Math.ceil(ordered.length / PER_PAGE));
    const shown = ordered.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
    return (
      <Panel
        title={t('largeScreen.schools')}
        hint={t('largeScreen.schoolCount', { count: schools.length })}
        className={`${styles.grows} ${styles.tree}`}
      >
        <p className={styles.root}>{name}</p>
        <ul className={styles.branches}>
          {branchesOf(shown).map(([level, branch]) => (
            <li key={level ?? 'other'}>
              <p className={styles.branch}>
                {level === undefined ? t('largeScreen.otherSchools') : labelOf('edu_level', level)}
              </p>
              <ul className={styles.leaves}>
                {branch.map((school) => (
                  <Leaf key={school.school_id} school={school} smallest={smallest} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
        {pages > 1 && (
          <div className={styles.turning}>
            <button type="button" aria-label={t('largeScreen.previous')} onClick={() => turn(-1)}>
              <LeftOutlined />
            </button>
            <span>{t('largeScreen.pageOf', { page: page + 1, pages })}</span>
            <button type="button" aria-label={t('largeScreen.next')} onClick={() => turn(1)}>
              <RightOutlined />
            </button>
            <button type="button" aria-label={t(isTurning ? 'largeScreen.pause' : 'largeScreen.play')} onClick={toggle}>
              {isTurning ? <PauseOutlined /> : <CaretRightOutlined />}
            </button>
          </div>
        )}
      </Panel>
    );
  },
);

function Leaf({ school, smallest }: { school: ScreenSchool; smallest: number }) {
  const { t } = useTranslation();
  const { school_name, product_status: status, warned, verify_minutes, answer, planned, submitted } = school;
  const StatusIcon = STATUS_ICON[status] ?? CloseCircleOutlined;
  const share = submitted === undefined ? undefined : shareOf(submitted, planned);
  return (
    <li className={styles.leaf} data-tone={STATUS_TONE[status]}>
      <span className={styles.leafName}>{school_name}</span>
      <span className={styles.leafState}>
        <StatusIcon aria-hidden /> {labelOf('product_status', status)}
      </span>
      <span className={styles.leafFact}>
        {t('largeScreen.schoolWarned')} <Count n={warned} smallest={smallest} />
      </span>
      <span className={styles.leafFact}>
        {t('largeScreen.schoolVerify')} <Duration minutes={verify_minutes} />
      </span>
      {answer !== undefined && (
        <span className={styles.leafFact}>
          {t('largeScreen.schoolScreening')}{' '}
          <span className={styles.count}>{share === undefined ? labelOf('bureau_answer', answer) : `${share}%`}</span>
        </span>
      )}
    </li>
  );
}
