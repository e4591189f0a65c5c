import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowDialogProps } from '../../../platform/crud/web/acts/row-extra.ts';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { rollOver, rollOverPreview } from '../contract.ts';
import { Exceptions, type ExceptionRow } from './Exceptions.tsx';
import { MoveTable } from './MoveTable.tsx';
import { useYearsChanged } from './use-years-changed.ts';
import styles from './year.module.css';

const WIDTH = 880;
/** A whole school at once. */
const TIMEOUT_MS = 120_000;

/** Shows where every class goes, takes the students who do not go with theirs, and then moves the school up at once. */
export function RollOverDialog({ id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const changed = useYearsChanged();
  const shown = useLast(id) ?? '';
  const [exceptions, setExceptions] = useState<readonly ExceptionRow[]>([]);
  const preview = useQuery({
    queryKey: ['roll-over', shown],
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) => call(rollOverPreview, { params: { id: shown } }, { signal, quiet: true }),
  });
  const { setDirty } = useLeaveGuard();
  const except = (next: readonly ExceptionRow[]) => {
    setExceptions(next);
    setDirty(next.length > 0);
  };
  const plan = preview.data;
  const move = useMutation({
    mutationFn: (version: string) =>
      call(
        rollOver,
        {
          params: { id: shown },
          body: { version, exceptions: exceptions.map(({ child_id, act }) => ({ child_id, act })) },
        },
        { quiet: true, timeout: TIMEOUT_MS },
      ),
    onSuccess: (done) => {
      void message.success(
        t(done.without_class > 0 ? 'pages.year.rolledWithout' : 'pages.year.rolled', {
          year: done.year_name,
          promoted: done.promoted,
          graduated: done.graduated,
          kept: done.kept_back,
          without: done.without_class,
        }),
      );
      setDirty(false);
      onClose();
    },
    onSettled: changed,
  });
  const run = useOnce(async () => plan && move.mutateAsync(plan.version));
  const again = () => {
    move.reset();
    void preview.refetch();
  };
  const of = (act: ExceptionRow['act']) => exceptions.filter((one) => one.act === act).length;
  const graduating = new Set(plan?.classes.filter(({ graduates }) => graduates).map(({ class_id }) => class_id));
  const outOfLast = exceptions.filter(({ class_id }) => graduating.has(class_id)).length;

  return (
    <Sheet
      open={id !== undefined}
      width={WIDTH}
      onClose={onClose}
      title={plan ? t('pages.year.rollOverTo', { year: plan.to.year_name }) : t('pages.year.rollOver')}
      act={
        plan && !preview.isError
          ? {
              label: move.isError
                ? t('pages.year.previewAgain')
                : t('pages.year.rollOverVerb', { year: plan.to.year_name }),
              busy: move.isPending || preview.isFetching,
              onClick: move.isError ? again : run,
            }
          : undefined
      }
    >
      {preview.isError ? (
        <FailedState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : plan === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : (
        <div className={styles.plan}>
          <p className={styles.text}>
            {t('pages.year.rollOverText', { from: plan.from.year_name, to: plan.to.year_name })}
          </p>
          <ul className={styles.sums}>
            <li>
              <b>{plan.promoted - (exceptions.length - outOfLast)}</b>
              {t('pages.year.promoted')}
            </li>
            <li>
              <b>{plan.graduated - outOfLast}</b>
              {t('pages.year.graduated')}
            </li>
            <li>
              <b>{plan.new_classes}</b>
              {t('pages.year.newClasses')}
            </li>
            <li>
              <b>{of('keep_back')}</b>
              {t('pages.year.keepBack')}
            </li>
            <li>
              <b>{of('graduate')}</b>
              {t('pages.year.early')}
            </li>
          </ul>
          {plan.suspended > 0 && (
            <Alert type="info" showIcon message={t('pages.year.suspended', { count: plan.suspended })} />
          )}
          {move.isError && (
            <Alert
              type="error"
              showIcon
              role="alert"
              message={failureOf(move.error).message}
              description={
                failureOf(move.error)
                  .details.map((detail) => detail.message)
                  .join('；') || undefined
              }
            />
          )}
          <Exceptions classes={plan.classes} value={exceptions} onChange={except} />
          <MoveTable classes={plan.classes} />
        </div>
      )}
    </Sheet>
  );
}
