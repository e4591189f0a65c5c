import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStable } from '../../../platform/crud/web/use-stable.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/later.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { useStore } from '../../../platform/session/web/store.ts';
import { notices, type Notice } from '../contract.ts';
import { followNotices } from './follow.ts';
import { takeCall } from './take.ts';
import { notices as texts } from './texts/zh/notices.ts';
import { NOTICES_KEY, openerOf, unreadNotices } from './unread.ts';
import styles from './notices.module.css';

provideTexts({ notices: texts });

/** How long a notice stands at the edge; it stays in the list. */
const SHOWN_S = 10;

/**
 * Follows the stream while the portal is open: the number at the bell, a word at the edge, and both for whoever listens
 * to the screen.
 */
export function NoticeFollower() {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const client = useQueryClient();
  const unread = useStore(unreadNotices);

  const changed = useStable(() => {
    call(notices, { query: { size: 1, unread: true } }, { quiet: true }).then(
      (found) => unreadNotices.set(found.unread),
      () => undefined,
    );
    void client.invalidateQueries({ queryKey: NOTICES_KEY });
  });
  const tell = useStable((notice: Notice) => {
    const [take, open] = [takeCall(notice), openerOf(notice, (path) => void navigate(path))];
    const done = () => notification.destroy(notice.notice_id);
    const takeOn = () => {
      done();
      // It may be over by now: the list says so.
      take?.().then(changed, changed);
    };
    const look = () => {
      done();
      open?.();
    };
    notification.info({
      key: notice.notice_id,
      message: labelOf('notice_kind', notice.kind),
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
            <Button type="primary" size="small" onClick={look}>
              {t('notices.look')}
            </Button>
          )}
        </span>
      ),
    });
  });
  useEffect(() => {
    const ended = new AbortController();
    void followNotices({ tell, changed }, ended.signal);
    return () => ended.abort();
  }, [tell, changed]);

  return (
    <span role="status" className={styles.heard}>
      {unread > 0 ? t('notices.unread', { count: unread }) : ''}
    </span>
  );
}
