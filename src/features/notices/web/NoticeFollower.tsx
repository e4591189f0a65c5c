import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { notices, type Notice } from '../contract.ts';
import { followNotices } from './follow.ts';
import { openerOf, acknowledgeCall, wordsOf } from './subjects.ts';
import { notices as texts } from './texts.zh.ts';
import { NOTICES_KEY, unreadNotices } from './unread.ts';
import styles from './notices.module.css';

provideTexts({ notices: texts });

/** Seconds that a notification stays visible; the notice stays in the list. */
const SHOWN_S = 10;

/**
 * Follows the notice stream while the portal is open. Updates the unread count, shows a notification, and announces
 * both to screen readers.
 */
export function NoticeFollower() {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const client = useQueryClient();
  const unread = useStore(unreadNotices);

  const reload = useStable(() => {
    call(notices, { query: { size: 1, unread: true } }, { quiet: true }).then(
      ({ unread: count }) => unreadNotices.set(count),
      () => undefined,
    );
    void client.invalidateQueries({ queryKey: NOTICES_KEY });
  });
  const showNotice = useStable((notice: Notice) => {
    const take = acknowledgeCall(notice);
    const open = openerOf(notice, (path) => void navigate(path));
    const dismiss = () => notification.destroy(notice.notice_id);
    const takeOn = () => {
      dismiss();
      // The warning may be settled by now, so the list is reloaded after a failure too.
      take?.().then(reload, reload);
    };
    const openSubject = () => {
      dismiss();
      open?.();
    };
    notification.info({
      key: notice.notice_id,
      message: wordsOf(notice),
      placement: 'topRight',
      duration: SHOWN_S,
      role: 'status',
      btn: (
        <span className={styles.acts}>
          {take && (
            <Button type={open ? 'default' : 'primary'} size="small" onClick={takeOn}>
              {t('notices.acknowledge')}
            </Button>
          )}
          {open && (
            <Button type="primary" size="small" onClick={openSubject}>
              {t('notices.look')}
            </Button>
          )}
        </span>
      ),
    });
  });
  useEffect(() => {
    const controller = new AbortController();
    void followNotices({ onNotice: showNotice, onChange: reload }, controller.signal);
    return () => controller.abort();
  }, [showNotice, reload]);

  return (
    <span role="status" className={styles.screenReaderOnly}>
      {unread > 0 ? t('notices.unread', { count: unread }) : ''}
    </span>
  );
}
