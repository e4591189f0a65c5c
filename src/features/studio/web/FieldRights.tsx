import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { FieldSchema } from '../../../platform/schema/types.ts';
import { FieldRow } from './FieldRow.tsx';
import styles from './studio.module.css';

type Right = 'x-seen-by' | 'x-written-by';

/** Roles that may open the rows, and those that may change them. */
export interface RowRoles {
  readers: readonly number[];
  roles: readonly number[];
}

interface Props {
  field: FieldSchema;
  of: RowRoles;
  onChange: (change: { [K in Right]?: FieldSchema[K] | undefined }) => void;
}

/** Which roles see a field of the tenant, and which of them fill it in. */
export function FieldRights({ field, of: { readers, roles: writers }, onChange }: Props) {
  const { t } = useTranslation();
  const seers = field['x-seen-by'];
  const choices = {
    'x-seen-by': readers,
    'x-written-by': seers ? writers.filter((role) => seers.includes(role)) : writers,
  };
  const choose = (right: Right, values: readonly number[]) => {
    const chosen = values.length > 0 ? values : undefined;
    if (right === 'x-written-by') return onChange({ 'x-written-by': chosen });
    // A role that no longer sees the field does not fill it in either.
    const kept = field['x-written-by']?.filter((role) => chosen?.includes(role) ?? true);
    onChange({ 'x-seen-by': chosen, 'x-written-by': kept?.length ? kept : undefined });
  };
  const shown: readonly Right[] = field['x-form'] ? ['x-seen-by', 'x-written-by'] : ['x-seen-by'];
  return shown.map((right) => (
    <FieldRow key={right} id={`studio-${right}`} label={t(`studio.${right}`)} hint={t(`studio.${right}Hint`)}>
      <Select<number[]>
        id={`studio-${right}`}
        className={styles.select}
        mode="multiple"
        virtual={false}
        placeholder={t(`studio.${right}All`)}
        value={[...(field[right] ?? [])]}
        options={[...new Set([...choices[right], ...(field[right] ?? [])])].map((value) => ({
          value,
          label: labelOf('role', value),
        }))}
        onChange={(values) => choose(right, values)}
      />
    </FieldRow>
  ));
}
