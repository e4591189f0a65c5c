import { CloseOutlined, DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { App, Button, Popconfirm, Progress, Skeleton, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import { useDownload } from '../../../platform/crud/web/acts/use-download.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { schoolTime } from '../../../platform/ui/web/school-time.ts';
import { sizeText } from '../../../platform/ui/web/size-text.ts';
import { cancelExport, deleteExport, exportFile, recordFile, type ExportTask } from '../contract.ts';
import { EXPORT_STATUS } from './export-status.ts';
import { useExportTasks } from './use-export-tasks.ts';
import styles from './downloads.module.css';

/** `async_file`: the complete record of a student, which has its own download endpoint. */
const STUDENT_RECORD = 5;
const TIMEOUT_MS = 120_000;

/** One export file with its type, status, expiry and actions (`spec §4`). */
function TaskRow({
  task: { file_id: id, type, file_name, status, progress, file_size, expired_at, problem },
  onChange,
}: {
  task: ExportTask;
  onChange: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const showFailure = (error: unknown) => void message.error(failureOf(error).message);
  const { far, begin, cancel, failed } = useDownload();
  const download = useMutation({
    mutationFn: () =>
      call(
        type === STUDENT_RECORD ? recordFile : exportFile,
        { params: { id } },
        { quiet: true, timeout: TIMEOUT_MS, ...begin() },
      ),
    onSuccess: (file) => saveFile(file, file_name),
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: () => call(deleteExport, { params: { id } }, { quiet: true }),
    onError: showFailure,
    onSettled: onChange,
  });
  const stop = useMutation({
    mutationFn: () => call(cancelExport, { params: { id } }, { quiet: true }),
    onError: showFailure,
    onSettled: onChange,
  });
  const startDownload = useOnce(() => download.mutateAsync());
  const deleteFile = useOnce(() => remove.mutateAsync());
  const stopPacking = useOnce(() => stop.mutateAsync());
  const statusText = () => {
    if (download.isPending) return t('downloads.fetching', { far }).trim();
    if (status === EXPORT_STATUS.preparing) return t('downloads.packing', { progress });
    if (status === EXPORT_STATUS.ready && expired_at !== undefined)
      return t('downloads.ready', { day: schoolTime(expired_at).format('M月D日') });
    return t(status === EXPORT_STATUS.expired ? 'downloads.expired' : 'downloads.failed');
  };
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Tag className={styles.tag}>{labelOf('async_file', type)}</Tag>
        <span className={styles.name} title={file_name}>
          {file_name}
        </span>
        {status === EXPORT_STATUS.ready && (
          <Button
            type="text"
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            loading={download.isPending}
            aria-label={t('downloads.fetch', { name: file_name })}
            onClick={startDownload}
          />
        )}
        {download.isPending && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('downloads.cancel', { name: file_name })}
            onClick={cancel}
          />
        )}
        {status === EXPORT_STATUS.preparing && (
          <Popconfirm
            title={t('downloads.stopAsk')}
            okText={t('downloads.stop')}
            okButtonProps={{ danger: true }}
            cancelText={t('downloads.keep')}
            onConfirm={stopPacking}
          >
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              loading={stop.isPending}
              aria-label={t('downloads.stopNamed', { name: file_name })}
            />
          </Popconfirm>
        )}
        {status !== EXPORT_STATUS.preparing && (
          <Popconfirm
            title={t('downloads.deleteAsk')}
            okText={t('downloads.delete')}
            okButtonProps={{ danger: true }}
            cancelText={t('common.cancel')}
            onConfirm={deleteFile}
          >
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              loading={remove.isPending}
              aria-label={t('downloads.remove', { name: file_name })}
            />
          </Popconfirm>
        )}
      </div>
      <p className={status === EXPORT_STATUS.failed ? styles.failed : styles.line}>
        {[
          statusText(),
          file_size === undefined || status !== EXPORT_STATUS.ready ? undefined : sizeText(file_size, 'MB'),
        ]
          .filter(Boolean)
          .join('　')}
      </p>
      {problem !== undefined && <p className={styles.line}>{problem}</p>}
      {status === EXPORT_STATUS.preparing && (
        <Progress
          className={styles.progress}
          percent={progress}
          size="small"
          showInfo={false}
          aria-label={statusText()}
        />
      )}
    </li>
  );
}

/** The export task list of the header (`spec §2`). */
export function ExportList({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const { tasks, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, changed } = useExportTasks(open);
  return (
    <section className={styles.list} aria-label={t('layout.downloads')} aria-live="polite">
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !tasks ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : tasks.length === 0 ? (
        <p className={styles.none}>{t('downloads.none')}</p>
      ) : (
        <ul className={styles.rows}>
          {tasks.map((task) => (
            <TaskRow key={task.file_id} task={task} onChange={changed} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button type="link" block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}
