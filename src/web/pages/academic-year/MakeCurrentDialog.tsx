import { useOne } from '@refinedev/core';
import { useMutation } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../shared/contract/resource.ts';
import { failureOf, quietly } from '../../crud/failure.ts';
import type { RowDialogProps } from '../../crud/acts/row-extra.ts';
import { Sheet } from '../../crud/Sheet.tsx';
import { rowName } from '../../crud/use-entity.ts';
import { useLast } from '../../crud/use-last.ts';
import { useOnce } from '../../crud/use-once.ts';
import { call } from '../../http/call.ts';
import styles from './year.module.css';
import { useYearsChanged } from './use-years-changed.ts';

const WIDTH = 480;

/** Asks before another year becomes the current one: everybody at the school notices. */
export function MakeCurrentDialog({ entity: { name, schema, calls }, id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const changed = useYearsChanged();
  const shown = useLast(id) ?? '';
  const { result: row } = useOne<Row>({ resource: name, id: shown, ...quietly, queryOptions: { enabled: id !== undefined } });
  const year = row === undefined ? '' : rowName(schema, row);
  const change = useMutation({
    mutationFn: () => call(calls.update, { params: { id: shown }, body: { is_current: true } }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('pages.year.current', { year }));
      close();
    },
    onSettled: changed,
  });
  const run = useOnce(() => change.mutateAsync());
  const close = () => {
    onClose();
    change.reset();
  };
  return (
    <Sheet open={id !== undefined} title={t('pages.year.makeCurrentOf', { year })} width={WIDTH} small onClose={close} act={{ label: t('pages.year.makeCurrent'), busy: change.isPending, disabled: row === undefined, onClick: run }}>
      <p className={styles.text}>{t('pages.year.makeCurrentText', { year })}</p>
      {change.isError && <Alert type="error" showIcon role="alert" message={failureOf(change.error).message} />}
    </Sheet>
  );
}
