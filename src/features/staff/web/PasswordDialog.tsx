import { useMutation } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowsDialogProps } from '../../../platform/crud/web/acts/row-extra.ts';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { LoginSlip } from '../../../platform/ui/web/LoginSlip.tsx';
import { resetPassword } from '../contract/teachers.ts';

interface Props {
  row: Row | undefined;
  onClose: () => void;
}

/** A password made by the server and shown once; it is kept in the dialog's memory alone, and gone with it. */
function usePassword(row: Row | undefined, onClose: () => void) {
  const shown = useLast(row);
  const work = useMutation({
    mutationFn: () => call(resetPassword, { params: { id: String(shown?.['user_id']) } }, { quiet: true }),
    gcTime: 0,
  });
  const close = () => {
    onClose();
    work.reset();
  };
  return { work, make: useOnce(() => work.mutateAsync()), close, name: String(shown?.['teacher_name'] ?? '') };
}

/** Asks before a password is replaced, and shows the new one. */
export function ResetDialog({ rows, onClose }: RowsDialogProps) {
  const { t } = useTranslation();
  const { work, make, close, name } = usePassword(rows?.[0], onClose);
  return (
    <Sheet
      open={rows !== undefined}
      small
      width={480}
      onClose={close}
      title={t(work.data ? 'teachers.passwordTitle' : 'teachers.resetTitle', { name })}
      act={
        work.data || work.isError
          ? undefined
          : { label: t('teachers.reset'), busy: work.isPending, danger: true, onClick: make }
      }
    >
      {work.isError && <Alert type="error" showIcon role="alert" message={failureOf(work.error).message} />}
      {!work.data && !work.isError && <p>{t('teachers.resetText')}</p>}
      {work.data && (
        <LoginSlip notice={t('teachers.passwordOnce')} login={work.data.login_name} password={work.data.password} />
      )}
    </Sheet>
  );
}

/** Makes the first password of somebody who was just added, and shows it. */
export function FirstPasswordDialog({ row, onClose }: Props) {
  const { t } = useTranslation();
  const { work, make, close, name } = usePassword(row, onClose);
  const id = row?.['user_id'];
  useEffect(() => {
    if (id !== undefined) make();
  }, [id, make]);
  return (
    <Sheet
      open={row !== undefined}
      small
      width={480}
      onClose={close}
      title={t('teachers.passwordTitle', { name })}
      act={work.isError ? { label: t('common.retry'), busy: work.isPending, onClick: make } : undefined}
    >
      {work.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={failureOf(work.error).message}
          description={t('teachers.firstFailed')}
        />
      )}
      {!work.data && !work.isError && (
        <div role="status" aria-label={t('teachers.making')}>
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        </div>
      )}
      {work.data && (
        <LoginSlip notice={t('teachers.passwordOnce')} login={work.data.login_name} password={work.data.password} />
      )}
    </Sheet>
  );
}
