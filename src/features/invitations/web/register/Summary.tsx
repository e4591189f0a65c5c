import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../../platform/schema/labels.ts';
import type { Invited } from '../../contract/registration.ts';
import type { Typed } from './form.ts';
import styles from './register.module.css';

/** What will be sent, and in plain words what for. */
export function Summary({ typed, invited }: { typed: Typed; invited: Invited }) {
  const { t } = useTranslation();
  const { kind, name, no, sex, classId, mobile } = typed;
  const className = invited.class_name ?? invited.classes.find(({ class_id }) => class_id === classId)?.class_name;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t('registration.kind'), t(`registration.kinds.${kind}`)],
    [t('registration.name'), name.trim()],
    [t('registration.no'), no.trim()],
    [t('registration.sex'), kind === 'enrol' && sex !== undefined ? labelOf('sex', sex) : undefined],
    [t('registration.classLabel'), className],
    [t('registration.mobile'), invited.mobile_required ? mobile.trim() : undefined],
  ];
  const terms = t('registration.terms', { returnObjects: true });
  return (
    <>
      <p className={styles.lead}>{t('registration.check')}</p>
      <dl className={styles.facts}>
        {facts.map(
          ([title, value]) =>
            value !== undefined && (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <h2 className={styles.heading}>{t('registration.termsTitle')}</h2>
      <ul className={styles.terms}>
        {terms.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </>
  );
}
