import { useInvalidate } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../shared/contract/resource.ts';
import { call } from '../../http/call.ts';
import { failureOf } from '../failure.ts';
import { Sheet } from '../Sheet.tsx';
import { rowId, rowName, type Entity } from '../use-entity.ts';
import { useLast } from '../use-last.ts';
import { useOnce } from '../use-once.ts';
import styles from './acts.module.css';

const NAMED = 6;

interface Props {
  entity: Entity;
  /** What is to be deleted; open while there is anything. */
  rows: readonly Row[] | undefined;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** Names what will be lost and wants the verb; where the server refuses, its reason takes the verb's place. */
export function DeleteDialog({ entity, rows, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const { schema, calls } = entity;
  const shown = useLast(rows) ?? [];
  const count = shown.length;
  const names = shown.slice(0, NAMED).map((row) => rowName(schema, row));

  const remove = useMutation({
    mutationFn: async (ids: string[]) => {
      const [only] = ids;
      if (ids.length === 1 && only !== undefined) await call(calls.delete, { params: { id: only } }, { quiet: true });
      else await call(calls.batchDelete, { body: { ids } }, { quiet: true });
      return ids;
    },
    onSuccess: (ids) => {
      void message.success(t('crud.deleted', { count, title: schema.title }));
      onDeleted(ids);
      close();
    },
    onSettled: () => invalidate({ resource: entity.name, invalidates: ['list', 'many'] }),
  });
  const run = useOnce(() => remove.mutateAsync(shown.map((row) => rowId(schema, row))));
  const close = () => {
    onClose();
    remove.reset();
  };

  const refusal = remove.isError ? failureOf(remove.error) : undefined;
  const verb = t('crud.deleteVerb', { count, title: schema.title });
  return (
    <Sheet
      open={rows !== undefined} title={verb} width={480} small onClose={close}
      act={refusal ? undefined : { label: verb, danger: true, busy: remove.isPending, onClick: run }}
    >
      <p>{t('crud.deleteText')}</p>
      <p className={styles.names}>{names.join('、')}{count > NAMED && t('crud.deleteMore', { count })}</p>
      {refusal && (
        <Alert
          type="error" showIcon role="alert" className={styles.refusal} message={refusal.message}
          description={refusal.details.length > 0 && <ul>{refusal.details.map((detail) => <li key={detail.field}>{detail.message}</li>)}</ul>}
        />
      )}
    </Sheet>
  );
}
