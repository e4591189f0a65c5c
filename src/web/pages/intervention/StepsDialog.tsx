import { useInvalidate, useOne } from '@refinedev/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Skeleton, Timeline } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../shared/contract/resource.ts';
import { moveReferral, referralSteps } from '../../../shared/contract/records.ts';
import { labelOf } from '../../../shared/rules/labels.ts';
import { nextOfReferral } from '../../../shared/rules/referral.ts';
import type { RowDialogProps } from '../../crud/acts/row-extra.ts';
import { failureOf, quietly } from '../../crud/failure.ts';
import { momentOf } from '../../crud/list/cell.ts';
import { FailedState } from '../../crud/list/states.tsx';
import { Sheet } from '../../crud/Sheet.tsx';
import { rowName } from '../../crud/use-entity.ts';
import { useLast } from '../../crud/use-last.ts';
import { useOnce } from '../../crud/use-once.ts';
import { call } from '../../http/call.ts';
import { useRights } from '../../providers/rights.ts';
import styles from './intervention.module.css';

const NOTE_MAX = 500;
const quiet = { quiet: true } as const;

/** How a referral went, and what comes next. */
export function StepsDialog({ entity: { name: resource, schema }, id: open, onClose }: RowDialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { can } = useRights();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const [note, setNote] = useState('');
  const id = useLast(open) ?? '';
  const queryKey = ['referral-steps', id];
  const { result: row } = useOne<Row>({ resource, id, ...quietly, queryOptions: { enabled: open !== undefined } });
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => call(referralSteps, { params: { id } }, { signal, ...quiet }), enabled: open !== undefined, gcTime: 0 });
  const moving = useMutation({
    mutationFn: (status: number) => call(moveReferral, { params: { id }, body: { from: data?.status ?? 0, status, ...(note.trim() !== '' && { note }) } }, quiet),
    onSuccess: (next) => {
      client.setQueryData(queryKey, next);
      setNote('');
      void message.success(t('records.moved', { status: labelOf('referral_status', next.status) }));
    },
    // Whoever came second sees what is there now.
    onError: () => void refetch(),
    onSettled: () => invalidate({ resource, invalidates: ['list', 'many', 'detail'] }),
  });
  const move = useOnce((status: number) => moving.mutateAsync(status));
  const close = () => { onClose(); setNote(''); moving.reset(); };
  const next = data === undefined ? [] : nextOfReferral(data.status);
  return (
    <Sheet open={open !== undefined} title={row ? t('records.stepsTitle', { name: rowName(schema, row) }) : t('records.steps')} onClose={close}>
      {moving.isError && <Alert type="error" showIcon role="alert" className={styles.failed} message={failureOf(moving.error).message} />}
      {error ? <FailedState error={error} onRetry={() => void refetch()} /> : !data ? <Skeleton active title={false} paragraph={{ rows: 4 }} /> : (
        <>
          <Timeline
            className={styles.steps}
            items={data.steps.map(({ step_id, status, at, user_name, note: words }, i) => ({
              key: step_id,
              color: i === data.steps.length - 1 ? 'blue' : 'gray',
              children: (
                <>
                  <strong>{labelOf('referral_status', status)}</strong>
                  <span className={styles.quiet}>{user_name} {momentOf(at)}</span>
                  {words !== undefined && <p className={styles.words}>{words}</p>}
                </>
              ),
            }))}
          />
          {next.length === 0 && <p className={styles.quiet}>{t('records.closedAbout')}</p>}
          {next.length > 0 && can(schema['x-resource'].area, 'update') && (
            <section className={styles.next}>
              <Input.TextArea aria-label={t('records.stepNote')} placeholder={t('records.stepNotePlaceholder')} value={note} onChange={({ target }) => setNote(target.value)} maxLength={NOTE_MAX} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
              <div className={styles.buttons}>
                {next.map((status) => (
                  <Button key={status} disabled={moving.isPending} loading={moving.isPending && moving.variables === status} onClick={() => move(status)}>
                    {t('records.moveTo', { status: labelOf('referral_status', status) })}
                  </Button>
                ))}
              </div>
            </section>
          )}
        </>
      )}
    </Sheet>
  );
}
