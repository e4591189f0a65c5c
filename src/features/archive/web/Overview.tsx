import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cell, NONE } from '../../../platform/crud/web/list/cell.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { valueOf } from '../../../platform/crud/web/list/value-of.tsx';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { Avatar } from '../../../platform/ui/web/Avatar.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import { openCrisisReport } from '../../crisis/web/public.ts';
import { isAtSchool } from '../../students/public.ts';
import { studentOverview, type StudentOverview } from '../contract.ts';
import { RecordLink } from './RecordLink.tsx';
import { Tasks } from './Tasks.tsx';
import { archive as texts } from './texts.zh.ts';
import styles from './overview.module.css';

provideTexts({ archive: texts });

/** Fields of the list's row that the overview shows, in this order; a role that may not see one does not get it. */
const SHOWN = ['class_name', 'student_no', 'sex', 'mobile', 'study_status'] as const;
const CARE = ['crisis_level', 'concern_level', 'open_case', 'last_contact'] as const;

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

/** Values of a student's row by the list's fields that the role has. */
function Fields({ names, row }: { names: readonly string[]; row: StudentOverview['student'] }) {
  const { t } = useTranslation();
  const properties = useEntity('student')?.schema.properties ?? {};
  return names.map((name) => {
    const field = properties[name];
    if (field === undefined || field['x-hidden'] === true) return null;
    const value = row[name];
    const empty = cell(field, value) === NONE;
    const place = { entity: 'student', id: String(row['child_id']), field: name };
    const none = name === 'crisis_level' ? t('archive.overview.noCrisis') : t('archive.overview.noContact');
    const isCare = name === 'crisis_level' || name === 'last_contact';
    if (empty && !isCare) return null;
    return (
      <Fact key={name} title={field.title}>
        {empty ? none : valueOf(field, value, place)}
      </Fact>
    );
  });
}

function Links({ student }: { student: StudentOverview['student'] }) {
  const { t } = useTranslation();
  const [opensArchive, reports, interviews] = [
    useMay('student/archive', 'open'),
    useMay('crisis-report', 'report'),
    useMay('intervention/interview', 'open'),
  ];
  const id = String(student['child_id']);
  const name = String(student['child_name']);
  return (
    <div className={styles.links}>
      {opensArchive && <Link to={`/student/archive?child_id=${id}`}>{t('archive.overview.archive')}</Link>}
      {interviews && <Link to="/intervention/interview">{t('archive.overview.interview')}</Link>}
      {reports && isAtSchool(Number(student['study_status'])) && (
        <Button danger size="small" onClick={() => openCrisisReport({ student: { child_id: id, child_name: name } })}>
          {t('archive.overview.report')}
        </Button>
      )}
    </div>
  );
}

/** A student in short: who it is, levels, open tasks, last screening and last contact. */
export function Overview({ childId }: { childId: string }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['student-overview', childId],
    queryFn: ({ signal }) => call(studentOverview, { params: { id: childId } }, { signal, quiet: true }),
    gcTime: 0,
  });
  const reload = () => void refetch();
  if (error) return <FailedState error={error} onRetry={reload} />;
  if (data === undefined) return <Skeleton active avatar paragraph={{ rows: 5 }} />;
  const { student, avatar, locked, last_screening: screening, tasks } = data;
  const name = String(student['child_name']);
  return (
    <div className={styles.overview}>
      <div className={styles.who}>
        <Avatar name={name} src={avatar} size={48} />
        <strong className={styles.name}>{name}</strong>
      </div>
      <dl className={styles.facts}>
        <Fields names={SHOWN} row={student} />
      </dl>
      {locked &&
        (asking ? (
          <VerificationPanel
            onVerified={() => {
              setAsking(false);
              reload();
            }}
            onBack={() => setAsking(false)}
          />
        ) : (
          <p className={styles.locked}>
            {t('archive.overview.locked')}
            <Button type="link" size="small" onClick={() => setAsking(true)}>
              {t('archive.overview.unlock')}
            </Button>
          </p>
        ))}
      <dl className={styles.facts}>
        <Fields names={locked ? CARE.filter((field) => student[field] !== undefined) : CARE} row={student} />
        {!locked && (
          <Fact title={t('archive.overview.screening')}>
            {screening === undefined ? (
              t('archive.overview.noScreening')
            ) : (
              <>
                <RecordLink of={screening} onDone={reload}>
                  {screening.title}
                </RecordLink>{' '}
                {dateText(screening.at)}
              </>
            )}
          </Fact>
        )}
      </dl>
      {!locked && (
        <section aria-labelledby="overview-tasks">
          <h3 id="overview-tasks" className={styles.heading}>
            {t('archive.tasks')}
          </h3>
          <Tasks tasks={tasks} onDone={reload} />
        </section>
      )}
      <Links student={student} />
    </div>
  );
}
