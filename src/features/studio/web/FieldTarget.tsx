import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import type { FieldSchema } from '../../../platform/schema/types.ts';
import { studioResources } from '../contract.ts';
import { FieldRow } from './FieldRow.tsx';
import styles from './studio.module.css';

interface Props {
  value: string | undefined;
  /** The field is published: its values are ids of this resource. */
  fixed: boolean;
  problem: string | undefined;
  onChange: (change: Partial<FieldSchema>) => void;
}

/** The resource whose rows a field refers to. */
export function FieldTarget({ value, fixed, problem, onChange }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['studio', 'resources'],
    queryFn: ({ signal }) => call(studioResources, {}, { signal, quiet: true }),
  });
  return (
    <FieldRow id="studio-of" label={t('studio.of')} hint={t('studio.ofHint')} problem={problem}>
      <Select<string>
        id="studio-of"
        className={styles.select}
        value={value}
        disabled={fixed}
        showSearch
        optionFilterProp="label"
        options={data?.items.map(({ entity, title }) => ({ value: entity, label: title }))}
        onChange={(entity) => onChange({ 'x-of': entity })}
      />
    </FieldRow>
  );
}
