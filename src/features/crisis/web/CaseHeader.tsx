import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { CaseDetail } from '../contract/cases.ts';
import { CASE_STATUS, isLevel, type Level } from '../rules/crisis.ts';
import { openVerification } from './crisis-dialogs.ts';
import styles from './case.module.css';

/** The level of a response; an unknown number becomes level 3. */
export const levelOf = (level: number): Level => (isLevel(level) ? level : 3);

/** The student of a case, its level and status, its dates, and its warnings. */
export function CaseHeader({ value, acts, onChanged }: { value: CaseDetail; acts: ReactNode; onChanged: () => void }) {
  const { t } = useTranslation();
  const mayReadArchive = useMay('student/archive', 'open');
  const labels = useEntity('warn')?.schema.properties['category_id']?.['x-labels'];
  const categoryLabel = (id: string) => labels?.[id] ?? labelOf('crisis_category', id);
  const facts = [
    ...(value.sex === undefined ? [] : [labelOf('sex', value.sex)]),
    ...(value.class_name === undefined ? [] : [value.class_name]),
    t('cases.number', { no: value.student_no }),
    labelOf('study_status', value.study_status),
  ];
  return (
    <section className={styles.card} aria-labelledby="case-of">
      <header className={styles.row}>
        <div>
          <h2 id="case-of" className={styles.name}>
            {value.child_name}
            <CrisisLevelTag level={levelOf(value.crisis_level)} />
            <StatusTag tone={value.status === CASE_STATUS.open ? 'yellow' : 'grey'}>
              {labelOf('case_status', value.status)}
            </StatusTag>
          </h2>
          <p className={styles.quiet}>{facts.join('，')}</p>
          {mayReadArchive && <Link to={`/student/archive?child_id=${value.child_id}`}>{t('cases.archive')}</Link>}
        </div>
        {acts && <div className={styles.acts}>{acts}</div>}
      </header>
      <p className={styles.quiet}>
        {[
          t('cases.opened', { at: dateText(value.opened_at) }),
          value.first_contact_at === undefined
            ? t('cases.notContacted')
            : t('cases.contacted', { at: dateText(value.first_contact_at) }),
          ...(value.closed_at === undefined
            ? []
            : [t('cases.closed', { name: value.closed_by_name ?? '', at: dateText(value.closed_at) })]),
        ].join('；')}
      </p>
      <ul className={styles.warns} aria-label={t('cases.warns')}>
        {value.warns.map((warn) => (
          <li key={warn.warn_id}>
            <Button
              type="link"
              className={styles.way}
              aria-label={t('cases.showWarn', {
                source: labelOf('warn_source', warn.source),
                at: dateText(warn.reported_at),
              })}
              onClick={() => openVerification(warn.warn_id, onChanged)}
            >
              {labelOf('warn_source', warn.source)}
            </Button>
            {warn.category_id !== undefined && <span>{categoryLabel(warn.category_id)}</span>}
            {warn.crisis_level !== undefined && <CrisisLevelTag level={levelOf(warn.crisis_level)} />}
            <span className={styles.quiet}>
              {warn.reporter_name}，{dateText(warn.reported_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
