import { useDelete, useDeleteMany } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { inner } from '../../../refine/web/query-client.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { unitOf } from '../../../schema/types.ts';
import { quietly } from '../../../ui/web/failure.ts';
import { entityName } from '../entity-name.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Props {
  entity: Entity;
  /** Rows to delete; open while defined. */
  rows: readonly Row[] | undefined;
  /** Why these rows cannot be deleted, if that is known beforehand. */
  refusal?: ((rows: readonly Row[]) => string | undefined) | undefined;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** Confirms a deletion by naming the rows. */
export function DeleteDialog({ entity, rows, refusal, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const { name: resource, schema } = entity;
  const { title } = schema;
  const unit = unitOf(schema);
  const { mutateAsync: deleteOne } = useDelete(inner);
  const { mutateAsync: deleteMany } = useDeleteMany(inner);
  const remove = (ids: string[]) => {
    const [only, ...others] = ids;
    // `ConfirmDialog` invalidates the list.
    const about = { resource, ...quietly, invalidates: [] };
    return only !== undefined && others.length === 0
      ? deleteOne({ ...about, id: only })
      : deleteMany({ ...about, ids });
  };
  return (
    <ConfirmDialog
      entity={entity}
      rows={rows}
      onClose={onClose}
      onDone={onDeleted}
      danger
      refused={refusal}
      text={t('crud.deleteText')}
      run={remove}
      verb={(count) => t('crud.deleteVerb', { count, title: entityName(t, title, count), unit })}
      done={(count) => t('crud.deleted', { count, title: entityName(t, title, count), unit })}
    />
  );
}
