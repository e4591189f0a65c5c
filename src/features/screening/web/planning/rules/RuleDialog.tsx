import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../../platform/http/web/call.ts';
import { labelOf } from '../../../../../platform/schema/labels.ts';
import { failureOf } from '../../../../../platform/ui/web/failure.ts';
import { changeRule, createRule, type Rule } from '../../../contract/rules.ts';
import { scales } from '../../../contract/scales.ts';
import { useConfirmClose } from '../../use-confirm-close.ts';
import { usePacks } from '../use-packs.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { LEVELS } from './levels.ts';
import type { Condition } from './names-of.ts';
import { ReplayResult } from './ReplayResult.tsx';
import styles from '../planning.module.css';

const EMPTY: Condition = { scale_id: '', dimension_id: '', band_ids: [] };
/** Conditions of a new rule. */
const started: readonly Condition[] = [EMPTY];
const CONDITIONS_MAX = 10;
const isWhole = ({ dimension_id, band_ids }: Condition): boolean => dimension_id !== '' && band_ids.length > 0;

/** Creates a rule, or changes the given one. */
export function RuleDialog({ rule, onClose, onSaved }: { rule?: Rule; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [title, setTitle] = useState(rule?.title ?? '');
  const [level, setLevel] = useState(rule?.level ?? 2);
  const [conditions, setConditions] = useState<readonly Condition[]>(rule?.conditions ?? started);
  const [tried, setTried] = useState<readonly Condition[]>();
  const list = useQuery({
    queryKey: ['screening-scales'],
    queryFn: ({ signal }) => call(scales, {}, { signal, quiet: true }),
  });
  const { packs } = usePacks(conditions.flatMap(({ scale_id }) => (scale_id === '' ? [] : [scale_id])));
  const body = { title: title.trim(), level, conditions: [...conditions] };
  const saving = useMutation({
    mutationFn: async (): Promise<unknown> =>
      rule
        ? call(changeRule, { params: { id: rule.rule_id }, body: { ...body, version: rule.version } }, { quiet: true })
        : call(createRule, { body }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('alertRules.saved'));
      onSaved();
    },
    gcTime: 0,
  });
  const isWholeRule = conditions.every(isWhole);
  const isChanged =
    title !== (rule?.title ?? '') || level !== (rule?.level ?? 2) || conditions !== (rule?.conditions ?? started);
  const close = useConfirmClose(isChanged, onClose);
  const save = useOnce(() => saving.mutateAsync());
  const error = saving.error ?? list.error;
  const failure = error && failureOf(error);
  const options = (list.data?.items ?? [])
    .filter(({ kind }) => kind !== 'questionnaire')
    .map(({ scale_id, title: label }) => ({ value: scale_id, label }));
  return (
    <Sheet
      open
      title={t(rule ? 'alertRules.editTitle' : 'alertRules.createTitle')}
      onClose={close}
      act={{
        label: t('alertRules.save'),
        busy: saving.isPending,
        disabled: body.title === '' || !isWholeRule,
        onClick: save,
      }}
    >
      <div className={styles.form}>
        {failure && (
          <Alert type="error" showIcon role="alert" message={failure.details[0]?.message ?? failure.message} />
        )}
        <p>{t('alertRules.saveHelp')}</p>
        <div>
          <label htmlFor="rule-title">{t('alertRules.title')}</label>
          <Input id="rule-title" maxLength={60} value={title} onChange={({ target }) => setTitle(target.value)} />
        </div>
        <div>
          <label htmlFor="rule-level">{t('alertRules.level')}</label>
          <Select
            id="rule-level"
            style={{ width: '100%' }}
            options={LEVELS.map((value) => ({ value, label: labelOf('crisis_level', value) }))}
            value={level}
            onChange={(next: number) => setLevel(next)}
          />
        </div>
        {conditions.map((condition, at) => (
          <ConditionFields
            key={at}
            no={at + 1}
            value={condition}
            scales={options}
            packs={packs}
            onChange={(next) => setConditions(conditions.with(at, next))}
            onRemove={
              conditions.length > 1 ? () => setConditions(conditions.filter((_, each) => each !== at)) : undefined
            }
          />
        ))}
        <Space wrap>
          {conditions.length < CONDITIONS_MAX && (
            <Button onClick={() => setConditions([...conditions, EMPTY])}>{t('alertRules.addCondition')}</Button>
          )}
          <Button disabled={!isWholeRule} onClick={() => setTried(conditions)}>
            {t('alertRules.replay')}
          </Button>
        </Space>
        {tried !== undefined && tried === conditions && <ReplayResult conditions={tried} />}
      </div>
    </Sheet>
  );
}
