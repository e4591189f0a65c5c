import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Packs } from '../use-packs.ts';
import type { Condition } from './names-of.ts';
import styles from '../planning.module.css';

interface Props {
  no: number;
  value: Condition;
  scales: readonly { value: string; label: string }[];
  packs: Packs;
  onChange: (next: Condition) => void;
  onRemove?: (() => void) | undefined;
}

const wide = { width: '100%' } as const;

/** One condition by name: a scale, one of its dimensions, and the bands that warn. */
export function ConditionFields({ no, value, scales, packs, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const { dimensions = [], band_titles: titles = {} } = packs.get(value.scale_id) ?? {};
  const offered = dimensions.find(({ dimension_id }) => dimension_id === value.dimension_id)?.bands ?? [];
  // Bands of other norm sets keep their names where a rule has them.
  const others = value.band_ids.filter((id) => !offered.some(({ band_id }) => band_id === id));
  const bands = [...offered, ...others.map((id) => ({ band_id: id, title: titles[id] ?? id }))];
  const label = t('alertRules.conditionNo', { no });
  return (
    <fieldset className={styles.fields}>
      <legend>{label}</legend>
      <Select
        aria-label={`${label} ${t('alertRules.scale')}`}
        style={wide}
        placeholder={t('alertRules.scale')}
        options={[...scales]}
        value={value.scale_id || undefined}
        onChange={(scale_id) => onChange({ scale_id, dimension_id: '', band_ids: [] })}
      />
      <Select
        aria-label={`${label} ${t('alertRules.dimension')}`}
        style={wide}
        placeholder={t('alertRules.dimension')}
        disabled={dimensions.length === 0}
        options={dimensions.map(({ dimension_id, title }) => ({ value: dimension_id, label: title }))}
        value={value.dimension_id || undefined}
        onChange={(dimension_id) => onChange({ ...value, dimension_id, band_ids: [] })}
      />
      <Select
        mode="multiple"
        aria-label={`${label} ${t('alertRules.bands')}`}
        style={wide}
        placeholder={t('alertRules.bands')}
        disabled={bands.length === 0}
        options={bands.map(({ band_id, title }) => ({ value: band_id, label: title }))}
        value={value.band_ids}
        onChange={(band_ids) => onChange({ ...value, band_ids })}
      />
      {onRemove && (
        <div>
          <Button onClick={onRemove}>{t('alertRules.removeCondition')}</Button>
        </div>
      )}
    </fieldset>
  );
}
