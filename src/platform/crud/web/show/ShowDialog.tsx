import { useOne } from '@refinedev/core';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RowDialogProps } from '../../../feature/web/row-extra.ts';
import { provideTexts } from '../../../i18n/web/texts.ts';
import { useMay } from '../../../refine/web/use-may.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { isSettled } from '../../../schema/columns.ts';
import { stateField } from '../../../schema/row-state.ts';
import { useCurrentUser } from '../../../session/web/current-user.ts';
import { quietly } from '../../../ui/web/failure.ts';
import { entityName } from '../entity-name.ts';
import { FailedState } from '../list/states.tsx';
import { recordTitle } from '../record-title.ts';
import { Sheet } from '../Sheet.tsx';
import { RowMoves } from '../states/RowMoves.tsx';
import { StateHistory } from '../states/StateHistory.tsx';
import { show } from '../texts/zh/show.ts';
import { useLast } from '../use-last.ts';
import { ArrangedFacts } from './ArrangedFacts.tsx';
import { Facts } from './Facts.tsx';
import { PreviousVersions } from './PreviousVersions.tsx';
import { ReferringRows } from './ReferringRows.tsx';
import { RowAttachments } from './RowAttachments.tsx';
import { RowPrints } from './RowPrints.tsx';

provideTexts({ show });

/** Shows a row with its states, attachments and previous versions. */
export function ShowDialog({ entity, id: open, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const id = useLast(open) ?? '';
  const { name, schema } = entity;
  const { area, owner, attachments, layout, prints, versions } = schema['x-resource'];
  const mayUpdate = useMay(area, 'update');
  const mayPrint = useMay(area, 'export');
  const found = stateField(schema);
  const { query, result: row } = useOne<Row>({
    resource: name,
    id,
    ...quietly,
    queryOptions: { enabled: open !== undefined, gcTime: 0 },
  });
  const mayMove = row !== undefined && mayUpdate && (owner === undefined || row[owner] === user.user_id);
  const mayAttach = mayMove && !isSettled(schema, row);
  return (
    <Sheet
      open={open !== undefined}
      title={recordTitle(schema, row, entityName(t, schema.title, 1), {
        day: t('crud.dayFormat'),
        minute: t('crud.minuteFormat'),
      })}
      onClose={onClose}
    >
      {query.isError ? (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      ) : row === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      ) : (
        <>
          {prints && mayPrint && <RowPrints entity={name} id={id} prints={prints} />}
          {found && mayMove && <RowMoves entity={entity} row={row} states={found.states} />}
          {layout ? <ArrangedFacts key={id} entity={entity} row={row} /> : <Facts entity={entity} row={row} />}
          {found && <StateHistory key={`${id} states`} entity={entity} id={id} field={found.field} />}
          <ReferringRows entity={name} id={id} />
          {attachments && (
            <RowAttachments key={id} entity={entity} id={id} purposes={attachments} mayAttach={mayAttach} />
          )}
          {versions && <PreviousVersions key={`${id} former`} entity={entity} id={id} />}
        </>
      )}
    </Sheet>
  );
}
