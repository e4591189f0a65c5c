import { useMutation } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { LoginSlip } from '../../../platform/ui/web/LoginSlip.tsx';
import { resetPassword } from '../contract/teachers.ts';

interface Props {
  row: Row | undefined;
  onClose: () => void;
}

/** State of a password that the server generates. It lives in memory only while the dialog is open. */
function usePassword(row: Row | undefined, onClose: () => void) {
  const displayed = useLast(row);
  const resetting = useMutation({
    mutationFn: () => call(resetPassword, { params: { id: String(displayed?.['user_id']) } }, { quiet: true }),
    gcTime: 0,
  });
  const close = () => {
    onClose();
    resetting.reset();
  };
  return {
    resetting,
    reset: useOnce(() => resetting.mutateAsync()),
    close,
    name: String(displayed?.['teacher_name'] ?? ''),
  };
}

/** Confirms the reset of a password, then shows the new one. */
export function ResetDialog({ rows, onClose }: RowsDialogProps) {
  const { t } = useTranslation();
  const { resetting, reset, close, name } = usePassword(rows?.[0], onClose);
  const failed = resetting.isError && !isCancelled(resetting.error);
  return (
    <Sheet
      open={rows !== undefined}
      small
      width={480}
      onClose={close}
      title={t(resetting.data ? 'teachers.passwordTitle' : 'teachers.resetTitle', { name })}
      act={
        resetting.data || failed
          ? undefined
          : { label: t('teachers.reset'), busy: resetting.isPending, danger: true, onClick: reset }
      }
    >
      {failed && <Alert type="error" showIcon role="alert" message={failureOf(resetting.error).message} />}
      {!resetting.data && !failed && <p>{t('teachers.resetText')}</p>}
      {resetting.data && (
        <LoginSlip
          notice={t('teachers.passwordOnce')}
          login={resetting.data.login_name}
          password={resetting.data.password}
        />
      )}
    </Sheet>
  );
}

/** Generates and shows the first password of a new staff member. */
export function FirstPasswordDialog({ row, onClose }: Props) {
  const { t } = useTranslation();
  const { resetting, reset, close, name } = usePassword(row, onClose);
  const id = row?.['user_id'];
  useEffect(() => {
    if (id !== undefined) reset();
  }, [id, reset]);
  return (
    <Sheet
      open={row !== undefined}
      small
      width={480}
      onClose={close}
      title={t('teachers.passwordTitle', { name })}
      act={resetting.isError ? { label: t('common.retry'), busy: resetting.isPending, onClick: reset } : undefined}
    >
      {resetting.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={failureOf(resetting.error).message}
          description={t('teachers.firstFailed')}
        />
      )}
      {!resetting.data && !resetting.isError && (
        <div role="status" aria-label={t('teachers.making')}>
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        </div>
      )}
      {resetting.data && (
        <LoginSlip
          notice={t('teachers.passwordOnce')}
          login={resetting.data.login_name}
          password={resetting.data.password}
        />
      )}
    </Sheet>
  );
}
