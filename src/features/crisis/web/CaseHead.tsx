import { Button } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { CaseDetail } from '../contract/crisis.ts';
import { CASE_STATUS, isLevel, type Level } from '../rules/crisis.ts';
import { openVerification } from './crisis-dialogs.ts';
import styles from './case.module.css';

export const moment = (instant: string): string => dayjs(instant).format('YYYY年M月D日 HH:mm');

/** A level as it comes over the wire. */
export const levelOf = (level: number): Level => (isLevel(level) ? level : 3);

/** Whose case it is, how urgent, where it stands, and what it is made of. */
export function CaseHead({ of, acts, onChanged }: { of: CaseDetail; acts: ReactNode; onChanged: () => void }) {
  const { t } = useTranslation();
  const mayReadArchive = useMay('student/archive', 'open');
  const labels = useEntity('warn')?.schema.properties['category_id']?.['x-labels'];
  const category = (id: string) => labels?.[id] ?? labelOf('crisis_category', id);
  const facts = [
    ...(of.sex === undefined ? [] : [labelOf('sex', of.sex)]),
    ...(of.class_name === undefined ? [] : [of.class_name]),
    t('cases.number', { no: of.student_no }),
    labelOf('study_status', of.study_status),
  ];
  return (
    <section className={styles.card} aria-labelledby="case-of">
      <header className={styles.row}>
        <div>
          <h2 id="case-of" className={styles.name}>
            {of.child_name}
            <CrisisLevelTag level={levelOf(of.crisis_level)} />
            <StatusTag tone={of.status === CASE_STATUS.open ? 'yellow' : 'grey'}>
              {labelOf('case_status', of.status)}
            </StatusTag>
          </h2>
          <p className={styles.quiet}>{facts.join('，')}</p>
          {mayReadArchive && <Link to={`/student/archive?child_id=${of.child_id}`}>{t('cases.archive')}</Link>}
        </div>
        {acts && <div className={styles.acts}>{acts}</div>}
      </header>
      <p className={styles.quiet}>
        {[
          t('cases.opened', { at: moment(of.opened_at) }),
          of.first_contact_at === undefined
            ? t('cases.notContacted')
            : t('cases.contacted', { at: moment(of.first_contact_at) }),
          ...(of.closed_at === undefined
            ? []
            : [t('cases.closed', { name: of.closed_by_name ?? '', at: moment(of.closed_at) })]),
        ].join('；')}
      </p>
      <ul className={styles.warns} aria-label={t('cases.warns')}>
        {of.warns.map((warn) => (
          <li key={warn.warn_id}>
            <Button
              type="link"
              className={styles.way}
              aria-label={t('cases.showWarn', {
                source: labelOf('warn_source', warn.source),
                at: moment(warn.reported_at),
              })}
              onClick={() => openVerification(warn.warn_id, onChanged)}
            >
              {labelOf('warn_source', warn.source)}
            </Button>
            {warn.category_id !== undefined && <span>{category(warn.category_id)}</span>}
            {warn.crisis_level !== undefined && <CrisisLevelTag level={levelOf(warn.crisis_level)} />}
            <span className={styles.quiet}>
              {warn.reporter_name}，{moment(warn.reported_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
