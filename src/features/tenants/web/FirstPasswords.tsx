import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Table, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import type { NewRow } from '../contract/organisations.ts';
import styles from './tenants.module.css';

export type FirstPassword = Pick<NewRow, 'org_id' | 'org_name' | 'real_name' | 'login_name' | 'password'>;

const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;

/** The initial passwords of new administrators: nowhere else, and never again. */
export function FirstPasswords({ made }: { made: readonly FirstPassword[] }) {
  const { t } = useTranslation();
  const titles = [
    t('platform.orgId'),
    t('platform.columns.name'),
    t('platform.adminName'),
    t('platform.adminLogin'),
    t('platform.password'),
  ];
  const save = () => {
    const lines = made.map((one) => [one.org_id, one.org_name, one.real_name, one.login_name, one.password]);
    // The byte order mark lets spreadsheets read the file as UTF-8.
    const text = `\uFEFF${[titles, ...lines].map((line) => line.map(quoted).join(',')).join('\n')}\n`;
    saveFile({ blob: new Blob([text], { type: 'text/csv' }), fileName: '' }, t('platform.passwordFile'));
  };
  return (
    <div className={styles.stack}>
      <Alert type="warning" showIcon message={t('platform.passwordOnce')} />
      <Table<FirstPassword>
        rowKey={({ org_id }) => org_id ?? ''}
        size="small"
        pagination={false}
        scroll={{ x: 560 }}
        dataSource={[...made]}
        columns={[
          { title: t('platform.columns.name'), dataIndex: 'org_name' },
          { title: t('platform.adminName'), dataIndex: 'real_name', width: 110 },
          { title: t('platform.adminLogin'), dataIndex: 'login_name', width: 150 },
          {
            title: t('platform.password'),
            width: 180,
            render: (_, { password }) => (
              <Typography.Text copyable={{ text: password ?? '' }}>{password}</Typography.Text>
            ),
          },
        ]}
      />
      <Button className={styles.start ?? ''} icon={<DownloadOutlined aria-hidden />} onClick={save}>
        {t('platform.savePasswords')}
      </Button>
    </div>
  );
}
