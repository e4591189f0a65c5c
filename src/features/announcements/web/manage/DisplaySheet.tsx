import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { displayAnnouncement, type OwnLine } from '../../contract/writing.ts';
import { DisplayFields, type Display } from './DisplayFields.tsx';
import { useWriting } from './use-writing.ts';
import styles from '../announcements.module.css';

/** Where and how long a published text is shown. */
export function DisplaySheet({ line, onClose }: { line: OwnLine; onClose: () => void }) {
  const { t } = useTranslation();
  const { announcement_id: id, title, version, pinned, banner, ends_at = null } = line;
  const [display, setDisplay] = useState<Display>({ pinned, banner, ends_at });
  const { run, busy, error } = useWriting(
    () => call(displayAnnouncement, { params: { id }, body: { ...display, version } }, { quiet: true }),
    t('announcementManage.displayDone'),
    onClose,
  );
  return (
    <Sheet
      open
      small
      title={t('announcementManage.displayTitle', { title })}
      onClose={onClose}
      act={{ label: t('announcementManage.displayVerb'), busy, onClick: run }}
    >
      <div className={styles.form}>
        {error && <Alert type="error" showIcon role="alert" message={failureOf(error).message} />}
        <DisplayFields value={display} onChange={(change) => setDisplay((before) => ({ ...before, ...change }))} />
      </div>
    </Sheet>
  );
}
