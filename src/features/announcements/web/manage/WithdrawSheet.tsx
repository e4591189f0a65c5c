import { Alert, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REASON_MAX, REASON_MIN } from '../../../../platform/contract/common.ts';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { withdrawAnnouncement, type OwnLine } from '../../contract/writing.ts';
import { useWriting } from './use-writing.ts';
import styles from '../announcements.module.css';

/** Withdraws a text, with the reason that those who have read it see. */
export function WithdrawSheet({ line: { announcement_id, title }, onClose }: { line: OwnLine; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { run, busy, error } = useWriting(
    () =>
      call(withdrawAnnouncement, { params: { id: announcement_id }, body: { reason: reason.trim() } }, { quiet: true }),
    t('announcementManage.withdrawnDone'),
    onClose,
  );
  const short = reason.trim().length < REASON_MIN;
  return (
    <Sheet
      open
      small
      title={t('announcementManage.withdrawTitle', { title })}
      onClose={onClose}
      act={{
        label: t('announcementManage.withdrawVerb'),
        busy,
        danger: true,
        onClick: () => {
          setTried(true);
          if (!short) run();
        },
      }}
    >
      <div className={styles.form}>
        {error && <Alert type="error" showIcon role="alert" message={failureOf(error).message} />}
        <p>{t('announcementManage.withdrawText')}</p>
        <div className={styles.field}>
          <label htmlFor={id}>{t('announcementManage.withdrawReason')}</label>
          <Input.TextArea
            id={id}
            value={reason}
            maxLength={REASON_MAX}
            showCount
            autoSize={{ minRows: 2, maxRows: 5 }}
            status={tried && short ? 'error' : ''}
            aria-invalid={tried && short}
            onChange={({ target }) => setReason(target.value)}
          />
          {tried && short && (
            <p role="alert" className={styles.problem}>
              {t('announcementManage.withdrawShort')}
            </p>
          )}
        </div>
      </div>
    </Sheet>
  );
}
