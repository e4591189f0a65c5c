import { Checkbox, DatePicker } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { instantOf, schoolNow, schoolTime } from '../../../../platform/ui/web/school-time.ts';
import { announcementEditor } from '../texts.zh.ts';
import styles from '../announcements.module.css';

provideTexts({ announcementEditor });

export interface Display {
  pinned: boolean;
  banner: boolean;
  ends_at: string | null;
}

/** Where and how long a text is shown. */
export function DisplayFields({ value, onChange }: { value: Display; onChange: (change: Partial<Display>) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <Checkbox checked={value.pinned} onChange={({ target }) => onChange({ pinned: target.checked })}>
        {t('announcementEditor.pinned')}
      </Checkbox>
      <Checkbox checked={value.banner} onChange={({ target }) => onChange({ banner: target.checked })}>
        {t('announcementEditor.banner')}
      </Checkbox>
      <div className={styles.field}>
        <label htmlFor={id}>{t('announcementEditor.ends')}</label>
        <DatePicker
          id={id}
          className={styles.wide}
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="YYYY-MM-DD HH:mm"
          minDate={schoolNow()}
          value={value.ends_at === null ? null : schoolTime(value.ends_at)}
          onChange={(next) => onChange({ ends_at: next ? instantOf(next) : null })}
        />
        <span className={styles.quiet}>{t('announcementEditor.endsHelp')}</span>
      </div>
    </>
  );
}
