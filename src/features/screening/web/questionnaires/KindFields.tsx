import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { OPTIONS_MAX, TEXT_LENGTH_MAX, type DraftItem } from '../../rules/questionnaires/draft-schema.ts';
import { addOption } from '../../rules/questionnaires/edit-draft.ts';
import styles from './questionnaires.module.css';

interface Props {
  item: DraftItem;
  onChange: (next: DraftItem) => void;
}

/** What an item of its kind has besides the question. */
export function KindFields(props: Props) {
  switch (props.item.kind) {
    case 'single':
      return <Options {...props} />;
    case 'multiple':
      return (
        <>
          <Options {...props} />
          <Fields {...props} numbers={['least', 'most']} texts={[]} bounds={[1, OPTIONS_MAX]} />
        </>
      );
    case 'scale':
      return <Fields {...props} numbers={['from', 'to']} texts={['fromLabel', 'toLabel']} bounds={[-100, 100]} />;
    case 'number':
      return (
        <>
          <Fields {...props} numbers={['minimum', 'maximum']} texts={['unit']} bounds={[-1e9, 1e9]} />
          <Whole {...props} />
        </>
      );
    case 'text':
      return <Fields {...props} numbers={['maxLength']} texts={[]} bounds={[1, TEXT_LENGTH_MAX]} />;
  }
}

function Whole({ item, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Checkbox checked={item.whole === true} onChange={({ target }) => onChange({ ...item, whole: target.checked })}>
      {t('questionnaires.whole')}
    </Checkbox>
  );
}

type NumberName = 'least' | 'most' | 'from' | 'to' | 'minimum' | 'maximum' | 'maxLength';
type TextName = 'fromLabel' | 'toLabel' | 'unit';
const LABEL_MAX: Readonly<Record<TextName, number>> = { fromLabel: 30, toLabel: 30, unit: 10 };

interface FieldsProps extends Props {
  numbers: readonly NumberName[];
  texts: readonly TextName[];
  bounds: readonly [number, number];
}

function Fields({ item, onChange, numbers, texts, bounds: [min, max] }: FieldsProps) {
  const { t } = useTranslation();
  const without = (name: NumberName): DraftItem => {
    const { [name]: _, ...rest } = item;
    return rest;
  };
  return (
    <div className={styles.fields}>
      {numbers.map((name) => (
        <div key={name} className={styles.field}>
          <label htmlFor={`${item.id}-${name}`}>{t(`questionnaires.${name}`)}</label>
          <InputNumber
            id={`${item.id}-${name}`}
            style={{ width: '100%' }}
            min={min}
            max={max}
            value={item[name] ?? null}
            {...(item.kind !== 'number' && { precision: 0 })}
            onChange={(value) => onChange(typeof value === 'number' ? { ...item, [name]: value } : without(name))}
          />
        </div>
      ))}
      {texts.map((name) => (
        <div key={name} className={styles.field}>
          <label htmlFor={`${item.id}-${name}`}>{t(`questionnaires.${name}`)}</label>
          <Input
            id={`${item.id}-${name}`}
            maxLength={LABEL_MAX[name]}
            value={item[name] ?? ''}
            onChange={({ target }) => onChange({ ...item, [name]: target.value })}
          />
        </div>
      ))}
    </div>
  );
}

function Options({ item, onChange }: Props) {
  const { t } = useTranslation();
  const { options = [] } = item;
  return (
    <fieldset className={styles.group}>
      <legend>{t('questionnaires.options')}</legend>
      {options.map((option, i) => (
        <div key={option.value} className={styles.option}>
          <Input
            aria-label={t('questionnaires.optionNo', { no: i + 1 })}
            maxLength={100}
            value={option.label}
            onChange={({ target }) =>
              onChange({ ...item, options: options.with(i, { ...option, label: target.value }) })
            }
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('questionnaires.removeOption', { no: i + 1 })}
            disabled={options.length <= 2}
            onClick={() => onChange({ ...item, options: options.toSpliced(i, 1) })}
          />
        </div>
      ))}
      {options.length < OPTIONS_MAX && (
        <div>
          <Button size="small" onClick={() => onChange({ ...item, options: addOption(options) })}>
            {t('questionnaires.addOption')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
