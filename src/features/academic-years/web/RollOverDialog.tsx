import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { rollOver, rollOverPreview } from '../contract.ts';
import { ClassMoves } from './ClassMoves.tsx';
import { RollOverExceptions, type ExceptionRow } from './RollOverExceptions.tsx';
import { useInvalidateYears } from './use-years-changed.ts';
import styles from './year.module.css';

const WIDTH = 880;
/** Milliseconds; the server moves a whole school in one call. */
const TIMEOUT_MS = 120_000;

/** Previews the target of every class, takes exceptions for single students, then moves the whole school up in one step. */
export function RollOverDialog({ id, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidateYears = useInvalidateYears();
  const displayedId = useLast(id) ?? '';
  const [exceptions, setExceptions] = useState<readonly ExceptionRow[]>([]);
  const preview = useQuery({
    queryKey: ['roll-over', displayedId],
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) => call(rollOverPreview, { params: { id: displayedId } }, { signal, quiet: true }),
  });
  const { setDirty } = useLeaveGuard();
  const changeExceptions = (next: readonly ExceptionRow[]) => {
    setExceptions(next);
    setDirty(next.length > 0);
  };
  const plan = preview.data;
  const rollingOver = useMutation({
    mutationFn: (version: string) =>
      call(
        rollOver,
        {
          params: { id: displayedId },
          body: { version, exceptions: exceptions.map(({ child_id, act }) => ({ child_id, act })) },
        },
        { quiet: true, timeout: TIMEOUT_MS },
      ),
    onSuccess: (result) => {
      void message.success(
        t(result.without_class > 0 ? 'year.rolledWithout' : 'year.rolled', {
          year: result.year_name,
          promoted: result.promoted,
          graduated: result.graduated,
          kept: result.kept_back,
          without: result.without_class,
        }),
      );
      setDirty(false);
      onClose();
    },
    onSettled: invalidateYears,
  });
  const submit = useOnce(async () => plan && rollingOver.mutateAsync(plan.version));
  const reloadPreview = () => {
    rollingOver.reset();
    void preview.refetch();
  };
  const countOf = (act: ExceptionRow['act']) => exceptions.filter((row) => row.act === act).length;
  const graduatingClasses = new Set(plan?.classes.filter(({ graduates }) => graduates).map(({ class_id }) => class_id));
  const exceptionsInGraduating = exceptions.filter(({ class_id }) => graduatingClasses.has(class_id)).length;

  return (
    <Sheet
      open={id !== undefined}
      width={WIDTH}
      onClose={onClose}
      title={plan ? t('year.rollOverTo', { year: plan.to.year_name }) : t('year.rollOver')}
      act={
        plan && !preview.isError
          ? {
              label: rollingOver.isError ? t('year.previewAgain') : t('year.rollOverVerb', { year: plan.to.year_name }),
              busy: rollingOver.isPending || preview.isFetching,
              onClick: rollingOver.isError ? reloadPreview : submit,
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
          <p className={styles.text}>{t('year.rollOverText', { from: plan.from.year_name, to: plan.to.year_name })}</p>
          <ul className={styles.sums}>
            <li>
              <b>{plan.promoted - (exceptions.length - exceptionsInGraduating)}</b>
              {t('year.promoted')}
            </li>
            <li>
              <b>{plan.graduated - exceptionsInGraduating}</b>
              {t('year.graduated')}
            </li>
            <li>
              <b>{plan.new_classes}</b>
              {t('year.newClasses')}
            </li>
            <li>
              <b>{countOf('keep_back')}</b>
              {t('year.keepBack')}
            </li>
            <li>
              <b>{countOf('graduate')}</b>
              {t('year.early')}
            </li>
          </ul>
          {plan.suspended > 0 && (
            <Alert type="info" showIcon message={t('year.suspended', { count: plan.suspended })} />
          )}
          {rollingOver.isError && (
            <Alert
              type="error"
              showIcon
              role="alert"
              message={failureOf(rollingOver.error).message}
              description={
                failureOf(rollingOver.error)
                  .details.map((detail) => detail.message)
                  .join('；') || undefined
              }
            />
          )}
          <RollOverExceptions classes={plan.classes} value={exceptions} onChange={changeExceptions} />
          <ClassMoves classes={plan.classes} />
        </div>
      )}
    </Sheet>
  );
}
