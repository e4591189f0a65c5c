import { useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { RESCUE_MAX, restoreOwn } from '../../contract/seats.ts';
import { readSheet, type Sheet } from '../../contract/sheets.ts';
import { deviceId } from '../offline/device.ts';
import styles from './sheet.module.css';

const QUIET = { quiet: true, noPrompt: true } as const;

interface Props {
  sheetId: string;
  /** With the sheet as it is after the answers were restored. */
  onRestored: (sheet: Sheet, count: number) => void;
}

/** Restores answers that another PC saved to a file. */
export function RestoreFile({ sheetId: id, onRestored }: Props) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const restore = async (file: File) => {
    setBusy(true);
    setFailure(undefined);
    try {
      if (file.size > RESCUE_MAX) return setFailure(t('sheet.wrongFile'));
      const { restored } = await call(restoreOwn, { params: { id }, body: { file: await file.text() } }, QUIET);
      onRestored(await call(readSheet, { params: { id }, query: { device_id: deviceId() } }, QUIET), restored);
    } catch (error) {
      setFailure(displayOf(error).text);
    } finally {
      setBusy(false);
    }
  };
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file !== undefined) void restore(file);
    // The same file may be chosen again.
    target.value = '';
  };
  return (
    <details className={styles.restore}>
      <summary>{t('sheet.restore')}</summary>
      <p className={styles.quiet}>{t('sheet.restoreText')}</p>
      <label className={styles.file}>
        {t('sheet.chooseFile')}
        <input type="file" accept=".json,application/json" disabled={busy} onChange={pick} />
      </label>
      {failure !== undefined && (
        <p className={styles.notice} role="alert">
          {failure}
        </p>
      )}
    </details>
  );
}
