import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import type { Entity } from '../use-entity.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Props {
  entity: Entity;
  /** What is to be deleted; open while there is anything. */
  rows: readonly Row[] | undefined;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** Names what will be lost and wants the verb. */
export function DeleteDialog({ entity, rows, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const {
    schema: { title },
    calls,
  } = entity;
  const remove = ([only, ...others]: string[]) =>
    only !== undefined && others.length === 0
      ? call(calls.delete, { params: { id: only } }, { quiet: true })
      : call(calls.batchDelete, { body: { ids: only === undefined ? others : [only, ...others] } }, { quiet: true });
  return (
    <ConfirmDialog
      entity={entity}
      rows={rows}
      onClose={onClose}
      onDone={onDeleted}
      danger
      text={t('crud.deleteText')}
      run={remove}
      verb={(count) => t('crud.deleteVerb', { count, title })}
      done={(count) => t('crud.deleted', { count, title })}
    />
  );
}
