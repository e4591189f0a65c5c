import { useOne } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { cell, NONE } from '../../../platform/crud/web/list/cell.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { fieldsOf } from '../../../platform/schema/types.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { logChanges } from '../contract.ts';
import { ChangeTable } from './ChangeTable.tsx';
import styles from './log.module.css';

const WIDTH = 560;

/** One log entry: its fields, and the values before and after the change. */
export function LogDrawer({ entity: { name, schema }, id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const mobile = useMobile();
  const displayedId = useLast(id) ?? '';
  const enabled = id !== undefined;
  const { query: entry, result: row } = useOne<Row>({
    resource: name,
    id: displayedId,
    ...quietly,
    queryOptions: { enabled },
  });
  const changes = useQuery({
    queryKey: ['log-changes', displayedId],
    enabled,
    queryFn: ({ signal }) => call(logChanges, { params: { id: displayedId } }, { signal, quiet: true }),
  });
  const failed = entry.isError ? entry : changes.isError ? changes : undefined;
  const retry = () => {
    void entry.refetch();
    void changes.refetch();
  };
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={t('log.detail')}
      destroyOnHidden
      {...(mobile ? { placement: 'bottom' as const, height: '100%' } : { placement: 'right' as const, width: WIDTH })}
    >
      {failed ? (
        <FailedState error={failed.error} onRetry={retry} />
      ) : row === undefined || changes.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : (
        <>
          <dl className={styles.facts}>
            {fieldsOf(schema)
              .filter(([field]) => field !== schema['x-resource'].id)
              .map(([field, fieldSchema]) => {
                const text = cell(fieldSchema, row[field]);
                return (
                  text !== NONE && (
                    <div key={field}>
                      <dt>{fieldSchema.title}</dt>
                      <dd>{text}</dd>
                    </div>
                  )
                );
              })}
          </dl>
          {changes.data.items.length > 0 && (
            <>
              <h2 className={styles.title}>{t('log.changes')}</h2>
              <ChangeTable items={changes.data.items} />
            </>
          )}
        </>
      )}
    </Drawer>
  );
}
