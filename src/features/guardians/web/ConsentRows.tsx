import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../platform/schema/labels.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import type { ConsentStanding } from '../contract/consents.ts';
import styles from './consent.module.css';

/** The state of consent of each student, with the choice of the consenting guardian. */
export function ConsentRows({
  items,
  chosen,
  onChoose,
  disabled,
}: {
  items: readonly ConsentStanding[];
  chosen: (standing: ConsentStanding) => string | undefined;
  onChoose: (childId: string, guardianId: string | undefined) => void;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  return (
    <ul className={styles.children}>
      {items.map((standing) => (
        <li key={standing.child_id}>
          <span className={styles.child}>
            <strong>{standing.child_name}</strong>
            <StatusTag tone={standing.state === 'missing' ? 'yellow' : 'grey'}>
              {labelOf('consent_state', standing.state)}
            </StatusTag>
          </span>
          {standing.guardians.length === 0 ? (
            <span className={styles.none}>{t('consent.noGuardian')}</span>
          ) : (
            <Select<string>
              className={styles.guardian}
              aria-label={`${standing.child_name} ${t('consent.who')}`}
              allowClear
              disabled={disabled}
              placeholder={t('consent.skip')}
              value={chosen(standing)}
              options={standing.guardians.map(({ guardian_id, guardian_name, relation }) => ({
                value: guardian_id,
                label: `${labelOf('guardian_relation', relation)} ${guardian_name}`,
              }))}
              onChange={(guardianId?: string) => onChoose(standing.child_id, guardianId)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
