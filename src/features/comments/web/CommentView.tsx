import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { uploadedItem } from '../../../platform/media/web/use-uploads.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { Sprout } from '../../../platform/ui/web/pictures.tsx';
import type { ClassComment } from '../contract.ts';
import styles from './comment.module.css';

/** The comment for reading, or a text that there is none. */
export function CommentView({
  data: { comment, can_write, year_name },
  onEdit,
}: {
  data: ClassComment;
  onEdit: () => void;
}) {
  const { t } = useTranslation();
  if (!comment) {
    return (
      <div className={styles.none}>
        <div aria-hidden="true">
          <Sprout />
        </div>
        <p className={styles.noneTitle}>{t('comments.none', { year: year_name })}</p>
        {can_write ? (
          <Button type="primary" onClick={onEdit}>
            {t('comments.write')}
          </Button>
        ) : (
          <p className={styles.quiet}>{t('comments.noneText')}</p>
        )}
      </div>
    );
  }
  const { content, created_by_name: name, created_at, updated_at, attachments } = comment;
  return (
    <>
      <p className={styles.content}>{content}</p>
      <Attachments items={attachments.map(uploadedItem)} />
      <footer className={styles.foot}>
        <span className={styles.quiet}>
          {updated_at === created_at
            ? t('comments.by', { name, at: dateText(created_at) })
            : t('comments.changed', { name, at: dateText(updated_at) })}
        </span>
        {can_write && <Button onClick={onEdit}>{t('comments.edit')}</Button>}
      </footer>
    </>
  );
}
