import { CloseOutlined, DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Popconfirm, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../platform/crud/web/acts/save-file.ts';
import { useDownload } from '../../../../platform/crud/web/acts/use-download.ts';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { sizeText } from '../../../../platform/ui/web/size-text.ts';
import { deletePackage, packageFile, type Task } from '../../contract/tasks.ts';
import styles from '../tenants.module.css';

/** A package of a large school takes long on a slow line. */
const TIMEOUT_MS = 60 * 60_000;

/** What the operator who requested a package does with it: download and delete it. Its key is taken out on the server. */
export function PackageActs({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const params = { id: task.task_id };
  const showFailure = (error: unknown) => void message.error(failureOf(error).message);
  const { far, begin, cancel, failed } = useDownload();
  const download = useMutation({
    mutationFn: () => call(packageFile, { params }, { quiet: true, timeout: TIMEOUT_MS, ...begin() }),
    onSuccess: (file) => saveFile(file, `${task.org_id}.zip`),
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: () => call(deletePackage, { params }, { quiet: true }),
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: ['platform', 'tasks'] }),
  });
  const startDownload = useOnce(() => download.mutateAsync());
  const deleteFile = useOnce(() => remove.mutateAsync());
  const until = task.file_until === undefined ? '' : dateText(task.file_until);
  if (!task.own) return <p className={styles.quiet}>{t('platform.tasks.onlyRequester', { until })}</p>;
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        {t('platform.tasks.fileAbout', { size: sizeText(task.file_size ?? 0, 'MB'), until })}
      </p>
      <div className={styles.links}>
        <Button
          type="primary"
          icon={<DownloadOutlined aria-hidden />}
          loading={download.isPending}
          onClick={startDownload}
        >
          {download.isPending ? t('platform.tasks.fetching', { far }).trim() : t('platform.tasks.fetch')}
        </Button>
        {download.isPending && (
          <Button icon={<CloseOutlined aria-hidden />} onClick={cancel}>
            {t('common.cancel')}
          </Button>
        )}
        <Popconfirm
          title={t('platform.tasks.deleteAsk')}
          okText={t('platform.tasks.delete')}
          okButtonProps={{ danger: true }}
          cancelText={t('common.cancel')}
          onConfirm={deleteFile}
        >
          <Button danger icon={<DeleteOutlined aria-hidden />} loading={remove.isPending}>
            {t('platform.tasks.delete')}
          </Button>
        </Popconfirm>
      </div>
      <p className={styles.quiet}>
        {t('platform.tasks.keyAbout')}{' '}
        <Typography.Text className={styles.key ?? ''} copyable code>
          {`npm run org -- key ${task.task_id}`}
        </Typography.Text>
      </p>
    </div>
  );
}
