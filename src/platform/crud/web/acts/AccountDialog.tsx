import { useInvalidate } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { RowsDialogProps } from '../../../feature/web/row-extra.ts';
import { rowId, rowName } from '../../../resources/contract/entity.ts';
import { failureOf, isCancelled } from '../../../ui/web/failure.ts';
import { LoginSlip } from '../../../ui/web/LoginSlip.tsx';
import { Sheet } from '../Sheet.tsx';
import { useLast } from '../use-last.ts';
import { useOnce } from '../use-once.ts';

interface Props extends RowsDialogProps {
  texts: {
    title: (name: string) => string;
    text: (name: string) => string;
    verb: string;
    /** States that the password is shown only once. */
    once: string;
  };
  /** Opens the account of the row, or resets its password. */
  run: (id: string) => Promise<{ login_name: string; initial_password: string }>;
}

/** Opens an account or resets its password, and shows the password once. */
export function AccountDialog({ texts, run, entity, rows, onClose, onDone }: Props) {
  const invalidate = useInvalidate();
  const [row] = useLast(rows) ?? [];
  const { schema } = entity;
  const work = useMutation({
    mutationFn: run,
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
  const failed = work.isError && !isCancelled(work.error);
  return (
    <Sheet
      open={rows !== undefined}
      title={texts.title(name)}
      width={480}
      onClose={close}
      act={account || failed ? undefined : { label: texts.verb, busy: work.isPending, onClick: start }}
    >
      {failed && <Alert type="error" showIcon role="alert" message={failureOf(work.error).message} />}
      {!account && !failed && <p>{texts.text(name)}</p>}
      {account && <LoginSlip notice={texts.once} login={account.login_name} password={account.initial_password} />}
    </Sheet>
  );
}
