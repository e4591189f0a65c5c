import { CheckCircleOutlined, ClockCircleOutlined, ExperimentOutlined, LockOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { ServiceStage } from '../../../platform/access/service-stage.ts';
import { useService } from '../../../platform/session/web/service.ts';
import styles from './ServiceStages.module.css';

const ICONS = {
  trial: <ExperimentOutlined />,
  formal: <CheckCircleOutlined />,
  protection: <ClockCircleOutlined />,
  expired: <LockOutlined />,
} as const;
const STAGES: readonly ServiceStage[] = ['trial', 'formal', 'protection', 'expired'];

/** The four stages of an organisation's service (`spec §1`); text, frame and colour mark the current one. */
export function ServiceStages({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation();
  const current = useService()?.stage;
  return (
    <ol className={compact ? styles.compact : styles.stages}>
      {STAGES.map((stage) => (
        <li
          key={stage}
          className={stage === current ? `${styles.stage} ${styles.current}` : styles.stage}
          {...(stage === current && { 'aria-current': 'step' as const })}
        >
          <span className={styles.icon} aria-hidden="true">
            {ICONS[stage]}
          </span>
          <div>
            <h2 className={styles.name}>
              {t(`stages.${stage}.name`)}
              {stage === current && <span className={styles.here}>{t('stages.here')}</span>}
            </h2>
            <p className={styles.text}>{t(`stages.${stage}.text`)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
