import { App, Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../../platform/http/web/call.ts';
import { useMay } from '../../../../../platform/refine/web/use-may.ts';
import { CrisisLevelTag } from '../../../../../platform/ui/web/CrisisLevelTag.tsx';
import { dateText } from '../../../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../../../platform/ui/web/StatusTag.tsx';
import { activateRule, confirmRule, type Rule } from '../../../contract/rules.ts';
import { useAct } from '../../use-act.ts';
import type { Packs } from '../use-packs.ts';
import { ActivateDialog } from './ActivateDialog.tsx';
import { levelOf } from './levels.ts';
import { namesOf } from './names-of.ts';
import styles from '../planning.module.css';

interface Props {
  rule: Rule;
  packs: Packs;
  onEdit: () => void;
  onChanged: () => void;
}

/** One alert rule: when it warns, whether it is active, and who confirmed it. */
export function RuleCard({ rule, packs, onEdit, onChanged }: Props) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const mayWrite = useMay('screening/rules', 'write');
  const mayConfirm = useMay('screening/rules/confirm', 'write');
  const { rule_id: id, title, active, needs_confirmation: unofficial, confirmed_at: at, confirmed_by_name: by } = rule;
  const isWaiting = unofficial && at === undefined;
  const [asking, setAsking] = useState(false);
  const params = { id };
  const [activating, confirming] = [useAct(), useAct()];
  const activate = () =>
    activating.run(() => call(activateRule, { params, body: { active: !active } }, { quiet: true }), {
      done: () => t(active ? 'alertRules.deactivated' : 'alertRules.activated'),
      onDone: () => {
        setAsking(false);
        onChanged();
      },
    });
  const confirm = () =>
    confirming.run(() => call(confirmRule, { params }, { quiet: true }), {
      done: () => t('alertRules.confirmed'),
      onDone: onChanged,
    });
  return (
    <section className={styles.card} aria-labelledby={`rule-${id}`}>
      <header className={styles.row}>
        <h2 id={`rule-${id}`} className={styles.heading}>
          {title}
        </h2>
        <Space wrap>
          <CrisisLevelTag level={levelOf(rule.level)} />
          {active ? (
            <StatusTag tone="done">{t('alertRules.on')}</StatusTag>
          ) : isWaiting ? (
            <StatusTag tone="yellow">{t('alertRules.unconfirmed')}</StatusTag>
          ) : (
            <StatusTag tone="grey">{t('alertRules.off')}</StatusTag>
          )}
        </Space>
      </header>
      <ul className={styles.plain}>
        {rule.conditions.map((condition, i) => {
          const { scale, dimension, bands } = namesOf(condition, packs);
          return <li key={i}>{t('alertRules.condition', { scale, dimension, bands: bands.join('、') })}</li>;
        })}
      </ul>
      {rule.version === 0 && <p className={styles.quiet}>{t('alertRules.suggested')}</p>}
      {at !== undefined && (
        <p className={styles.quiet}>{t('alertRules.confirmedBy', { name: by ?? '', at: dateText(at) })}</p>
      )}
      {isWaiting && <p className={styles.quiet}>{t('alertRules.unofficial')}</p>}
      <Space wrap>
        {mayConfirm && isWaiting && (
          <Button
            type="primary"
            loading={confirming.busy}
            onClick={() =>
              modal.confirm({
                title: t('alertRules.confirmTitle'),
                content: t('alertRules.confirmText'),
                okText: t('alertRules.confirm'),
                onOk: confirm,
              })
            }
          >
            {t('alertRules.confirm')}
          </Button>
        )}
        {mayWrite && (active || !isWaiting) && (
          <Button loading={activating.busy} onClick={() => (active ? void activate() : setAsking(true))}>
            {t(active ? 'alertRules.deactivate' : 'alertRules.activate')}
          </Button>
        )}
        {mayWrite && <Button onClick={onEdit}>{t('alertRules.edit')}</Button>}
      </Space>
      {asking && (
        <ActivateDialog
          rule={rule}
          busy={activating.busy}
          onActivate={() => void activate()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
