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
 * Columns of the file that are not imported: those that nobody knows only after somebody has said that they may be left
 * out.
 */
export function UnknownColumns({
  one: {
    columns: { unknown, ignored: system },
  },
  ignored,
  onIgnore,
}: Props) {
  const { t } = useTranslation();
  return (
    <>
      {system.length > 0 && <p className={styles.text}>{t('imports.ignoredColumns', { names: system.join('、') })}</p>}
      {unknown.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={t('imports.unknownColumns', { count: unknown.length, names: unknown.join('、') })}
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
