import { useOne, useUpdate } from '@refinedev/core';
import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { rowName } from '../../../platform/resources/contract/entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { failureOf, quietly } from '../../../platform/ui/web/failure.ts';
import { useInvalidateYears } from './use-years-changed.ts';
import styles from './year.module.css';

const WIDTH = 480;

/** Confirms before another year becomes the current one, because the change affects the whole school. */
export function MakeCurrentDialog({ entity: { name, schema }, id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidateYears = useInvalidateYears();
  const displayedId = useLast(id) ?? '';
  const { result: row } = useOne<Row>({
    resource: name,
    id: displayedId,
    ...quietly,
    queryOptions: { enabled: id !== undefined },
  });
  const year = row === undefined ? '' : rowName(schema, row);
  const { mutateAsync, mutation: change } = useUpdate({ resource: name, id: displayedId, ...quietly, invalidates: [] });
  const submit = useOnce(async () => {
    try {
      await mutateAsync({ values: { is_current: true } });
      void message.success(t('year.current', { year }));
      close();
    } finally {
      invalidateYears();
    }
  });
  const close = () => {
    onClose();
    change.reset();
  };
  return (
    <Sheet
      open={id !== undefined}
      title={t('year.makeCurrentOf', { year })}
      width={WIDTH}
      small
      onClose={close}
      act={{ label: t('year.makeCurrent'), busy: change.isPending, disabled: row === undefined, onClick: submit }}
    >
      <p className={styles.text}>{t('year.makeCurrentText', { year })}</p>
      {change.isError && <Alert type="error" showIcon role="alert" message={failureOf(change.error).message} />}
    </Sheet>
  );
}
