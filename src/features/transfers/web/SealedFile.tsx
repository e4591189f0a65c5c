import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import { useUnloadGuard } from '../../../platform/ui/web/leaving.ts';
import type { send } from '../contract.ts';
import styles from './transfers.module.css';

export type Sealed = NonNullable<DataOf<typeof send>['file']>;

/** An encrypted file and its passphrase, shown once. */
export function SealedFile({ file_name, content, passphrase }: Sealed) {
  const { t } = useTranslation();
  // A reload would lose both.
  useUnloadGuard(() => true);
  const save = () =>
    saveFile({ blob: new Blob([content], { type: 'application/jose' }), fileName: file_name }, 'transfer.jwe');
  return (
    <div className={styles.stack}>
      <Alert type="warning" showIcon role="status" message={t('transfers.file.once')} />
      <dl className={styles.rows}>
        <dt>{t('transfers.file.name')}</dt>
        <dd>
          <Button type="primary" icon={<DownloadOutlined />} onClick={save}>
            {t('transfers.file.save')}
          </Button>
          <span className={styles.help}>{file_name}</span>
        </dd>
        <dt>{t('transfers.file.passphrase')}</dt>
        <dd>
          <Typography.Text copyable code>
            {passphrase}
          </Typography.Text>
        </dd>
      </dl>
      <p className={styles.quiet}>{t('transfers.file.format')}</p>
    </div>
  );
}
