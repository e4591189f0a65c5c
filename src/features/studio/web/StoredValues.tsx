import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { studioValues } from '../contract.ts';
import { LABEL_MAX } from './draft.ts';
import styles from './studio.module.css';

/** Offers the stored values of a field as its options; a value without an option cannot be converted. */
export function StoredValues({
  entity,
  name,
  onUse,
}: {
  entity: string;
  name: string;
  onUse: (labels: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['studio', 'values', entity, name],
    queryFn: ({ signal }) => call(studioValues, { params: { entity }, query: { field: name } }, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  if (!data || data.total === 0) return null;
  const labels = data.items
    .map(({ value }) => value)
    .filter((value) => value.trim() !== '' && [...value].length <= LABEL_MAX);
  return (
    <p className={styles.stored}>
      <Button disabled={labels.length === 0} onClick={() => onUse(labels)}>
        {t('studio.takeValues', { count: labels.length })}
      </Button>
      {labels.length < data.total && (
        <span className={styles.hint}>
          {t('studio.valuesLeft', { total: data.total, count: data.total - labels.length, max: LABEL_MAX })}
        </span>
      )}
    </p>
  );
}
