import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  DeleteOutlined,
  StopOutlined,
  SyncOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { Tag } from '../../../../platform/ui/web/Tag.tsx';
import type { Task } from '../../contract/tasks.ts';
import { isFixedReason } from '../../rules.ts';
import { ImportActs } from '../imports/ImportActs.tsx';
import { ErasureActs, ProofButton } from './ErasureActs.tsx';
import { PackageActs } from './PackageActs.tsx';
import styles from '../tenants.module.css';

type Look = 'active' | 'yellow' | 'red' | 'grey';
const LOOK: Readonly<Record<Task['state'], { look: Look; icon: ReactNode }>> = {
  proposed: { look: 'yellow', icon: <ClockCircleOutlined /> },
  uploading: { look: 'yellow', icon: <UploadOutlined /> },
  checking: { look: 'yellow', icon: <SyncOutlined /> },
  checked: { look: 'yellow', icon: <ClockCircleOutlined /> },
  working: { look: 'yellow', icon: <SyncOutlined /> },
  erased: { look: 'yellow', icon: <SyncOutlined /> },
  imported: { look: 'yellow', icon: <SyncOutlined /> },
  ready: { look: 'active', icon: <CheckCircleOutlined /> },
  done: { look: 'grey', icon: <CheckCircleOutlined /> },
  refused: { look: 'grey', icon: <StopOutlined /> },
  failed: { look: 'red', icon: <CloseCircleOutlined /> },
  expired: { look: 'grey', icon: <DeleteOutlined /> },
};

const HAS_PROGRESS: ReadonlySet<Task['state']> = new Set(['uploading', 'checking', 'working', 'imported']);
const IMPORT_ACTS: ReadonlySet<Task['state']> = new Set(['uploading', 'checked', 'done']);

/** One task: what, for which organisation, by whom and why, how far it is, and what came of it. */
export function TaskCard({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { kind, state, org_name, org_id, reason, requested_by_name, requested_at, progress, facts, problem } = task;
  const { look, icon } = LOOK[state];
  const title = `${t(`platform.tasks.kinds.${kind}`)} · ${org_name}`;
  const said = (text: string) => (isFixedReason(text) ? t(`platform.tasks.fixed.${text}`) : text);
  return (
    <li className={styles.card} aria-label={title}>
      <div className={styles.bar}>
        <strong>
          {title} <span className={styles.small}>{org_id}</span>
        </strong>
        <Tag look={look} icon={icon}>
          {t(
            state === 'uploading' && problem !== undefined
              ? 'platform.imports.needsKey'
              : `platform.tasks.states.${state}`,
          )}
        </Tag>
      </div>
      <p className={styles.quiet}>
        {`${t('platform.tasks.by', { name: requested_by_name, at: dateText(requested_at) })}；${t('platform.tasks.reason', { text: reason })}`}
      </p>
      {kind !== 'erase' && HAS_PROGRESS.has(state) && problem === undefined && (
        <Progress percent={progress} aria-label={t('platform.tasks.progress')} />
      )}
      {task.decided_at !== undefined && (
        <p className={styles.quiet}>
          {t(state === 'refused' ? 'platform.tasks.refusedBy' : 'platform.tasks.approvedBy', {
            name: task.decided_by_name ?? '',
            at: dateText(task.decided_at),
          })}
          {task.refusal !== undefined && `；${t('platform.tasks.reason', { text: said(task.refusal) })}`}
        </p>
      )}
      {problem !== undefined && <p className={styles.problem}>{said(problem)}</p>}
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
      {kind === 'import' && IMPORT_ACTS.has(state) && <ImportActs task={task} />}
      {state === 'proposed' && <ErasureActs task={task} />}
      {kind === 'erase' && state === 'done' && <ProofButton task={task} />}
    </li>
  );
}
