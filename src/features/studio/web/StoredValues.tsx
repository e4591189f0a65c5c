import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { studioValues } from '../contract.ts';
import styles from './studio.module.css';

const LABEL_MAX = 20;

/** What rows have in a field already, to be taken for its options: a value that no option says cannot be converted. */
export function StoredValues({
  entity,
  name,
  onTake,
}: {
  entity: string;
  name: string;
  onTake: (texts: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['studio', 'values', entity, name],
    queryFn: ({ signal }) => call(studioValues, { params: { entity }, query: { field: name } }, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  if (!data || data.total === 0) return null;
  const texts = data.items
    .map(({ value }) => value)
    .filter((value) => value.trim() !== '' && [...value].length <= LABEL_MAX);
  return (
    <p className={styles.stored}>
      <Button disabled={texts.length === 0} onClick={() => onTake(texts)}>
        {t('studio.takeValues', { count: texts.length })}
      </Button>
      {texts.length < data.total && (
        <span className={styles.hint}>
          {t('studio.valuesLeft', { total: data.total, count: data.total - texts.length, max: LABEL_MAX })}
        </span>
      )}
    </p>
  );
}
