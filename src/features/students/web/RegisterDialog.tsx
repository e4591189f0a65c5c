import { useInvalidate } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RowsDialogProps } from '../../../platform/crud/web/acts/row-extra.ts';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { rowId, rowName } from '../../../platform/crud/web/use-entity.ts';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { LoginSlip } from '../../../platform/ui/web/LoginSlip.tsx';
import { registerGuardian, resetGuardianPassword } from '../../guardians/contract/guardians.ts';
import { registerStudent } from '../contract.ts';

const CALLS = {
  'students.register': registerStudent,
  'guardians.register': registerGuardian,
  'guardians.reset': resetGuardianPassword,
} as const;

/** A dialog that opens an account for one person, or gives them another password, and shows it; nobody can see it again. */
const registerDialog = (what: keyof typeof CALLS) =>
  function RegisterDialog({ entity, rows, onClose, onDone }: RowsDialogProps) {
    const { t } = useTranslation();
    const invalidate = useInvalidate();
    const [row] = useLast(rows) ?? [];
    const { schema } = entity;
    const work = useMutation({
      mutationFn: (id: string) => call(CALLS[what], { params: { id } }, { quiet: true }),
      onSuccess: (_, id) => onDone([id]),
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
        open={rows !== undefined}
        title={t(`${what}.title`, { name })}
        width={480}
        onClose={close}
        act={account || work.isError ? undefined : { label: t(`${what}.verb`), busy: work.isPending, onClick: start }}
      >
        {work.isError && <Alert type="error" showIcon role="alert" message={failureOf(work.error).message} />}
        {!account && !work.isError && <p>{t(`${what}.text`, { name })}</p>}
        {account && (
          <LoginSlip notice={t(`${what}.once`)} login={account.login_name} password={account.initial_password} />
        )}
      </Sheet>
    );
  };

export const RegisterStudentDialog = registerDialog('students.register');
export const RegisterGuardianDialog = registerDialog('guardians.register');
export const ResetGuardianDialog = registerDialog('guardians.reset');
