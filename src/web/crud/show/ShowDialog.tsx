import { useOne } from '@refinedev/core';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../shared/contract/resource.ts';
import { display, isSettled } from '../../../shared/schema/columns.ts';
import { fieldsOf, type FieldSchema } from '../../../shared/schema/types.ts';
import { useCurrentUser } from '../../providers/current-user.ts';
import { useRights } from '../../providers/rights.ts';
import { provideTexts } from '../../texts/later.ts';
import { records } from '../../texts/zh/records.ts';
import type { RowDialogProps } from '../acts/row-extra.ts';
import { quietly } from '../failure.ts';
import { FailedState } from '../list/states.tsx';
import { valueOf } from '../list/value-of.tsx';
import { Sheet } from '../Sheet.tsx';
import { rowName } from '../use-entity.ts';
import { useLast } from '../use-last.ts';
import { Former } from './Former.tsx';
import { RowAttachments } from './RowAttachments.tsx';
import styles from './show.module.css';

provideTexts({ records });

const place = (field: FieldSchema) => field['x-list']?.order ?? (field['x-form'] ? 50 + field['x-form'].order : undefined);
const isText = (field: FieldSchema) => field['x-kind'] === 'text';

/** Fields that tell people something: those of the list, then the rest of the form; long texts behind them all. */
function shownFields(fields: readonly [string, FieldSchema][], label: string) {
  const shown = fields.filter(([name, field]) => name !== label && field['x-kind'] !== 'row' && field['x-kind'] !== 'slot' && place(field) !== undefined);
  shown.sort(([, a], [, b]) => Number(isText(a)) - Number(isText(b)) || (place(a) ?? 0) - (place(b) ?? 0));
  return shown;
}

/** Everything of one row that its reader may see, with what is attached to it and what it was before. */
export function ShowDialog({ entity, id: open, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const { can } = useRights();
  const { user } = useCurrentUser();
  const id = useLast(open) ?? '';
  const { name, schema } = entity;
  const { area, label, owner, attachments, versions } = schema['x-resource'];
  const { query, result: row } = useOne<Row>({ resource: name, id, ...quietly, queryOptions: { enabled: open !== undefined, gcTime: 0 } });
  const mayAttach = row !== undefined && can(area, 'update') && (owner === undefined || row[owner] === user.user_id) && !isSettled(schema, row);
  return (
    <Sheet open={open !== undefined} title={row ? t('records.showTitle', { title: schema.title, name: rowName(schema, row) }) : schema.title} onClose={onClose}>
      {query.isError ? <FailedState error={query.error} onRetry={() => void query.refetch()} /> : row === undefined ? <Skeleton active title={false} paragraph={{ rows: 6 }} /> : (
        <>
          <dl className={styles.facts}>
            {shownFields(fieldsOf(schema), label).filter(([field]) => row[field] !== undefined && row[field] !== '').map(([field, of]) => (
              <div key={field} className={isText(of) ? styles.text : undefined}>
                <dt>{of.title}</dt>
                <dd>{isText(of) ? display(of, row[field]) : valueOf(of, row[field], { entity: name, id, field })}</dd>
              </div>
            ))}
          </dl>
          {attachments && <RowAttachments key={id} entity={entity} id={id} purposes={attachments} mayAttach={mayAttach} />}
          {versions && <Former key={`${id} former`} entity={entity} id={id} />}
        </>
      )}
    </Sheet>
  );
}
