import { DeleteOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DraftItem } from '../../rules/questionnaires/draft-schema.ts';
import {
  conditionOn,
  conditionsOf,
  operatorOf,
  operatorsFor,
  showIfOf,
  withShowIf,
  type Join,
} from '../../rules/questionnaires/edit-draft.ts';
import type { Condition } from '../../rules/scales/questionnaire-schema.ts';
import planning from '../planning/planning.module.css';
import styles from './questionnaires.module.css';

interface Props {
  item: DraftItem;
  /** The items before it, whose answers it may depend on. */
  earlier: readonly DraftItem[];
  onChange: (next: DraftItem) => void;
}

const CONDITIONS_MAX = 10;
const JOINS: readonly Join[] = ['all', 'any'];

/** When an item is shown: always, or depending on the answers to earlier ones. */
export function ShowIfFields({ item, earlier, onChange }: Props) {
  const { t } = useTranslation();
  const { join, conditions } = conditionsOf(item.showIf);
  const set = (nextJoin: Join, next: readonly Condition[]) => onChange(withShowIf(item, showIfOf(nextJoin, next)));
  const [first] = earlier;
  const add = () => first && set(join, [...conditions, conditionOn(first, operatorsFor(first.kind)[0] ?? 'answered')]);
  return (
    <fieldset className={styles.group}>
      <legend>{t('questionnaires.showIf')}</legend>
      {conditions.length === 0 && (
        <span className={planning.quiet}>{t(first ? 'questionnaires.always' : 'questionnaires.noEarlier')}</span>
      )}
      {conditions.length > 1 && (
        <Select
          aria-label={t('questionnaires.join')}
          value={join}
          options={JOINS.map((value) => ({ value, label: t(`questionnaires.${value}`) }))}
          onChange={(next: Join) => set(next, conditions)}
        />
      )}
      {conditions.map((condition, i) => (
        <ConditionFields
          key={i}
          no={i + 1}
          condition={condition}
          earlier={earlier}
          onChange={(next) => set(join, conditions.with(i, next))}
          onRemove={() => set(join, conditions.toSpliced(i, 1))}
        />
      ))}
      {first && conditions.length < CONDITIONS_MAX && (
        <div>
          <Button size="small" onClick={add}>
            {t('questionnaires.addCondition')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ConditionProps {
  no: number;
  condition: Condition;
  earlier: readonly DraftItem[];
  onChange: (next: Condition) => void;
  onRemove: () => void;
}

function ConditionFields({ no, condition, earlier, onChange, onRemove }: ConditionProps) {
  const { t } = useTranslation();
  const about = earlier.find(({ id }) => id === condition.item);
  const operator = operatorOf(condition);
  return (
    <div role="group" aria-label={t('questionnaires.conditionNo', { no })} className={styles.condition}>
      <Select
        aria-label={t('questionnaires.conditionItem')}
        {...(about ? { value: about.id } : { placeholder: t('questionnaires.laterItem') })}
        options={earlier.map(({ id, text }, i) => ({
          value: id,
          label: `${i + 1}. ${text.trim() === '' ? t('questionnaires.noText') : text}`,
        }))}
        onChange={(id: string) => {
          const next = earlier.find((each) => each.id === id);
          if (next) onChange(conditionOn(next, operatorsFor(next.kind)[0] ?? 'answered'));
        }}
      />
      {about && (
        <Select
          aria-label={t('questionnaires.conditionHow')}
          value={operator}
          options={operatorsFor(about.kind).map((value) => ({ value, label: t(`questionnaires.operators.${value}`) }))}
          onChange={(next: typeof operator) => onChange(conditionOn(about, next))}
        />
      )}
      {about && <ConditionValue about={about} condition={condition} onChange={onChange} />}
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={t('questionnaires.removeCondition', { no })}
        onClick={onRemove}
      />
    </div>
  );
}

interface ValueProps {
  about: DraftItem;
  condition: Condition;
  onChange: (next: Condition) => void;
}

function ConditionValue({ about: { options = [] }, condition, onChange }: ValueProps) {
  const { t } = useTranslation();
  const operator = operatorOf(condition);
  if (operator === 'in' || operator === 'notIn')
    return (
      <Select
        mode="multiple"
        aria-label={t('questionnaires.conditionValue')}
        value={condition[operator] ?? []}
        options={options.map(({ value, label }, i) => ({
          value,
          label: label.trim() === '' ? t('questionnaires.optionNo', { no: i + 1 }) : label,
        }))}
        onChange={(values: (number | string)[]) =>
          values.length > 0 && onChange({ item: condition.item, [operator]: values })
        }
      />
    );
  if (operator === 'atLeast' || operator === 'atMost')
    return (
      <InputNumber
        aria-label={t('questionnaires.conditionValue')}
        style={{ width: '100%' }}
        value={condition[operator] ?? null}
        onChange={(value) => typeof value === 'number' && onChange({ item: condition.item, [operator]: value })}
      />
    );
  return null;
}
