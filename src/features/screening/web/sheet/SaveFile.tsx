import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../platform/crud/web/acts/save-file.ts';
import { clockText } from '../../../../platform/ui/web/date-text.ts';
import styles from './sheet.module.css';

/** Saves what was not sent to a file, for a PC that forgets everything when it is restarted. */
export function SaveFile({ content }: { content: () => string | undefined }) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<string>();
  const save = () => {
    const text = content();
    if (text === undefined) return;
    // The time distinguishes the files of a room. A student's name must not stay on a shared PC.
    const name = `${t('sheet.fileName')}-${clockText(Date.now()).replaceAll(':', '')}.json`;
    saveFile({ blob: new Blob([text], { type: 'application/json' }), fileName: name }, name);
    setSaved(name);
  };
  return (
    <div className={styles.rescue}>
      <Button onClick={save}>{t('sheet.saveFile')}</Button>
      {saved !== undefined && <p role="status">{t('sheet.savedFile', { name: saved })}</p>}
    </div>
  );
}
