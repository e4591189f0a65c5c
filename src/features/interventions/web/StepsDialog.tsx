import { useInvalidate, useOne } from '@refinedev/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Skeleton, Timeline } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { rowName } from '../../../platform/resources/contract/entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf, quietly } from '../../../platform/ui/web/failure.ts';
import { moveReferral, referralSteps } from '../contract/records.ts';
import { nextOfReferral } from '../rules/referral.ts';
import styles from './intervention.module.css';

const NOTE_MAX = 500;
const quiet = { quiet: true } as const;

interface NextStepsProps {
  next: readonly number[];
  moving: number | undefined;
  onMove: (status: number, note: string) => void;
}

/** The possible next statuses, with a note. */
function NextSteps({ next, moving, onMove }: NextStepsProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  useUnsaved(note.trim() !== '');
  return (
    <section className={styles.next}>
      <Input.TextArea
        aria-label={t('records.stepNote')}
        placeholder={t('records.stepNotePlaceholder')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        maxLength={NOTE_MAX}
        showCount
        autoSize={{ minRows: 2, maxRows: 6 }}
      />
      <div className={styles.buttons}>
        {next.map((status) => (
          <Button
            key={status}
            disabled={moving !== undefined}
            loading={moving === status}
            onClick={() => onMove(status, note.trim())}
          >
            {t('records.moveTo', { status: labelOf('referral_status', status) })}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** The steps of a referral, and the choice of the next one. */
export function StepsDialog({ entity: { name: resource, schema }, id: openId, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const mayUpdate = useMay(schema['x-resource'].area, 'update');
  const client = useQueryClient();
  const invalidate = useInvalidate();
  // Counts own steps. After a success the form is new; after a conflict it keeps the note.
  const [ownSteps, setOwnSteps] = useState(0);
  const id = useLast(openId) ?? '';
  const queryKey = ['referral-steps', id];
  const { result: row } = useOne<Row>({ resource, id, ...quietly, queryOptions: { enabled: openId !== undefined } });
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(referralSteps, { params: { id } }, { signal, ...quiet }),
    enabled: openId !== undefined,
    gcTime: 0,
  });
  const moving = useMutation({
    mutationFn: ({ status, note }: { status: number; note: string }) =>
      call(
        moveReferral,
        { params: { id }, body: { from: data?.status ?? 0, status, ...(note !== '' && { note }) } },
        quiet,
      ),
    onSuccess: (next) => {
      client.setQueryData(queryKey, next);
      setOwnSteps((n) => n + 1);
      void message.success(t('records.moved', { status: labelOf('referral_status', next.status) }));
    },
    // After a conflict, load the steps that another user added.
    onError: () => void refetch(),
    onSettled: () => invalidate({ resource, invalidates: ['list', 'many', 'detail'] }),
  });
  const move = useOnce((status: number, note: string) => moving.mutateAsync({ status, note }));
  const next = data === undefined ? [] : nextOfReferral(data.status);
  return (
    <Sheet
      open={openId !== undefined}
      title={row ? t('records.stepsTitle', { name: rowName(schema, row) }) : t('records.steps')}
      onClose={onClose}
    >
      {moving.isError && (
        <Alert type="error" showIcon role="alert" className={styles.failed} message={failureOf(moving.error).message} />
      )}
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <>
          <Timeline
            className={styles.steps}
            items={data.steps.map(({ step_id, status, at, user_name, note: text }, i) => ({
              key: step_id,
              color: i === data.steps.length - 1 ? 'blue' : 'gray',
              children: (
                <>
                  <strong>{labelOf('referral_status', status)}</strong>
                  <span className={styles.quiet}>
                    {user_name} {dateText(at)}
                  </span>
                  {text !== undefined && <p className={styles.words}>{text}</p>}
                </>
              ),
            }))}
          />
          {next.length === 0 && <p className={styles.quiet}>{t('records.closedAbout')}</p>}
          {next.length > 0 && mayUpdate && (
            <NextSteps
              key={ownSteps}
              next={next}
              moving={moving.isPending ? moving.variables.status : undefined}
              onMove={move}
            />
          )}
        </>
      )}
    </Sheet>
  );
}
