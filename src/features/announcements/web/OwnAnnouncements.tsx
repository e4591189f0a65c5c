import { NotificationOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { announcements as list } from '../contract/reading.ts';
import { AnnouncementLine } from './AnnouncementLine.tsx';
import { READING_KEY } from './keys.ts';
import { announcements as texts } from './texts.zh.ts';
import styles from './own-announcements.module.css';

provideTexts({ announcements: texts });

const SHOWN = 3;

/** The latest announcements and articles on the home of a student or guardian. */
export function OwnAnnouncements() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [...READING_KEY, 'own'],
    queryFn: ({ signal }) => call(list, { query: { size: SHOWN } }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (data === undefined || data.total === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="own-announcements">
      <h2 id="own-announcements" className={styles.title}>
        <NotificationOutlined aria-hidden /> {t('announcements.ownTitle')}
      </h2>
      <ul>
        {data.items.map((line) => (
          <AnnouncementLine key={line.announcement_id} line={line} />
        ))}
      </ul>
      <Link to="/platform-announcement" className={styles.more}>
        {t('announcements.more')}
      </Link>
    </section>
  );
}
