import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InnerField } from '../../../../platform/schema/types.ts';
import { LABEL_MAX } from '../draft.ts';
import { FieldRow } from '../FieldRow.tsx';
import {
  INNER_KINDS,
  INNER_MAX,
  innerKindOf,
  newInner,
  optionText,
  withInnerKind,
  withOptionText,
  type InnerKind,
} from './inner-draft.ts';
import styles from './group.module.css';

interface Props {
  value: readonly InnerField[];
  problem: string | undefined;
  onChange: (fields: readonly InnerField[]) => void;
}

/** The fields that each line of a group has. */
export function InnerFields({ value, problem, onChange }: Props) {
  const { t } = useTranslation();
  const set = (at: number, field: InnerField) => onChange(value.map((each, i) => (i === at ? field : each)));
  const moveUp = (at: number) =>
    onChange(value.map((each, i) => (i === at - 1 ? value[at] : i === at ? value[at - 1] : each) ?? each));
  return (
    <FieldRow id="studio-inner" label={t('studio.inner')} hint={t('studio.innerHint')} problem={problem}>
      <ol id="studio-inner" className={styles.fields}>
        {value.map((field, i) => (
          <li key={field.name}>
            <Inner
              n={i + 1}
              field={field}
              onChange={(next) => set(i, next)}
              onUp={i === 0 ? undefined : () => moveUp(i)}
              onRemove={() => onChange(value.filter((_, k) => k !== i))}
            />
          </li>
        ))}
      </ol>
      <Button
        type="dashed"
        block
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= INNER_MAX}
        onClick={() => onChange([...value, newInner(value)])}
      >
        {t('studio.addInner')}
      </Button>
    </FieldRow>
  );
}

interface InnerProps {
  n: number;
  field: InnerField;
  onChange: (field: InnerField) => void;
  onUp: (() => void) | undefined;
  onRemove: () => void;
}

function Inner({ n, field, onChange, onUp, onRemove }: InnerProps) {
  const { t } = useTranslation();
  const kind = innerKindOf(field);
  const { title, required } = field;
  const { required: _, ...optional } = field;
  return (
    <div className={styles.field}>
      <Input
        value={title}
        maxLength={LABEL_MAX}
        aria-label={t('studio.innerTitle', { n })}
        placeholder={t('studio.innerTitle', { n })}
        onChange={({ target }) => onChange({ ...field, title: target.value })}
      />
      <Select<InnerKind>
        value={kind}
        virtual={false}
        aria-label={t('studio.innerKind', { title })}
        options={INNER_KINDS.map((value) => ({ value, label: t(`studio.kinds.${value}`) }))}
        onChange={(next) => onChange(withInnerKind(field, next))}
      />
      <Checkbox
        checked={required === true}
        onChange={({ target }) => onChange(target.checked ? { ...field, required: true } : optional)}
      >
        {t('studio.required')}
      </Checkbox>
      <span>
        {onUp && (
          <Button
            type="text"
            icon={<ArrowUpOutlined aria-hidden />}
            aria-label={t('crud.moveUp', { title })}
            onClick={onUp}
          />
        )}
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('studio.removeInner', { title })}
          onClick={onRemove}
        />
      </span>
      {kind === 'options' && (
        <Input
          key={field.name}
          className={styles.options}
          defaultValue={optionText(field)}
          aria-label={t('studio.innerOptions', { title })}
          placeholder={t('studio.innerOptions', { title })}
          onBlur={({ target }) => onChange(withOptionText(field, target.value))}
        />
      )}
    </div>
  );
}
