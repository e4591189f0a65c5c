import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RETENTION_MIN } from '../../../platform/access/retention.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { IMPORT_KEPT_DAYS } from '../../../platform/imports/contract.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayText } from '../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { RowTable } from '../../../platform/ui/web/row-table/RowTable.tsx';
import { KEEP_DAYS } from '../../ai-chat/public.ts';
import { EXPORT_KEPT_DAYS } from '../../exports/public.ts';
import { putTerms, type Overview } from '../contract.ts';
import { PART_KINDS, type PartKind } from '../rules.ts';
import styles from './retention.module.css';

type Kind = Overview['kinds'][number];
const isPart = (kind: string): kind is PartKind => PART_KINDS.some((one) => one === kind);
const OTHERS = ['file', 'export', 'import', 'chat', 'log'] as const;
/** Days that these are kept by a rule of the product. */
const KEPT_DAYS: Partial<Record<(typeof OTHERS)[number], number>> = {
  export: EXPORT_KEPT_DAYS,
  import: IMPORT_KEPT_DAYS,
  chat: KEEP_DAYS,
};

/** How long each kind is kept, what there is of it, and what falls due. */
export function Terms({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const locked = !useMay('retention/decide', 'update');
  const [changed, setChanged] = useState<Partial<Record<PartKind, number>>>({});
  const saving = useMutation({
    mutationFn: () => call(putTerms, { body: changed }, { quiet: true }),
    onSuccess: (updated) => {
      client.setQueryData(['retention', 'overview'], updated);
      void message.success(t('crud.saved'));
    },
  });
  const save = useOnce(() => saving.mutateAsync());
  const longest = overview.kinds.find(({ kind }) => kind === 'record')?.years;
  const failure = saving.error ? failureOf(saving.error) : undefined;
  const wrongIn = (kind: string) => failure?.details.find(({ field }) => field === `/${kind}`)?.message;
  const due = ({ students, total }: Kind['due']) =>
    students === 0 ? t('retention.none') : t('retention.students', { count: students, total });
  const years = ({ kind, years: now }: Kind) =>
    isPart(kind) ? (
      <>
        <span className={styles.years}>
          <InputNumber
            min={RETENTION_MIN}
            max={longest}
            precision={0}
            disabled={locked}
            aria-label={t('retention.yearsOf', { kind: labelOf('retention_kind', kind) })}
            status={wrongIn(kind) === undefined ? '' : 'error'}
            value={changed[kind] ?? now}
            onChange={(value) => value !== null && setChanged((before) => ({ ...before, [kind]: value }))}
          />
          {t('retention.year')}
        </span>
        {wrongIn(kind) !== undefined && (
          <span role="alert" className={styles.wrong}>
            {wrongIn(kind)}
          </span>
        )}
      </>
    ) : (
      `${now} ${t('retention.year')}`
    );
  return (
    <div className={styles.stack}>
      {failure && failure.details.length === 0 && (
        <Alert type="error" showIcon role="alert" message={failure.message} />
      )}
      <RowTable<Kind>
        rows={overview.kinds}
        rowKey={({ kind }) => kind}
        minWidth={720}
        columns={[
          {
            key: 'kind',
            title: t('retention.kind'),
            render: ({ kind }) => (
              <>
                <strong>{labelOf('retention_kind', kind)}</strong>
                <span className={styles.help}>{t(`retention.why.${kind}`)}</span>
              </>
            ),
          },
          { key: 'years', title: t('retention.years'), width: 190, render: years },
          { key: 'total', title: t('retention.total'), width: 90, align: 'right', render: ({ total }) => total },
          { key: 'due', title: t('retention.due'), width: 150, render: (kind) => due(kind.due) },
          {
            key: 'soon',
            title: t('retention.soon', { days: overview.upcoming_days }),
            width: 150,
            render: (kind) => due(kind.soon),
          },
        ]}
      />
      <div className={styles.foot}>
        <span className={styles.quiet}>
          {t('retention.held', { count: overview.held })}
          {' · '}
          {t('retention.quarantined', { count: overview.quarantined })}
        </span>
        {!locked && (
          <Button
            type="primary"
            disabled={Object.keys(changed).length === 0}
            loading={saving.isPending}
            onClick={() => save()}
          >
            {t('retention.save')}
          </Button>
        )}
      </div>
      <section className={styles.card} aria-labelledby="retention-others">
        <h2 id="retention-others" className={styles.heading}>
          {t('retention.others')}
        </h2>
        <dl className={styles.others}>
          {OTHERS.map((kind) => {
            const one = overview.others.find((other) => other.kind === kind);
            return (
              <div key={kind}>
                <dt>{t(`retention.other.${kind}.title`)}</dt>
                <dd>
                  {one?.total ?? 0}
                  {one?.since !== undefined && (
                    <span className={styles.quiet}> {t('retention.since', { at: dayText(one.since) })}</span>
                  )}
                  <span className={styles.help}>{t(`retention.other.${kind}.keep`, { days: KEPT_DAYS[kind] })}</span>
                </dd>
              </div>
            );
          })}
        </dl>
      </section>
    </div>
  );
}
