import { Button, Skeleton } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { assent as agree, readAssent, type Assent } from '../../contract/rooms.ts';
import { readSheet, type Sheet } from '../../contract/sheets.ts';
import { deviceId } from '../offline/device.ts';
import { HelpLines } from '../own/HelpLines.tsx';
import { Answering } from '../sheet/Answering.tsx';
import { minutesFor } from '../sheet/items.ts';
import { useAct } from '../use-act.ts';
import styles from '../sheet/sheet.module.css';

const QUIET = { quiet: true, noPrompt: true } as const;
const read = (id: string, take: boolean) =>
  Promise.all([
    call(readSheet, { params: { id }, query: { device_id: deviceId(), ...(take && { take }) } }, QUIET),
    call(readAssent, { params: { id } }, QUIET),
  ]);

interface Props {
  id: string;
  /** Takes the sheet over from another device. */
  take: boolean;
  onDone: () => void;
  /** Back to the code, with the reason where there is one. */
  onLeave: (why?: string) => void;
}

/** The sheet of a code: the assent first, then the questions. */
export function CodeSheet({ id, take, onDone, onLeave }: Props) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const [data, setData] = useState<{ sheet: Sheet; assent: Assent; n: number }>();
  const [error, setError] = useState<unknown>();
  const load = useCallback(
    (taking: boolean) =>
      read(id, taking).then(
        ([sheet, assent]) => setData((before) => ({ sheet, assent, n: (before?.n ?? 0) + 1 })),
        (failure: unknown) => setError(failure),
      ),
    [id],
  );
  useEffect(() => void load(take), [load, take]);
  const again = (taking: boolean) => {
    setError(undefined);
    void load(taking);
  };
  const accept = () =>
    run(async () => {
      await call(agree, { params: { id }, body: { agree: true } });
      await load(false);
    });
  if (error !== undefined) {
    // Another sign-in with this code ended the session here.
    const isOver = error instanceof ApiError && error.status === 401;
    const isElsewhere = error instanceof ApiError && error.code === 'PSY_SHEET_ELSEWHERE';
    return (
      <section className={styles.panel}>
        <h1 className={styles.title}>{t(isElsewhere ? 'sheet.elsewhereTitle' : 'sheet.failedTitle')}</h1>
        <p className={styles.words} role="alert">
          {isElsewhere ? t('room.elsewhere') : isOver ? t('room.over') : displayOf(error).text}
        </p>
        <div className={styles.acts}>
          <Button type="primary" size="large" onClick={() => (isOver ? onLeave() : again(isElsewhere))}>
            {t(isOver ? 'room.otherCode' : isElsewhere ? 'sheet.goOnHere' : 'sheet.retry')}
          </Button>
          {isElsewhere && (
            <Button size="large" onClick={() => onLeave()}>
              {t('room.otherCode')}
            </Button>
          )}
        </div>
        <HelpLines />
      </section>
    );
  }
  if (data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { sheet, assent } = data;
  if (!assent.given)
    return (
      <section className={styles.panel}>
        <h1 className={styles.title}>{sheet.exam_name}</h1>
        <p className={styles.quiet}>{t('sheet.amount', { count: sheet.total, minutes: minutesFor(sheet.total) })}</p>
        {assent.text.split('\n').map((line, i) => (
          <p key={i} className={styles.words}>
            {line}
          </p>
        ))}
        <div className={styles.acts}>
          {assent.may_agree && (
            <Button type="primary" size="large" loading={busy} onClick={() => void accept()}>
              {t('sheet.agree')}
            </Button>
          )}
          <Button size="large" onClick={() => onLeave()}>
            {t('sheet.notNow')}
          </Button>
        </div>
        <HelpLines />
      </section>
    );
  return (
    <Answering
      key={data.n}
      alone
      sheet={sheet}
      userId={`sheet:${id}`}
      onSubmitted={onDone}
      onTake={() => again(true)}
      onRenew={() => again(false)}
    />
  );
}
