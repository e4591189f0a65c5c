import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../../platform/crud/web/Sheet.tsx';
import type { Rule } from '../../../contract/rules.ts';
import { ReplayResult } from './ReplayResult.tsx';
import styles from '../planning.module.css';

interface Props {
  rule: Rule;
  busy: boolean;
  onActivate: () => void;
  onClose: () => void;
}

/** Shows what a rule would have done before it is switched on. */
export function ActivateDialog({ rule, busy, onActivate, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet
      open
      title={t('alertRules.activateTitle', { title: rule.title })}
      onClose={onClose}
      act={{ label: t('alertRules.activate'), busy, onClick: onActivate }}
    >
      <div className={styles.form}>
        <p>{t('alertRules.replayAbout')}</p>
        <ReplayResult conditions={rule.conditions} />
      </div>
    </Sheet>
  );
}
