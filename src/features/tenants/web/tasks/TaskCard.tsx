import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  DeleteOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { Tag } from '../../../../platform/ui/web/Tag.tsx';
import type { Task } from '../../contract/tasks.ts';
import { ErasureActs, ProofButton } from './ErasureActs.tsx';
import { PackageActs } from './PackageActs.tsx';
import styles from '../tenants.module.css';

type Look = 'active' | 'yellow' | 'red' | 'grey';
const LOOK: Readonly<Record<Task['state'], { look: Look; icon: ReactNode }>> = {
  proposed: { look: 'yellow', icon: <ClockCircleOutlined /> },
  working: { look: 'yellow', icon: <SyncOutlined /> },
  erased: { look: 'yellow', icon: <SyncOutlined /> },
  ready: { look: 'active', icon: <CheckCircleOutlined /> },
  done: { look: 'grey', icon: <CheckCircleOutlined /> },
  refused: { look: 'grey', icon: <StopOutlined /> },
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
        {`${t('platform.tasks.by', { name: requested_by_name, at: dateText(requested_at) })}；${t('platform.tasks.reason', { text: reason })}`}
      </p>
      {kind === 'export' && state === 'working' && (
        <Progress percent={progress} aria-label={t('platform.tasks.progress')} />
      )}
      {task.decided_at !== undefined && (
        <p className={styles.quiet}>
          {t(state === 'refused' ? 'platform.tasks.refusedBy' : 'platform.tasks.approvedBy', {
            name: task.decided_by_name ?? '',
            at: dateText(task.decided_at),
          })}
          {task.refusal !== undefined && `；${t('platform.tasks.reason', { text: task.refusal })}`}
        </p>
      )}
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
      {state === 'proposed' && <ErasureActs task={task} />}
      {kind === 'erase' && state === 'done' && <ProofButton task={task} />}
    </li>
  );
}
