import { useTranslation } from 'react-i18next';
import type { ArchiveTask } from '../../../platform/archive/contract.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { RecordLink } from './RecordLink.tsx';
import styles from './archive.module.css';

/** What about a student waits for a person, the overdue first. */
export function Tasks({ tasks, onDone }: { tasks: readonly ArchiveTask[]; onDone: () => void }) {
  const { t } = useTranslation();
  if (tasks.length === 0) return <p className={styles.quiet}>{t('archive.noTasks')}</p>;
  return (
    <ul className={styles.rows}>
      {tasks.map((task, i) => (
        <li key={task.record?.record_id ?? i} className={styles.line}>
          <RecordLink of={task} onDone={onDone}>
            {task.title}
          </RecordLink>
          {task.overdue && <StatusTag tone="red">{t('archive.overdue')}</StatusTag>}
          <span className={styles.quiet}>
            {[
              ...(task.since === undefined ? [] : [t('archive.since', { at: dateText(task.since) })]),
              ...(task.due === undefined ? [] : [t('archive.due', { at: dateText(task.due) })]),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
