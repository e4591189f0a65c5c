import { CloseOutlined, NotificationOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { dismissAnnouncement } from '../contract/reading.ts';
import { addressOf } from '../rules/kinds.ts';
import { bannerQuery } from './banner-query.ts';
import { announcements } from './texts.zh.ts';
import styles from './banner.module.css';

provideTexts({ announcements });

/** The announcement in the header (`spec §2`), until the reader closes it on any device. */
export function AnnouncementBanner() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = bannerQuery(useCurrentUser());
  const key = query.queryKey;
  const { data } = useQuery(query);
  const dismiss = useOnce(async (id: string) => {
    queries.setQueryData(key, {});
    try {
      await call(dismissAnnouncement, { params: { id } }, { quiet: true });
    } catch (failure) {
      notifyFailure(failure);
    }
    await queries.invalidateQueries({ queryKey: key });
  });
  const banner = data?.banner;
  if (banner === undefined) return null;
  return (
    <aside className={styles.banner} aria-label={t('announcements.banner')} data-banner>
      <NotificationOutlined aria-hidden />
      <Link to={addressOf(banner.kind, banner.announcement_id)} className={styles.title}>
        {banner.title}
      </Link>
      <button
        type="button"
        className={styles.close}
        aria-label={t('announcements.dismiss')}
        title={t('announcements.dismiss')}
        onClick={() => dismiss(banner.announcement_id)}
      >
        <CloseOutlined />
      </button>
    </aside>
  );
}
