import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Facts } from '../../../platform/crud/web/show/Facts.tsx';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { Avatar } from '../../../platform/ui/web/Avatar.tsx';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { ConcernCard } from '../../concern/web/public.ts';
import { isLevel } from '../../crisis/public.ts';
import { FormerRecords } from '../../transfers/web/public.ts';
import type { Archive } from '../contract.ts';
import { Curves } from './Curves.tsx';
import { GuardianRows } from './GuardianRows.tsx';
import { Tasks } from './Tasks.tsx';
import { Timeline } from './Timeline.tsx';
import styles from './archive.module.css';

/** The archive of a student on one page: who it is, what is open, and everything that happened. */
export function ArchiveView({ archive, onDone }: { archive: Archive; onDone: () => void }) {
  const { t } = useTranslation();
  const entity = useEntity('student');
  const mayComment = useMay('student/comment', 'open');
  const seesConcern = useMay('student/archive/concern', 'open');
  const seesFormer = useMay('student/archive/former', 'open');
  const { student, crisis_level, avatar, tasks } = archive;
  const id = String(student['child_id']);
  const name = String(student['child_name'] ?? '');
  return (
    <>
      <section className={styles.card} aria-labelledby="archive-of">
        <div className={styles.who}>
          <Avatar name={name} src={avatar} size={64} />
          <h2 id="archive-of" className={styles.name}>
            {name}
            {isLevel(crisis_level) && <CrisisLevelTag level={crisis_level} />}
          </h2>
        </div>
        {entity && <Facts entity={entity} row={student} />}
        {mayComment && (
          <Link className={styles.onScreen} to={`/student/comment/${id}/current`}>
            {t('archive.comment')}
          </Link>
        )}
      </section>
      <section className={styles.card} aria-labelledby="archive-tasks">
        <h2 id="archive-tasks" className={styles.heading}>
          {t('archive.tasks')}
        </h2>
        <Tasks tasks={tasks} onDone={onDone} />
      </section>
      {seesConcern && (
        <Suspense>
          <ConcernCard childId={id} name={name} onChanged={onDone} />
        </Suspense>
      )}
      <section className={styles.card} aria-labelledby="archive-guardians">
        <h2 id="archive-guardians" className={styles.heading}>
          {t('archive.guardians')}
        </h2>
        <GuardianRows childId={id} />
      </section>
      <Curves curves={archive.curves} />
      {seesFormer && (
        <Suspense>
          <FormerRecords childId={id} />
        </Suspense>
      )}
      <Timeline archive={archive} onDone={onDone} />
    </>
  );
}
