import { Button, Skeleton } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { assent as agree, readAssent, type Assent } from '../../contract/rooms.ts';
import { readSheet, type Sheet } from '../../contract/sheets.ts';
import { deviceId } from '../offline/device.ts';
import { HelpLines } from '../own/HelpLines.tsx';
import { Answering } from '../sheet/Answering.tsx';
import styles from '../sheet/sheet.module.css';

const QUIET = { quiet: true, noPrompt: true } as const;
const read = (id: string, take: boolean) =>
  Promise.all([
    call(readSheet, { params: { id }, query: { device_id: deviceId(), ...(take && { take }) } }, QUIET),
    call(readAssent, { params: { id } }, QUIET),
  ]);

/** The sheet of a code: the assent first, then the questions. */
export function CodeSheet({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation();
  const [data, setData] = useState<[Sheet, Assent]>();
  const [error, setError] = useState<string>();
  const load = useCallback(
    () => read(id, true).then(setData, (failure: unknown) => setError(displayOf(failure).text)),
    [id],
  );
  useEffect(() => void load(), [load]);
  const again = () => {
    setError(undefined);
    void load();
  };
  const accept = () =>
    call(agree, { params: { id }, body: { agree: true } }, QUIET).then(load, (failure: unknown) =>
      setError(displayOf(failure).text),
    );
  if (error !== undefined)
    return (
      <section className={styles.panel}>
        <h1 className={styles.title}>{t('sheet.failedTitle')}</h1>
        <p className={styles.words} role="alert">
          {error}
        </p>
        <Button type="primary" size="large" onClick={again}>
          {t('sheet.retry')}
        </Button>
        <HelpLines />
      </section>
    );
  if (data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  const [sheet, { text, given, may_agree: mayAgree }] = data;
  if (!given)
    return (
      <section className={styles.panel}>
        <h1 className={styles.title}>{sheet.exam_name}</h1>
        {text.split('\n').map((line, i) => (
          <p key={i} className={styles.words}>
            {line}
          </p>
        ))}
        <div className={styles.acts}>
          {mayAgree && (
            <Button type="primary" size="large" onClick={() => void accept()}>
              {t('sheet.agree')}
            </Button>
          )}
          <Button size="large" onClick={() => location.reload()}>
            {t('sheet.notNow')}
          </Button>
        </div>
        <HelpLines />
      </section>
    );
  return <Answering alone sheet={sheet} userId={`sheet:${id}`} onSubmitted={onDone} onTake={again} onRenew={again} />;
}
