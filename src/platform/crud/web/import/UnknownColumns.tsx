import { Alert, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Import } from '../../../imports/contract.ts';
import styles from './import.module.css';

interface Props {
  one: Import;
  ignored: boolean;
  onIgnore: (ignored: boolean) => void;
}

/**
 * Columns that are not imported, and expected ones that the file lacks. The user must confirm that unknown columns,
 * those that the role may not fill in, those of files, and repeating groups are ignored.
 */
export function UnknownColumns({
  one: {
    rows,
    columns: { unknown, ignored: system, closed = [], files = [], groups = [], absent = [] },
  },
  ignored,
  onIgnore,
}: Props) {
  const { t } = useTranslation();
  const names = absent.join('、');
  return (
    <>
      {absent.length > 0 && rows.new > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={t('imports.absentColumns', { names })}
          description={t('imports.absentText', { names, count: rows.new })}
        />
      )}
      {system.length > 0 && <p className={styles.text}>{t('imports.ignoredColumns', { names: system.join('、') })}</p>}
      {unknown.length + closed.length + files.length + groups.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={[
            ...(unknown.length > 0
              ? [t('imports.unknownColumns', { count: unknown.length, names: unknown.join('、') })]
              : []),
            ...(closed.length > 0 ? [t('imports.closedColumns', { names: closed.join('、') })] : []),
            ...(files.length > 0 ? [t('imports.fileColumns', { names: files.join('、') })] : []),
            ...(groups.length > 0 ? [t('imports.groupColumns', { names: groups.join('、') })] : []),
          ].join(t('imports.and'))}
          description={
            <Checkbox checked={ignored} onChange={(event) => onIgnore(event.target.checked)}>
              {t('imports.ignoreUnknown')}
            </Checkbox>
          }
        />
      )}
    </>
  );
}
