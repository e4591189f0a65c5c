import { BellOutlined } from '@ant-design/icons';
import { Badge, Popover } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { inHeader } from '../../../platform/ui/web/in-header.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { unreadNotices } from './unread.ts';
import styles from '../../../platform/ui/web/header-icon.module.css';

const NoticeList = lazyPage(() => import('./NoticeList.tsx').then((m) => m.NoticeList));
const NoticeDrawer = lazyPage(() => import('./NoticeDrawer.tsx').then((m) => m.NoticeDrawer));
const NoticeFollower = lazyPage(() => import('./NoticeFollower.tsx').then((m) => m.NoticeFollower));
/** Milliseconds; the page itself loads first. */
const LATER_MS = 2500;

/** The bell with the unread count, and the list of notices: in a popover, or in a drawer on a phone. */
export function Notices({ className = styles.icon }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const { role } = useCurrentUser();
  const mobile = useMobile();
  const unread = useStore(unreadNotices);
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never');
  const [following, setFollowing] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFollowing(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  // Students and parents get no notices yet.
  if (role === null) return null;
  const close = () => setOpen('closed');
  const bell = (
    <button
      type="button"
      data-tour="notices"
      className={className}
      aria-expanded={open === 'open'}
      aria-haspopup={mobile ? 'dialog' : undefined}
      onClick={mobile ? () => setOpen('open') : undefined}
      aria-label={unread > 0 ? t('layout.noticeUnread', { count: unread }) : t('layout.notice')}
    >
      <Badge count={unread} size="small" overflowCount={99} color="var(--xy-error)">
        <BellOutlined className={styles.badged} />
      </Badge>
    </button>
  );
  return (
    <>
      {mobile ? (
        bell
      ) : (
        <Popover
          open={open === 'open'}
          onOpenChange={(visible) => setOpen(visible ? 'open' : 'closed')}
          trigger="click"
          placement="bottomRight"
          title={t('layout.notice')}
          destroyOnHidden
          getPopupContainer={inHeader}
          content={
            <Suspense>
              <NoticeList onLeave={close} />
            </Suspense>
          }
        >
          {bell}
        </Popover>
      )}
      {mobile && open !== 'never' && (
        <Suspense>
          <NoticeDrawer visible={open === 'open'} onClose={close} />
        </Suspense>
      )}
      {following && (
        <Suspense>
          <NoticeFollower />
        </Suspense>
      )}
    </>
  );
}
