import { useInvalidate, useOne } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../../shared/contract/resource.ts';
import type { RowDialogProps } from '../../../crud/acts/row-extra.ts';
import { quietly } from '../../../crud/failure.ts';
import { rowName } from '../../../crud/use-entity.ts';
import { useLast } from '../../../crud/use-last.ts';
import { ChargeDialog } from './ChargeDialog.tsx';

/** Who is in charge of a class, from the list of classes. */
export function ClassTeachersDialog({ entity: { name, schema }, id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const shown = useLast(id) ?? '';
  const { result: row } = useOne<Row>({ resource: name, id: shown, ...quietly, queryOptions: { enabled: id !== undefined } });
  const title = t('structure.classTeachersOf', { name: row === undefined ? '' : rowName(schema, row) });
  return <ChargeDialog charge={id === undefined ? undefined : { id, title, of: 'classes' }} onClose={onClose} onSaved={() => void invalidate({ resource: name, invalidates: ['list', 'many', 'detail'] })} />;
}
