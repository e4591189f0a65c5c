import { useQueries } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../../platform/feature/web/control.ts';
import { call } from '../../../../../platform/http/web/call.ts';
import { useSibling } from '../../../../../platform/ui/web/fields/siblings.ts';
import { scale } from '../../../contract/scales.ts';
import { partsOf, textsOf } from './values.ts';
import styles from '../planning.module.css';

/** The norm set of each chosen pack; without a choice the pack's first one. */
export function NormSetsControl({ id, value, onChange, disabled }: ControlProps) {
  const { t } = useTranslation();
  const scaleIds = textsOf(useSibling('scales'));
  const packs = useQueries({
    queries: scaleIds.map((scaleId) => ({
      queryKey: ['screening-scale', scaleId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(scale, { params: { scale_id: scaleId } }, { signal, quiet: true }),
    })),
  });
  const chosen = partsOf(value);
  const several = packs.flatMap(({ data }) => (data && data.norm_sets.length > 1 ? [data] : []));
  if (several.length === 0)
    return <p className={styles.quiet}>{t(scaleIds.length === 0 ? 'exams.scalesFirst' : 'exams.oneNormSet')}</p>;
  const choose = (scaleId: string, set: string | undefined) => {
    const { [scaleId]: _, ...others } = chosen;
    const next = set === undefined ? others : { ...others, [scaleId]: set };
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <div id={id} className={styles.form}>
      {several.map((pack) => (
        <div key={pack.scale_id}>
          <label htmlFor={`${id}-${pack.scale_id}`}>{pack.title}</label>
          <Select
            id={`${id}-${pack.scale_id}`}
            style={{ width: '100%' }}
            disabled={disabled}
            allowClear
            placeholder={pack.norm_sets[0]?.title}
            options={pack.norm_sets.map(({ norm_set_id: set, title }) => ({ value: set, label: title }))}
            value={typeof chosen[pack.scale_id] === 'string' ? chosen[pack.scale_id] : undefined}
            onChange={(set: unknown) => choose(pack.scale_id, typeof set === 'string' ? set : undefined)}
          />
        </div>
      ))}
    </div>
  );
}
