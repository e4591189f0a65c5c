import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Select, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { previewRecalculation, recalculate, type RecalculationPreview } from '../../contract/recalculation.ts';
import { useAct } from '../use-act.ts';
import type { Exam } from './use-exam.ts';
import { normSetTitle, usePacks } from './use-packs.ts';
import styles from './planning.module.css';

const NONE = '—';

/** How many sheets go from which band to which. */
function Moves({ scale }: { scale: RecalculationPreview['scales'][number] }) {
  const { t } = useTranslation();
  const rows = scale.dimensions.flatMap(({ dimension_id, title, bands }) =>
    bands.map(({ from, to, count }, i) => ({ key: `${dimension_id} ${i}`, title, from, to, count })),
  );
  const changed = rows.filter(({ from, to }) => from !== to).reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby={`moves-${scale.scale_id}`} className={styles.form}>
      <h3 id={`moves-${scale.scale_id}`} className={styles.heading}>
        {scale.title}
      </h3>
      <p>
        {t('recalculation.positive', { before: scale.positive_before, after: scale.positive_after })}
        {changed === 0 && t('recalculation.nothing')}
      </p>
      <Table
        size="small"
        pagination={false}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        columns={[
          ...(scale.dimensions.length > 1 ? [{ title: t('exams.dimension'), dataIndex: 'title' }] : []),
          { title: t('recalculation.before'), key: 'from', render: (_, { from }) => from ?? NONE },
          {
            title: t('recalculation.after'),
            key: 'to',
            render: (_, { from, to }) => (from === to ? (to ?? NONE) : <strong>{to ?? NONE}</strong>),
          },
          { title: t('recalculation.sheets'), dataIndex: 'count', align: 'right' },
        ]}
      />
    </section>
  );
}

/** Scores a closed screening by another norm set: what changes is shown before. */
export function RecalculateDialog({ exam, onClose }: { exam: Exam; onClose: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const { packs, loading } = usePacks(exam.scale_ids);
  const several = [...packs.values()].filter(({ norm_sets }) => norm_sets.length > 1);
  const isChosen = Object.keys(chosen).length > 0;
  const params = { id: exam.exam_id };
  const body = { norm_sets: { ...chosen } };
  const preview = useQuery({
    queryKey: ['recalculation', exam.exam_id, chosen],
    queryFn: ({ signal }) => call(previewRecalculation, { params, body }, { signal, quiet: true }),
    enabled: isChosen,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { run, busy } = useAct();
  const failure = preview.error ? failureOf(preview.error) : undefined;
  return (
    <Sheet
      open
      title={t('recalculation.title', { name: exam.exam_name })}
      onClose={onClose}
      act={{
        label: t('recalculation.verb'),
        busy,
        disabled: !isChosen || preview.data === undefined || preview.isPlaceholderData,
        onClick: () =>
          void run(() => call(recalculate, { params, body }, { quiet: true }), {
            done: () => t('recalculation.begun'),
            onDone: onClose,
          }),
      }}
    >
      <div className={styles.form}>
        <p>{t('recalculation.about')}</p>
        {loading && <Skeleton active paragraph={{ rows: 3 }} />}
        {!loading && several.length === 0 && <p className={styles.quiet}>{t('exams.oneNormSet')}</p>}
        {several.map((pack) => (
          <div key={pack.scale_id}>
            <label htmlFor={`norms-${pack.scale_id}`}>{pack.title}</label>
            <Select
              id={`norms-${pack.scale_id}`}
              style={{ width: '100%' }}
              placeholder={t('recalculation.now', { title: normSetTitle(pack, exam.norm_sets[pack.scale_id]) })}
              allowClear
              options={pack.norm_sets.map(({ norm_set_id: value, title: label }) => ({ value, label }))}
              value={chosen[pack.scale_id]}
              onChange={(next: string | undefined) => {
                const { [pack.scale_id]: _, ...others } = chosen;
                setChosen(next === undefined ? others : { ...others, [pack.scale_id]: next });
              }}
            />
          </div>
        ))}
        {failure && (
          <Alert type="error" showIcon role="alert" message={failure.details[0]?.message ?? failure.message} />
        )}
        {isChosen && preview.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
        {isChosen && preview.data && (
          <>
            <p>{t('recalculation.ofSheets', { count: preview.data.sheets })}</p>
            {preview.data.scales.map((scale) => (
              <Moves key={scale.scale_id} scale={scale} />
            ))}
          </>
        )}
      </div>
    </Sheet>
  );
}
