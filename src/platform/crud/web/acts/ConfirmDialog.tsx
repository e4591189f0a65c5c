import { useInvalidate } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RowsDialogProps } from '../../../feature/web/row-extra.ts';
import { ApiError } from '../../../http/web/api-error.ts';
import { rowId, rowName } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { unitOf } from '../../../schema/types.ts';
import { failureOf } from '../../../ui/web/failure.ts';
import { Sheet } from '../Sheet.tsx';
import { useLast } from '../use-last.ts';
import { useOnce } from '../use-once.ts';
import styles from './acts.module.css';

const NAMED = 6;

interface Props extends RowsDialogProps {
  text: string;
  /** Title of the dialog; default: `verb`. */
  title?: string;
  /** Act and object for `count` rows: label of the button. */
  verb: (count: number) => string;
  /** Success message. */
  done: (count: number) => string;
  danger?: boolean;
  /** Why the act is not possible with these rows, known before the server is asked. */
  refused?: ((rows: readonly Row[]) => string | undefined) | undefined;
  run: (ids: string[], rows: readonly Row[]) => Promise<unknown>;
}

/** Confirms an act by naming its rows. If the server refuses, the reason replaces the button. */
export function ConfirmDialog({ entity, rows, text, title, verb, done, danger, refused, run, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const { schema } = entity;
  const shown = useLast(rows) ?? [];
  const count = shown.length;
  const names = shown.slice(0, NAMED).map((row) => rowName(schema, row));

  const work = useMutation({
    mutationFn: async (ids: string[]) => {
      await run(ids, shown);
      return ids;
    },
    onSuccess: (ids) => {
      void message.success(done(count));
      onDone(ids);
      close();
    },
    // Second-step verification opens behind the dialog, so it closes; the rows stay selected.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'PSY_INVALID_SECONDARY_TOKEN') close();
    },
    onSettled: () => invalidate({ resource: entity.name, invalidates: ['list', 'many'] }),
  });
  const start = useOnce(() => work.mutateAsync(shown.map((row) => rowId(schema, row))));
  const close = () => {
    onClose();
    work.reset();
  };

  const foreseen = refused?.(shown);
  const refusal =
    foreseen !== undefined ? { message: foreseen, details: [] } : work.isError ? failureOf(work.error) : undefined;
  // Details that the message already contains are not repeated.
  const more = refusal?.details.filter((detail) => !refusal.message.startsWith(detail.message)) ?? [];
  return (
    <Sheet
      open={rows !== undefined}
      title={title ?? verb(count)}
      width={480}
      small
      onClose={close}
      act={refusal ? undefined : { label: verb(count), danger, busy: work.isPending, onClick: start }}
    >
      <p>{text}</p>
      <p className={styles.names}>
        {names.join('、')}
        {count > NAMED && t('crud.deleteMore', { count, unit: unitOf(entity.schema) })}
      </p>
      {refusal && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.refusal}
          message={refusal.message}
          description={
            more.length > 0 && (
              <ul>
                {more.map((detail) => (
                  <li key={detail.field}>{detail.message}</li>
                ))}
              </ul>
            )
          }
        />
      )}
    </Sheet>
  );
}
