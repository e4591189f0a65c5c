import { DeleteOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { checkPackage } from '../../contract/imports.ts';
import { deletePackage, type Task } from '../../contract/tasks.ts';
import { KeyField } from './KeyField.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import styles from '../tenants.module.css';

const useReadAgain = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['platform', 'tasks'] });
};

function DeleteUpload({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const readAgain = useReadAgain();
  const remove = useMutation({
    mutationFn: () => call(deletePackage, { params: { id: task.task_id } }, { quiet: true }),
    onError: (error) => void message.error(failureOf(error).message),
    onSettled: readAgain,
  });
  const start = useOnce(() => remove.mutateAsync());
  return (
    <Popconfirm
      title={t('platform.tasks.deleteAsk')}
      okText={t('platform.tasks.delete')}
      okButtonProps={{ danger: true }}
      cancelText={t('common.cancel')}
      onConfirm={start}
    >
      <Button danger icon={<DeleteOutlined aria-hidden />} loading={remove.isPending}>
        {t('platform.tasks.delete')}
      </Button>
    </Popconfirm>
  );
}

/** Another key for a file that is uploaded already. */
function OtherKey({ task }: { task: Task }) {
  const { t } = useTranslation();
  const readAgain = useReadAgain();
  const checking = useMutation({
    mutationFn: (body: { key: string }) => call(checkPackage, { params: { id: task.task_id }, body }, { quiet: true }),
    onSettled: readAgain,
  });
  const start = useOnce((values: { key: string }) => checking.mutateAsync(values));
  return (
    <Form<{ key: string }> layout="vertical" requiredMark={false} className={styles.narrow} onFinish={start}>
      <p className={styles.quiet}>{t('platform.imports.otherKey')}</p>
      {checking.isError && <Alert type="error" showIcon role="alert" message={failureOf(checking.error).message} />}
      <KeyField />
      <div className={styles.links}>
        <Button type="primary" htmlType="submit" loading={checking.isPending}>
          {t('platform.imports.check')}
        </Button>
        <DeleteUpload task={task} />
      </div>
    </Form>
  );
}

/** What the operator who uploaded a package does with it, and how to go on after its import. */
export function ImportActs({ task }: { task: Task }) {
  const { t } = useTranslation();
  const readAgain = useReadAgain();
  const [reviewing, setReviewing] = useState(false);
  const until = task.file_until === undefined ? '' : dateText(task.file_until);
  if (task.state === 'done')
    return (
      <div className={styles.stack}>
        <Alert type="success" showIcon message={t('platform.imports.next', { id: task.org_id })} />
        <Link to="/platform/organisations">{t('platform.imports.toResume')}</Link>
      </div>
    );
  if (!task.own) return <p className={styles.quiet}>{t('platform.imports.onlyUploader', { until })}</p>;
  if (task.state === 'uploading' && task.problem !== undefined) return <OtherKey task={task} />;
  if (task.state === 'uploading')
    return (
      <div className={styles.stack}>
        <p className={styles.quiet}>{t('platform.imports.waiting')}</p>
        <div className={styles.links}>
          <DeleteUpload task={task} />
        </div>
      </div>
    );
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t('platform.imports.checked', { until })}</p>
      <div className={styles.links}>
        <Button type="primary" onClick={() => setReviewing(true)}>
          {t('platform.imports.review')}
        </Button>
        <DeleteUpload task={task} />
      </div>
      <PreviewDialog open={reviewing} task={task} onClose={() => setReviewing(false)} onDone={readAgain} />
    </div>
  );
}
