import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Checkbox, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { confirmImport, packagePreview } from '../../contract/imports.ts';
import type { Task } from '../../contract/tasks.ts';
import { PackageContents } from './PackageContents.tsx';
import styles from '../tenants.module.css';

interface Props {
  open: boolean;
  task: Task;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** What a checked package holds, what stands against it, and its import. */
export function PreviewDialog({ open, task, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [renames, setRenames] = useState(false);
  const params = { id: task.task_id };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['platform', 'package-preview', task.task_id],
    queryFn: ({ signal }) => call(packagePreview, { params }, { signal, quiet: true }),
    enabled: open,
    gcTime: 0,
  });
  const importing = useMutation({
    mutationFn: () => call(confirmImport, { params, body: { rename_taken: renames } }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('platform.imports.started'));
      close();
    },
    onSettled: onDone,
  });
  const close = () => {
    importing.reset();
    setRenames(false);
    onClose();
  };
  const start = useOnce(() => importing.mutateAsync());
  const isTaken = data !== undefined && data.taken_logins + data.taken_mobiles > 0;
  const isPossible = data !== undefined && data.hindrances.length === 0;
  return (
    <Sheet
      open={open}
      width={640}
      title={t('platform.imports.previewTitle', { name: task.org_name })}
      onClose={close}
      act={
        isPossible
          ? {
              label: t('platform.imports.confirm'),
              busy: importing.isPending,
              disabled: isTaken && !renames,
              onClick: start,
            }
          : undefined
      }
    >
      <div className={styles.stack}>
        {importing.isError && <Alert type="error" showIcon role="alert" message={failureOf(importing.error).message} />}
        {error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
        {isPending && <Skeleton active paragraph={{ rows: 6 }} title={false} />}
        {data && <PackageContents found={data} />}
        {isPossible && isTaken && (
          <>
            <Alert
              type="warning"
              showIcon
              role="alert"
              message={t('platform.imports.taken', { logins: data.taken_logins, mobiles: data.taken_mobiles })}
            />
            <Checkbox checked={renames} onChange={({ target }) => setRenames(target.checked)}>
              {t('platform.imports.rename', { id: data.org_id })}
            </Checkbox>
          </>
        )}
        {isPossible && <Alert type="warning" showIcon message={t('platform.imports.locks')} />}
      </div>
    </Sheet>
  );
}
