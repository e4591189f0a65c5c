import { useTranslation } from 'react-i18next';
import type { SafetyPlan } from '../contract/safety-plans.ts';
import styles from './safety-plan.module.css';

/** The parts of a safety plan under their titles. */
export function PlanText({ plan: { content } }: { plan: SafetyPlan }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.plan}>
      <dt>{t('safetyPlan.warning_signs')}</dt>
      <dd>{content.warning_signs}</dd>
      <dt>{t('safetyPlan.helps')}</dt>
      <dd>{content.helps}</dd>
      <dt>{t('safetyPlan.people')}</dt>
      <dd>
        <ul>
          {content.people.map(({ name, relation, phone }, i) => (
            <li key={i}>{[name, relation, phone].filter(Boolean).join('，')}</li>
          ))}
        </ul>
      </dd>
      <dt>{t('safetyPlan.steps')}</dt>
      <dd>{content.steps}</dd>
    </dl>
  );
}
