import { PushpinOutlined, RollbackOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Picture } from '../../../platform/media/web/Picture.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { Tag } from '../../../platform/ui/web/Tag.tsx';
import type { AnnouncementLine as Line } from '../contract/reading.ts';
import { addressOf } from '../rules/kinds.ts';
import styles from './announcements.module.css';

/** In CSS pixels, as the style sheet has it. */
const COVER_WIDTH = 120;

/** A line of the list; the whole of it opens the text. */
export function AnnouncementLine({ line }: { line: Line }) {
  const { t } = useTranslation();
  const { announcement_id, kind, title, summary, publisher_name, published_at, pinned, read_at, cover_url } = line;
  const unread = read_at === undefined;
  const withdrawn = line.withdrawn_at !== undefined;
  return (
    <li className={styles.line} data-unread={unread}>
      <span className={styles.words}>
        <span className={styles.head}>
          {unread && <span className={styles.dot} role="img" aria-label={t('announcements.unread')} />}
          {pinned && (
            <Tag look="yellow" icon={<PushpinOutlined />}>
              {t('announcements.pinned')}
            </Tag>
          )}
          {withdrawn && (
            <Tag look="grey" icon={<RollbackOutlined />}>
              {t('announcements.withdrawn')}
            </Tag>
          )}
          <Link to={addressOf(kind, announcement_id)} className={styles.title}>
            {title}
          </Link>
        </span>
        {summary !== '' && <span className={styles.summary}>{summary}</span>}
        <span className={styles.quiet}>
          {t('announcements.by', { name: publisher_name, at: dateText(published_at) })}
        </span>
      </span>
      {cover_url !== undefined && (
        <Picture className={styles.cover} src={cover_url} width={COVER_WIDTH} alt="" loading="lazy" />
      )}
    </li>
  );
}
