import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './studio.module.css';

const NOTE_MAX = 200;

/** Why something is published, for the list of versions. */
export function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <label className={styles.note} htmlFor={id}>
        {t('studio.note')}
      </label>
      <Input
        id={id}
        value={value}
        maxLength={NOTE_MAX}
        placeholder={t('studio.notePlaceholder')}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}
