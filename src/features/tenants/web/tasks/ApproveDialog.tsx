import { useMutation } from '@tanstack/react-query';
import { Alert, App, Checkbox, Form, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { approveErasure } from '../../contract/erasures.ts';
import type { Task } from '../../contract/tasks.ts';
import { ErasureList, useErasure } from './ErasureList.tsx';
import styles from '../tenants.module.css';

interface Props {
  open: boolean;
  task: Task;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Approves an erasure: shows what would go now, and asks for the name of the organisation. */
export function ApproveDialog({ open, task, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const found = useErasure(task.org_id, open);
  const { data } = found;
  const [confirmed, setConfirmed] = useState(false);
  const approving = useMutation({
    mutationFn: ({ name, rows }: { name: string; rows: number }) =>
      call(
        approveErasure,
        { params: { id: task.task_id }, body: { org_name: name.trim(), rows, confirm_open_cases: confirmed } },
        { quiet: true },
      ),
    onSuccess: () => {
      void message.success(t('platform.tasks.approved'));
      close();
    },
    // Another operator decided first, or the contents have changed: the page shows the present state.
    onSettled: () => Promise.all([onDone(), found.refetch()]),
  });
  const close = () => {
    approving.reset();
    setConfirmed(false);
    onClose();
  };
  const start = useOnce((name: string, rows: number) => approving.mutateAsync({ name, rows }));
  const isPossible = data !== undefined && data.hindrances.length === 0;
  const isWaiting = isPossible && data.open_warnings + data.open_cases > 0;
  return (
    <Sheet
      open={open}
      width={560}
      title={t('platform.tasks.approveTitle', { name: task.org_name })}
      onClose={close}
      act={
        isPossible
          ? { label: t('platform.tasks.approve'), danger: true, busy: approving.isPending, form: id }
          : undefined
      }
    >
      <div className={styles.stack}>
        {approving.isError && <Alert type="error" showIcon role="alert" message={failureOf(approving.error).message} />}
        <Alert type="warning" showIcon message={t('platform.tasks.approveAbout')} />
        {open && <ErasureList found={found} />}
        {isWaiting && (
          <>
            <Alert
              type="warning"
              showIcon
              role="alert"
              message={t('platform.tasks.openWork', { warnings: data.open_warnings, cases: data.open_cases })}
            />
            <Checkbox checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)}>
              {t('platform.confirmOpenWork')}
            </Checkbox>
          </>
        )}
        {isPossible && (
          <Form<{ name: string }> id={id} layout="vertical" onFinish={({ name }) => start(name, data.rows)}>
            <Form.Item
              name="name"
              label={t('platform.tasks.typeName', { name: task.org_name })}
              rules={[
                {
                  validator: (_, value?: string) =>
                    value?.trim() === task.org_name
                      ? Promise.resolve()
                      : Promise.reject(new Error(t('platform.tasks.otherName'))),
                },
              ]}
            >
              <Input autoComplete="off" maxLength={200} />
            </Form.Item>
          </Form>
        )}
      </div>
    </Sheet>
  );
}
