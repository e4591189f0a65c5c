import { CheckCircleOutlined, CloseCircleOutlined, DeleteOutlined, SyncOutlined } from '@ant-design/icons';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { Tag } from '../../../../platform/ui/web/Tag.tsx';
import type { Task } from '../../contract/tasks.ts';
import { PackageActs } from './PackageActs.tsx';
import styles from '../tenants.module.css';

type Look = 'active' | 'yellow' | 'red' | 'grey';
const LOOK: Readonly<Record<Task['state'], { look: Look; icon: ReactNode }>> = {
  working: { look: 'yellow', icon: <SyncOutlined /> },
  ready: { look: 'active', icon: <CheckCircleOutlined /> },
  failed: { look: 'red', icon: <CloseCircleOutlined /> },
  expired: { look: 'grey', icon: <DeleteOutlined /> },
};

/** One task: what, for which organisation, by whom and why, how far it is, and what came of it. */
export function TaskCard({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { kind, state, org_name, org_id, reason, requested_by_name, requested_at, progress, facts, problem } = task;
  const { look, icon } = LOOK[state];
  const title = `${labelOf('organisation_task', kind)} · ${org_name}`;
  return (
    <li className={styles.card} aria-label={title}>
      <div className={styles.bar}>
        <strong>
          {title} <span className={styles.small}>{org_id}</span>
        </strong>
        <Tag look={look} icon={icon}>
          {labelOf('organisation_task_state', state)}
        </Tag>
      </div>
      <p className={styles.quiet}>
        {t('platform.tasks.by', { name: requested_by_name, at: dateText(requested_at) })}　
        {t('platform.tasks.reason', { text: reason })}
      </p>
      {state === 'working' && <Progress percent={progress} aria-label={t('platform.tasks.progress')} />}
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {kind === 'export' && state === 'ready' && <PackageActs task={task} />}
    </li>
  );
}
