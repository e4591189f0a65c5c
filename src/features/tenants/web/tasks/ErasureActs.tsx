import { DownloadOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../platform/crud/web/acts/save-file.ts';
import { ReasonDialog } from '../../../../platform/crud/web/ReasonDialog.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { erasureProof, refuseErasure } from '../../contract/erasures.ts';
import type { Task } from '../../contract/tasks.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import styles from '../tenants.module.css';

/** Downloads the proof of an erasure. */
export function ProofButton({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const download = useMutation({
    mutationFn: () => call(erasureProof, { params: { id: task.task_id } }, { quiet: true }),
    onSuccess: (file) => saveFile(file, `${task.org_id}.pdf`),
    onError: (error) => void message.error(failureOf(error).message),
  });
  const start = useOnce(() => download.mutateAsync());
  return (
    <div className={styles.links}>
      <Button icon={<DownloadOutlined aria-hidden />} loading={download.isPending} onClick={start}>
        {t('platform.tasks.proof')}
      </Button>
    </div>
  );
}

/** The decision on a proposed erasure, and who can make it. */
export function ErasureActs({ task }: { task: Task }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [deciding, setDeciding] = useState<'approve' | 'refuse'>();
  const close = () => setDeciding(undefined);
  const readAgain = () => client.invalidateQueries({ queryKey: ['platform', 'tasks'] });
  const from = task.approve_from === undefined ? '' : dateText(task.approve_from);
  const refuse = t(task.own ? 'platform.tasks.takeBack' : 'platform.tasks.refuse');
  return (
    <div className={styles.stack}>
      {task.approval === 'another' && <p className={styles.quiet}>{t('platform.tasks.byAnother')}</p>}
      {task.approval === 'later' && <p className={styles.quiet}>{t('platform.tasks.later', { from })}</p>}
      <div className={styles.links}>
        {task.approval === 'now' && (
          <Button type="primary" danger onClick={() => setDeciding('approve')}>
            {t('platform.tasks.approve')}
          </Button>
        )}
        <Button onClick={() => setDeciding('refuse')}>{refuse}</Button>
      </div>
      <ApproveDialog open={deciding === 'approve'} task={task} onClose={close} onDone={readAgain} />
      <ReasonDialog
        open={deciding === 'refuse'}
        title={refuse}
        about={t('platform.tasks.refuseAbout', { name: task.org_name })}
        verb={refuse}
        done={t('platform.tasks.refused')}
        run={async (reason) => {
          await call(refuseErasure, { params: { id: task.task_id }, body: { reason } }, { quiet: true });
          await readAgain();
        }}
        onClose={close}
      />
    </div>
  );
}
