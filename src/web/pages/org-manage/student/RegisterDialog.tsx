import { useInvalidate } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { registerStudent } from '../../../../shared/contract/students.ts';
import type { RowsDialogProps } from '../../../crud/acts/row-extra.ts';
import { failureOf } from '../../../crud/failure.ts';
import { Sheet } from '../../../crud/Sheet.tsx';
import { rowId, rowName } from '../../../crud/use-entity.ts';
import { useLast } from '../../../crud/use-last.ts';
import { useOnce } from '../../../crud/use-once.ts';
import { call } from '../../../http/call.ts';
import { LoginSlip } from '../../../widgets/LoginSlip.tsx';

/** Opens an account for one student and shows its password, which nobody can see again. */
export function RegisterDialog({ entity, rows, onClose, onDone }: RowsDialogProps) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const [row] = useLast(rows) ?? [];
  const { schema } = entity;
  const work = useMutation({
    mutationFn: (id: string) => call(registerStudent, { params: { id } }, { quiet: true }),
    onSuccess: ({ child_id }) => onDone([child_id]),
    onSettled: () => invalidate({ resource: entity.name, invalidates: ['list', 'many'] }),
    gcTime: 0,
  });
  const start = useOnce(async () => (row ? work.mutateAsync(rowId(schema, row)) : undefined));
  const close = () => {
    onClose();
    work.reset();
  };
  const name = row ? rowName(schema, row) : '';
  const account = work.data;
  return (
    <Sheet
      open={rows !== undefined} title={t('students.register.title', { name })} width={480} onClose={close}
      act={account || work.isError ? undefined : { label: t('students.register.verb'), busy: work.isPending, onClick: start }}
    >
      {work.isError && <Alert type="error" showIcon role="alert" message={failureOf(work.error).message} />}
      {!account && !work.isError && <p>{t('students.register.text', { name })}</p>}
      {account && <LoginSlip notice={t('students.register.once')} login={account.login_name} password={account.initial_password} />}
    </Sheet>
  );
}
