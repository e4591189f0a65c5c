import { DownloadOutlined } from '@ant-design/icons';
import { Badge, Popover } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportStarted } from '../../../platform/crud/web/export-started.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { inHeader } from '../../../platform/ui/web/in-header.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { exportTasks } from '../contract.ts';
import { EXPORT_STATUS } from './export-status.ts';
import styles from '../../../platform/ui/web/header-icon.module.css';

const ExportList = lazyPage(() => import('./ExportList.tsx').then((m) => m.ExportList));
/** Milliseconds; the page itself loads first. */
const LATER_MS = 4000;

/** The download button of the header with the export task list; a red dot marks a file in preparation or ready. */
export function Downloads() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [hasFiles, setHasFiles] = useState(false);
  const started = useStore(exportStarted);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        call(exportTasks, { query: { size: 1 } }, { quiet: true }).then(
          ({ items }) =>
            setHasFiles(
              items.some(({ status }) => status === EXPORT_STATUS.preparing || status === EXPORT_STATUS.ready),
            ),
          () => undefined,
        );
      },
      started > 0 ? 0 : LATER_MS,
    );
    return () => clearTimeout(timer);
  }, [started, open]);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={t('layout.downloads')}
      destroyOnHidden
      getPopupContainer={inHeader}
      content={
        <Suspense>
          <ExportList open={open} />
        </Suspense>
      }
    >
      <button
        type="button"
        className={styles.icon}
        aria-label={hasFiles ? t('downloads.waiting') : t('layout.downloads')}
        aria-expanded={open}
      >
        <Badge dot={hasFiles} color="var(--xy-error)">
          <DownloadOutlined className={styles.badged} />
        </Badge>
      </button>
    </Popover>
  );
}
