import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldSchema } from '../../../platform/schema/types.ts';
import { freeName, LABEL_MAX, optionsOf } from './draft.ts';
import { FieldRow } from './FieldRow.tsx';
import { StoredValues } from './StoredValues.tsx';
import styles from './studio.module.css';

interface Props {
  entity: string;
  name: string;
  field: FieldSchema;
  /** A field of the product; its options can be renamed and removed only. */
  isCore: boolean;
  /** The published field; undefined for a new one. */
  stored: FieldSchema | undefined;
  /** The field without the overlay of the tenant; undefined for a field of the tenant. */
  base: FieldSchema | undefined;
  problem: string | undefined;
  onChange: (change: Partial<FieldSchema>) => void;
}

/** The options of a field with their labels. */
export function FieldOptions({ entity, name, field, isCore, stored, base, problem, onChange }: Props) {
  const { t } = useTranslation();
  const options = field.enum ?? [];
  const labels = field['x-labels'] ?? {};
  const removedCount = base?.enum?.filter((value) => !options.includes(value)).length ?? 0;
  const setLabel = (value: string | number, text: string) =>
    onChange({ 'x-labels': { ...labels, [String(value)]: text } });
  const remove = (value: string | number) => {
    const { [String(value)]: _, ...rest } = labels;
    onChange({ enum: options.filter((each) => each !== value), 'x-labels': rest });
  };
  const append = () => {
    const code = freeName(options.map(String), 'o');
    onChange({ enum: [...options, code], 'x-labels': { ...labels, [code]: '' } });
  };
  const restore = () => base && onChange({ enum: base.enum, 'x-labels': { ...base['x-labels'], ...labels } });
  return (
    <FieldRow
      id="studio-options"
      label={t('studio.options')}
      hint={isCore ? t('studio.coreOptionsHint') : t('studio.optionsHint')}
      problem={problem}
    >
      <ul className={styles.options} id="studio-options">
        {options.map((value, i) => (
          <li key={value}>
            <Input
              value={labels[String(value)] ?? ''}
              maxLength={LABEL_MAX}
              aria-label={t('studio.option', { n: i + 1 })}
              onChange={(event) => setLabel(value, event.target.value)}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              disabled={options.length === 1}
              aria-label={t('studio.removeOption', { name: labels[String(value)] ?? '' })}
              onClick={() => remove(value)}
            />
          </li>
        ))}
      </ul>
      {stored && !stored.enum && (
        <StoredValues entity={entity} name={name} onUse={(texts) => onChange(optionsOf(texts))} />
      )}
      {!isCore && (
        <Button type="dashed" block icon={<PlusOutlined aria-hidden />} onClick={append}>
          {t('studio.addOption')}
        </Button>
      )}
      {removedCount > 0 && (
        <Button type="link" onClick={restore}>
          {t('studio.restoreOptions', { count: removedCount })}
        </Button>
      )}
    </FieldRow>
  );
}
