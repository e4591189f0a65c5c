import { useMutation } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import type { Import } from '../../../imports/contract.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { useOnce } from '../use-once.ts';
import styles from './import.module.css';

const percent = (done: number, of: number) => (of === 0 ? 0 : Math.floor((done / of) * 100));

/** Progress of a running import; the dialog may be closed. */
export function ProgressStep({
  entity: { calls },
  one,
  onChange,
}: {
  entity: Entity;
  one: Import;
  onChange: (one: Import) => void;
}) {
  const { t } = useTranslation();
  const { status, rows, written, undone } = one;
  const stop = useMutation({
    mutationFn: () => call(calls.importCancel, { params: { id: one.import_id } }),
    onSuccess: onChange,
  });
  const press = useOnce(() => stop.mutateAsync());
  const [done, total] =
    status === 'writing'
      ? [written.created + written.updated + written.refused, rows.new + rows.changed]
      : [undone.rows + undone.kept, written.created + written.updated];
  const reading = status === 'reading';
  return (
    <div className={styles.progress}>
      <p role="status">
        {reading
          ? t('imports.reading', { count: rows.total })
          : t(status === 'writing' ? 'imports.writing' : 'imports.undoing', { done, total })}
      </p>
      <Progress
        percent={reading ? 100 : percent(done, total)}
        status="active"
        showInfo={!reading}
        aria-label={t('imports.steps.write')}
      />
      <p className={styles.text}>{t(reading ? 'imports.readingText' : 'imports.workingText')}</p>
      {one.can.cancel && (
        <Button loading={stop.isPending || stop.isSuccess} onClick={press}>
          {t(stop.isSuccess ? 'imports.stopping' : 'imports.stop')}
        </Button>
      )}
    </div>
  );
}
