import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import type { PackagePreview } from '../../contract/imports.ts';
import { RowsOfTables } from '../tasks/RowsOfTables.tsx';
import styles from '../tenants.module.css';

/** The facts of a package as lines of label and text. */
function useFacts(found: PackagePreview): [string, string][] {
  const { t } = useTranslation();
  const { org_id, org_name, org_type, parent_org_id: parent, parent_name, service_until: day } = found;
  const type = labelOf('service_type', found.service_type);
  const above =
    parent_name === undefined
      ? t('platform.imports.parentLost', { id: parent })
      : t('platform.imports.parentHere', { name: parent_name, id: parent });
  return [
    [t('platform.columns.name'), `${org_name} ${org_id}`],
    [t('platform.imports.kind'), labelOf('org_type', org_type)],
    [t('platform.imports.parent'), parent === undefined ? t('platform.imports.noParent') : above],
    [
      t('platform.imports.service'),
      day === undefined
        ? t('platform.imports.serviceNoEnd', { type })
        : t('platform.imports.serviceUntil', { type, day, days: found.protection_days }),
    ],
    [t('platform.imports.madeAt'), dateText(found.made_at)],
    [
      t('platform.imports.holds'),
      t('platform.imports.holdsText', {
        rows: found.rows,
        accounts: found.accounts,
        objects: found.objects,
        entries: found.log_seq,
      }),
    ],
  ];
}

/** What a checked package holds: names and numbers, nothing about a person. */
export function PackageContents({ found }: { found: PackagePreview }) {
  const { t } = useTranslation();
  const { hindrances, log_findings, present, tables } = found;
  return (
    <div className={styles.stack}>
      {hindrances.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={t('platform.imports.hindered')}
          description={hindrances.map(({ kind, about }) => (
            <p key={kind} className={styles.line}>
              {t(`platform.imports.hindrances.${kind}`, { about })}
            </p>
          ))}
        />
      )}
      <dl className={styles.facts}>
        {useFacts(found).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {log_findings > 0 && (
        <Alert type="warning" showIcon message={t('platform.imports.findings', { count: log_findings })} />
      )}
      {present > 0 && hindrances.length === 0 && (
        <p className={styles.quiet}>{t('platform.imports.present', { count: present })}</p>
      )}
      <RowsOfTables tables={tables} />
    </div>
  );
}
