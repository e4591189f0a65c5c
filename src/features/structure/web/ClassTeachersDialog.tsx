import { useInvalidate, useOne } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { rowName } from '../../../platform/resources/contract/entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';
import { ChargeDialog } from './ChargeDialog.tsx';

/** Edits the staff in charge of a class, opened from the list of classes. */
export function ClassTeachersDialog({ entity: { name, schema }, id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const displayedId = useLast(id) ?? '';
  const { result: row } = useOne<Row>({
    resource: name,
    id: displayedId,
    ...quietly,
    queryOptions: { enabled: id !== undefined },
  });
  const title = t('structure.classTeachersOf', { name: row === undefined ? '' : rowName(schema, row) });
  return (
    <ChargeDialog
      charge={id === undefined ? undefined : { id, title, kind: 'classes' }}
      onClose={onClose}
      onSaved={() => void invalidate({ resource: name, invalidates: ['list', 'many', 'detail'] })}
    />
  );
}
