import { Button, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { usePageArrows } from '../../../platform/ui/web/use-page-arrows.ts';
import type { Plan } from '../contract/passwords.ts';
import { SkippedList } from './SkippedList.tsx';
import styles from './passwords.module.css';

const PAGE_SIZE = 10;

/** The accounts that get a new password and the skipped ones, before the batch starts. */
export function Preview({
  plan: { affected, items, skipped },
  staff,
  busy,
  onStart,
}: {
  plan: Plan;
  staff: boolean;
  busy: boolean;
  onStart: () => void;
}) {
  const { t } = useTranslation();
  const mobile = useMobile();
  const arrows = usePageArrows();
  return (
    <div className={styles.preview} role="status">
      <p className={styles.sum}>
        {affected === 0
          ? t(staff ? 'passwords.noNewStaff' : 'passwords.noAccounts')
          : t(staff ? 'passwords.affectedStaff' : 'passwords.affected', { count: affected })}
        {skipped.length > 0 && t('passwords.skippedCount', { count: skipped.length })}
      </p>
      {affected > 0 && (
        <Table
          size="small"
          rowKey="child_id"
          dataSource={items}
          pagination={
            items.length > PAGE_SIZE
              ? { pageSize: PAGE_SIZE, showSizeChanger: false, size: 'small', itemRender: arrows }
              : false
          }
          scroll={{ x: mobile ? undefined : 560 }}
          aria-label={t(staff ? 'passwords.affectedStaffList' : 'passwords.affectedList')}
          columns={[
            ...(mobile || staff ? [] : [{ title: t('passwords.class'), dataIndex: 'class_name' }]),
            { title: t('passwords.name'), dataIndex: 'child_name' },
            { title: t(staff ? 'passwords.staffNumber' : 'passwords.number'), dataIndex: 'student_no' },
            { title: t('passwords.login'), dataIndex: 'login_name' },
          ]}
        />
      )}
      <SkippedList skipped={skipped} />
      {affected > 0 && (
        <div className={styles.begin}>
          <Button type="primary" loading={busy} onClick={onStart}>
            {t('passwords.start', { count: affected })}
          </Button>
          <span className={styles.hint}>{t('passwords.startHint')}</span>
        </div>
      )}
    </div>
  );
}
