import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { NothingHere } from '../../../platform/home/web/Figures.tsx';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { addressOf } from '../rules/kinds.ts';
import { announcements as texts } from './texts.zh.ts';
import styles from './announcements-card.module.css';

provideTexts({ announcements: texts });

/** The latest announcements and articles, unread ones first. */
export function AnnouncementsCard({ content: { announcements = [] } }: HomeCardProps) {
  const { t } = useTranslation();
  if (announcements.length === 0) return <NothingHere>{t('announcements.cardEmpty')}</NothingHere>;
  return (
    <>
      <ul>
        {announcements.map(({ announcement_id, kind, title, published_at, read }) => (
          <li key={announcement_id} className={styles.line} data-unread={!read}>
            {!read && <span className={styles.dot} role="img" aria-label={t('announcements.unread')} />}
            <Link to={addressOf(kind, announcement_id)} className={styles.title}>
              {title}
            </Link>
            <time className={styles.at} dateTime={published_at}>
              {dateText(published_at).slice(5, 10)}
            </time>
          </li>
        ))}
      </ul>
      <Link to="/platform-announcement" className={styles.more}>
        {t('announcements.more')}
      </Link>
    </>
  );
}
